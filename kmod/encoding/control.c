// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/*
 * What a counter counts: the control word, taken apart, checked and shown; its name,
 * [pmu/]name[/][:modes][@tcN|@vpeN]; and the kernel's perf event for it.
 */
#include "control.h"

/**
 * perfcnt_control_event - the event field of a word
 * @word: the word
 */
unsigned int perfcnt_control_event(u32 word)
{
	return (word & PERFCNT_CTL_EVENT) >> PERFCNT_CTL_EVENT_SHIFT;
}

/**
 * perfcnt_control_mt_en - the MT_EN field of a word
 * @word: the word
 */
unsigned int perfcnt_control_mt_en(u32 word)
{
	return (word & PERFCNT_CTL_MT_EN) >> PERFCNT_CTL_MT_EN_SHIFT;
}

/**
 * perfcnt_unit_most - the largest number of a filter that fits in a word
 * @mt_en: the word's MT_EN
 */
u32 perfcnt_unit_most(unsigned int mt_en)
{
	switch (mt_en) {
	case PERFCNT_MT_EN_VPE:
		return PERFCNT_CTL_VPEID >> PERFCNT_CTL_VPEID_SHIFT;
	case PERFCNT_MT_EN_TC:
		return PERFCNT_CTL_TCID >> PERFCNT_CTL_TCID_SHIFT;
	default:
		return 0;
	}
}

/**
 * perfcnt_unit_shift - the position of that number in a word
 * @mt_en: the word's MT_EN
 */
unsigned int perfcnt_unit_shift(unsigned int mt_en)
{
	return mt_en == PERFCNT_MT_EN_VPE ? PERFCNT_CTL_VPEID_SHIFT :
					    PERFCNT_CTL_TCID_SHIFT;
}

/* Why a counter cannot have an event of the other bank. */
const char *perfcnt_wrong_bank(unsigned int counter)
{
	return counter & 1 ? "only even counters have this event" :
			     "only odd counters have this event";
}

/**
 * perfcnt_refuse_without_pmu - an event that is another one on each kind of CPU
 * @native: an event of raw type
 * @limits: what the machine has
 * @reason: where that goes
 *
 * Return: -EINVAL.
 */
int perfcnt_refuse_without_pmu(const struct perfcnt_native *native,
			       const struct perfcnt_limits *limits,
			       struct perfcnt_reason *reason)
{
	char event[40], choice[96];

	if (native->config1)
		scnprintf(event, sizeof(event), "/r%llx,%llx/",
			  native->config, native->config1);
	else
		scnprintf(event, sizeof(event), "/r%llx/", native->config);
	perfcnt_cpu_pmus_list(&limits->pmus, " or ", event, choice,
			      sizeof(choice));
	return perfcnt_refuse(reason, -EINVAL, 0,
			      "this machine has several kinds of CPU; use %s",
			      choice);
}

/**
 * perfcnt_refuse_unit - a filter for a TC or VPE that is not there
 * @mt_en: which of the two
 * @limits: what the machine has
 * @code: the errno, negative
 * @offset: where in the word the number stands
 * @reason: where that goes
 *
 * Return: @code.
 */
int perfcnt_refuse_unit(unsigned int mt_en, const struct perfcnt_limits *limits,
			int code, size_t offset, struct perfcnt_reason *reason)
{
	if (mt_en == PERFCNT_MT_EN_VPE)
		return perfcnt_refuse(reason, code, offset,
				      "no such %s; this machine has 0 to %u",
				      limits->any_filter ? "core (VPE)" : "VPE",
				      perfcnt_limits_vpes(limits) - 1);
	return perfcnt_refuse(reason, code, offset,
			      "no such %s; this machine has 0 to %u",
			      limits->any_filter ? "CPU (TC)" : "TC",
			      limits->tcs - 1);
}

/* MD00548, Table 2: an event's type says which filters it can have. */
static int check_filter(const struct perfcnt_control *control,
			enum perfcnt_event_scope scope,
			const struct perfcnt_limits *limits,
			struct perfcnt_reason *reason)
{
	unsigned int mt_en = perfcnt_control_mt_en(control->word);

	if (limits->any_filter)
		scope = PERFCNT_SCOPE_TC;
	if (mt_en == PERFCNT_MT_EN_ALL)
		return 0;
	if (mt_en == PERFCNT_MT_EN_RESERVED)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "MT_EN must be 0, 1 or 2");
	if (scope == PERFCNT_SCOPE_CORE)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "this event counts for the whole core: it cannot be filtered by VPE or TC");
	if (mt_en == PERFCNT_MT_EN_TC && scope == PERFCNT_SCOPE_VPE)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "this event can be filtered by VPE, but not by TC");
	if (mt_en == PERFCNT_MT_EN_TC ? control->unit >= limits->tcs :
					control->unit >= perfcnt_limits_vpes(limits))
		return perfcnt_refuse_unit(mt_en, limits, -EINVAL, 0, reason);
	return 0;
}

/* May this counter have this event?  If so, @scope is how narrow a filter. */
static int check_event(u32 word, unsigned int counter,
		       const struct perfcnt_limits *limits,
		       enum perfcnt_event_scope *scope,
		       struct perfcnt_reason *reason)
{
	unsigned int code = perfcnt_control_event(word);
	const struct perfcnt_event *event = perfcnt_event_find(code, counter);

	if (event) {
		*scope = event->scope;
		return 0;
	}
	if (code == PERFCNT_EVENT_NATIVE && limits->native) {
		*scope = PERFCNT_SCOPE_TC;
		return 0;
	}
	if (!perfcnt_event_find(code, counter ^ 1))
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "no such event: code %u is reserved", code);
	return perfcnt_refuse(reason, -EINVAL, 0, "%s", perfcnt_wrong_bank(counter));
}

/* Can these modes be counted, of any event and of a native one? */
static int check_modes(const struct perfcnt_control *control,
		       const struct perfcnt_limits *limits,
		       struct perfcnt_reason *reason)
{
	u32 modes = control->word & PERFCNT_CTL_MODES;
	bool native = perfcnt_control_event(control->word) ==
		      PERFCNT_EVENT_NATIVE && control->native.known;

	if ((modes & ~limits->modes) && !(modes & PERFCNT_CTL_K))
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "this machine counts S and EXL as part of K; set K (mode 'k')");
	if (!native || !modes)
		return 0;
	if (control->native.modes == PERFCNT_NATIVE_KERNEL &&
	    !(modes & PERFCNT_CTL_K))
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "this event occurs in kernel mode only; set K (mode 'k')");
	if (control->native.modes == PERFCNT_NATIVE_BOTH &&
	    (~modes & (PERFCNT_CTL_U | PERFCNT_CTL_K)))
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "this event cannot be counted per mode; set both U and K (modes 'uk')");
	return 0;
}

/* No CPU has the PMU that a native event names, in its config or as its type. */
static int refuse_pmu(const struct perfcnt_native *native, u32 pmu,
		      struct perfcnt_reason *reason)
{
	if (native->type != pmu)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "no CPU has PMU number %u (upper 32 bits of config)",
				      pmu);
	return perfcnt_refuse(reason, -EINVAL, 0,
			      "unsupported native event type %u; use HARDWARE, SOFTWARE, HW_CACHE, RAW or the type of a CPU's PMU",
			      pmu);
}

/* Is there a PMU that can be asked for this? */
static int check_pmu(const struct perfcnt_control *control,
		     const struct perfcnt_limits *limits,
		     struct perfcnt_reason *reason)
{
	const struct perfcnt_native *native = &control->native;
	u32 pmu;

	if (perfcnt_control_event(control->word) != PERFCNT_EVENT_NATIVE ||
	    !native->known)
		return 0;
	pmu = perfcnt_native_pmu(native, &limits->pmus);
	if (pmu && !perfcnt_cpu_pmus_of_type(&limits->pmus, pmu))
		return refuse_pmu(native, pmu, reason);
	if (!pmu && native->type == PERF_TYPE_RAW &&
	    perfcnt_cpu_pmus_count(&limits->pmus) > 1)
		return perfcnt_refuse_without_pmu(native, limits, reason);
	return 0;
}

/**
 * perfcnt_control_check - may this counter count this?
 * @control: the word without M; a native event may be unknown yet
 * @counter: below @limits->counters
 * @limits: what the machine has
 * @reason: why not, if not
 *
 * Return: 0 or -EINVAL.
 */
int perfcnt_control_check(const struct perfcnt_control *control,
			  unsigned int counter,
			  const struct perfcnt_limits *limits,
			  struct perfcnt_reason *reason)
{
	enum perfcnt_event_scope scope = PERFCNT_SCOPE_CORE;

	if (control->word & PERFCNT_CTL_MBZ)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "bit 30 and bits 15 to 12 must be zero");
	return check_event(control->word, counter, limits, &scope, reason) ?:
	       check_pmu(control, limits, reason) ?:
	       check_modes(control, limits, reason) ?:
	       check_filter(control, scope, limits, reason);
}

/**
 * perfcnt_control_visible - the word as a reader sees it
 * @control: what was set
 * @counter: whose it is
 * @limits: what the machine has
 *
 * Return: the word, with M saying whether a counter follows.  A filter that does not
 * fit in the word is shown as MT_EN 3, so that no reader mistakes it for another one,
 * and it cannot be written back.
 */
u32 perfcnt_control_visible(const struct perfcnt_control *control,
			    unsigned int counter,
			    const struct perfcnt_limits *limits)
{
	unsigned int mt_en = perfcnt_control_mt_en(control->word);
	u32 word = control->word;

	if (control->unit > perfcnt_unit_most(mt_en))
		word |= PERFCNT_CTL_MT_EN;
	if (counter + 1 < limits->counters)
		word |= PERFCNT_CTL_M;
	return word;
}

/**
 * perfcnt_control_same - do they count the same?
 * @a: one
 * @b: the other
 *
 * Return: true if they do, with or without IE.  An event of a multiplexer is not the same
 * without it.
 */
bool perfcnt_control_same(const struct perfcnt_control *a,
			  const struct perfcnt_control *b)
{
	return !((a->word ^ b->word) & ~PERFCNT_CTL_IE) &&
	       a->unit == b->unit && a->multiplexed == b->multiplexed &&
	       (perfcnt_control_event(a->word) != PERFCNT_EVENT_NATIVE ||
		perfcnt_native_same(&a->native, &b->native));
}

/**
 * perfcnt_control_from_word - what a control word asks for
 * @word: the word; M is ignored
 * @counter: below @limits->counters
 * @limits: what the machine has
 * @control: where it goes; its native event stays as it was if the word asks
 *	     for one
 * @reason: why not, if not
 *
 * Return: 0 or -EINVAL.
 */
int perfcnt_control_from_word(u32 word, unsigned int counter,
			      const struct perfcnt_limits *limits,
			      struct perfcnt_control *control,
			      struct perfcnt_reason *reason)
{
	unsigned int mt_en = perfcnt_control_mt_en(word);

	control->word = word & ~PERFCNT_CTL_M;
	control->unit = (word >> perfcnt_unit_shift(mt_en)) &
			perfcnt_unit_most(mt_en);
	if (perfcnt_control_event(word) != PERFCNT_EVENT_NATIVE)
		memset(&control->native, 0, sizeof(control->native));
	return perfcnt_control_check(control, counter, limits, reason);
}

/* The length of the part of a word that ends before any of two characters. */
static size_t name_part(const char *word, size_t length, char end1, char end2)
{
	size_t i;

	for (i = 0; i < length; i++)
		if (word[i] == end1 || word[i] == end2)
			break;
	return i;
}

static int refuse_native(struct perfcnt_reason *reason)
{
	return perfcnt_refuse(reason, -ENOENT, 0,
			      "this is a perf event; load perfcnt with pmu=perf to count it");
}

/* A native event by its name, which is at @offset of the word. */
static int native_from_name(const char *name, size_t length, size_t offset,
			    struct perfcnt_native *native,
			    struct perfcnt_reason *reason)
{
	int err = perfcnt_native_from_name(name, length, native);

	if (err == -ERANGE)
		return perfcnt_refuse(reason, err, offset,
				      "raw event number too large (at most 64 bits)");
	if (err)
		return perfcnt_refuse(reason, err, offset,
				      offset ? "unknown event name" :
				      "not a hexadecimal control word or a known event name");
	return 0;
}

/* An event that any PMU may count. */
static int native_of_any(const char *name, size_t length,
			 const struct perfcnt_limits *limits,
			 struct perfcnt_control *control,
			 struct perfcnt_reason *reason)
{
	struct perfcnt_native *native = &control->native;
	int err = native_from_name(name, length, 0, native, reason);

	if (err)
		return err;
	if (!limits->native)
		return refuse_native(reason);
	if (native->type == PERF_TYPE_RAW &&
	    perfcnt_cpu_pmus_count(&limits->pmus) > 1)
		return perfcnt_refuse_without_pmu(native, limits, reason);
	control->word |= PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT;
	return 0;
}

/* The event between the slashes of pmu/event/, by its native or its 34K's name. */
static int event_of_pmu(const char *name, size_t length, size_t offset,
			unsigned int counter,
			const struct perfcnt_limits *limits,
			struct perfcnt_native *native,
			struct perfcnt_reason *reason)
{
	const struct perfcnt_event *found;

	found = perfcnt_event_find_name(name, length, counter);
	if (!found)
		return native_from_name(name, length, offset, native, reason);
	if (found->bank != perfcnt_event_bank(counter))
		return perfcnt_refuse(reason, -EINVAL, offset, "%s",
				      perfcnt_wrong_bank(counter));
	if (perfcnt_native_of_event(found->code, found->bank, &limits->cpu,
				    native))
		return perfcnt_refuse(reason, -EINVAL, offset,
				      "the kernel's perf does not have this event");
	return 0;
}

/* pmu/event/: what the PMU of one kind of CPU counts. */
static int native_of_pmu(const char *name, size_t length,
			 unsigned int counter,
			 const struct perfcnt_limits *limits,
			 struct perfcnt_control *control,
			 struct perfcnt_reason *reason)
{
	size_t slash = name_part(name, length, '/', '/'), at = slash + 1;
	size_t end = at + name_part(name + at, length - at, '/', '/');
	const struct perfcnt_cpu_pmu *pmu;
	char there[96];
	int err;

	if (!limits->native)
		return refuse_native(reason);
	pmu = perfcnt_cpu_pmus_of_name(&limits->pmus, name, slash);
	if (!pmu) {
		perfcnt_cpu_pmus_list(&limits->pmus, " or ", "", there,
				      sizeof(there));
		return perfcnt_refuse(reason, -EINVAL, 0, "no CPU has %s%s",
				      *there ? "this PMU; use " : "a PMU",
				      there);
	}
	if (end + 1 != length)
		return perfcnt_refuse(reason, -EINVAL, min(end, length),
				      "expected pmu/event/, then :modes and @filter if any");
	err = event_of_pmu(name + at, end - at, at, counter, limits,
			   &control->native, reason);
	if (err)
		return err;
	if (perfcnt_native_set_pmu(&control->native, pmu->type))
		return perfcnt_refuse(reason, -EINVAL, at,
				      "this is a software event; write it without a PMU");
	control->word |= PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT;
	return 0;
}

static int event_from_name(const char *name, size_t length,
			   unsigned int counter,
			   const struct perfcnt_limits *limits,
			   struct perfcnt_control *control,
			   struct perfcnt_reason *reason)
{
	const struct perfcnt_event *found;

	if (memchr(name, '/', length))
		return native_of_pmu(name, length, counter, limits, control,
				     reason);
	found = perfcnt_event_find_name(name, length, counter);
	if (!found)
		return native_of_any(name, length, limits, control, reason);
	if (found->bank != perfcnt_event_bank(counter))
		return perfcnt_refuse(reason, -EINVAL, 0, "%s",
				      perfcnt_wrong_bank(counter));
	control->word |= found->code << PERFCNT_CTL_EVENT_SHIFT;
	return 0;
}

static int modes_from_name(const char *modes, size_t length, size_t offset,
			   u32 *control, struct perfcnt_reason *reason)
{
	size_t i;

	if (!length)
		return perfcnt_refuse(reason, -EINVAL, offset,
				      "missing mode after ':'; use u, s, k or e");
	for (i = 0; i < length; i++) {
		u32 mode;

		switch (modes[i]) {
		case 'u':
			mode = PERFCNT_CTL_U;
			break;
		case 's':
			mode = PERFCNT_CTL_S;
			break;
		case 'k':
			mode = PERFCNT_CTL_K;
			break;
		case 'e':
			mode = PERFCNT_CTL_EXL;
			break;
		default:
			return perfcnt_refuse(reason, -EINVAL, offset + i,
					      "unknown mode; use u, s, k or e");
		}
		if (*control & mode)
			return perfcnt_refuse(reason, -EINVAL, offset + i,
					      "duplicate mode");
		*control |= mode;
	}
	return 0;
}

static int filter_from_name(const char *filter, size_t length, size_t offset,
			    const struct perfcnt_limits *limits,
			    struct perfcnt_control *control,
			    struct perfcnt_reason *reason)
{
	unsigned int mt_en, units;
	size_t prefix;
	u64 number;
	u32 most;
	int err;

	if (length >= 2 && !memcmp(filter, "tc", 2)) {
		prefix = 2;
		mt_en = PERFCNT_MT_EN_TC;
		units = limits->tcs;
	} else if (length >= 3 && !memcmp(filter, "vpe", 3)) {
		prefix = 3;
		mt_en = PERFCNT_MT_EN_VPE;
		units = perfcnt_limits_vpes(limits);
	} else {
		return perfcnt_refuse(reason, -EINVAL, offset,
				      "unknown filter; use @tcN or @vpeN");
	}
	err = perfcnt_number_decimal(filter + prefix, length - prefix, &number);
	if (err == -EINVAL)
		return perfcnt_refuse(reason, err, offset + prefix,
				      "expected a decimal number after @%.*s",
				      (int)prefix, filter);
	most = perfcnt_unit_most(mt_en);
	if (err || (number > most && number >= units))
		return perfcnt_refuse_unit(mt_en, limits, -ERANGE,
					   offset + prefix, reason);
	control->unit = number;
	control->word |= mt_en << PERFCNT_CTL_MT_EN_SHIFT;
	if (number <= most)
		control->word |= (u32)number << perfcnt_unit_shift(mt_en);
	return 0;
}

/**
 * perfcnt_control_from_name - what name[:modes][@tcN|@vpeN] asks for
 * @word: the name; modes are any of u, s, k and e, and u if there are none
 * @length: its length
 * @counter: below @limits->counters
 * @limits: what the machine has
 * @control: where it goes
 * @reason: why not, if not
 *
 * Return: 0, -EINVAL, -ENOENT for a native event where there are none, or
 * -ERANGE for a number that is too large.
 */
int perfcnt_control_from_name(const char *word, size_t length,
			      unsigned int counter,
			      const struct perfcnt_limits *limits,
			      struct perfcnt_control *control,
			      struct perfcnt_reason *reason)
{
	size_t at = name_part(word, length, ':', '@');
	struct perfcnt_control made = { 0 };
	int err;

	err = event_from_name(word, at, counter, limits, &made, reason);
	if (err)
		return err;
	if (at < length && word[at] == ':') {
		size_t modes = at + 1;

		at = modes + name_part(word + modes, length - modes, '@', '@');
		err = modes_from_name(word + modes, at - modes, modes,
				      &made.word, reason);
		if (err)
			return err;
	} else {
		made.word |= PERFCNT_CTL_U;
	}
	err = perfcnt_control_check(&made, counter, limits, reason);
	if (err)
		return err;
	if (at < length) {
		err = filter_from_name(word + at + 1, length - at - 1, at + 1,
				       limits, &made, reason) ?:
		      perfcnt_control_check(&made, counter, limits, reason);
		if (err && !reason->offset) /* all but the filter is right */
			reason->offset = at + 1;
		if (err)
			return err;
	}
	*control = made;
	return 0;
}

static bool attr_is_generic(u32 type)
{
	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE;
}

/**
 * perfcnt_perf_encode - the perf event for what a counter counts
 * @control: checked
 * @counter: whose it is
 * @limits: what the machine has
 * @attr: the event's type, config and modes; pinned, and it counts at once
 *
 * A hypervisor's work is not the kernel's, nor is a guest's ours: they are never
 * counted, as with the modifiers u and k of perf.  Which PMU is to count is left
 * out: it goes without saying on a CPU that has this one, and not every kernel
 * takes it from every driver (PERF_PMU_CAP_EXTENDED_HW_TYPE).
 *
 * Return: 0, or -ENOENT if perf has no event of that meaning.
 */
int perfcnt_perf_encode(const struct perfcnt_control *control,
			unsigned int counter,
			const struct perfcnt_limits *limits,
			struct perf_event_attr *attr)
{
	unsigned int code = perfcnt_control_event(control->word);
	struct perfcnt_native native = control->native;

	*attr = (struct perf_event_attr){
		.size = sizeof(*attr),
		.pinned = 1,
		.exclude_user = !(control->word & PERFCNT_CTL_U),
		.exclude_kernel = !(control->word & PERFCNT_CTL_K),
		.exclude_hv = 1,
		.exclude_guest = 1,
	};
	if (code != PERFCNT_EVENT_NATIVE &&
	    perfcnt_native_of_event(code, perfcnt_event_bank(counter),
				    &limits->cpu, &native))
		return -ENOENT;
	attr->type = native.type;
	attr->config = native.config;
	attr->config1 = native.config1;
	if (attr_is_generic(attr->type))
		attr->config &= PERF_HW_EVENT_MASK;
	return 0;
}

/**
 * perfcnt_perf_is_raw - do events of this type go by their PMU's own numbers?
 * @type: of an event
 */
bool perfcnt_perf_is_raw(u32 type)
{
	return !attr_is_generic(type) && type != PERF_TYPE_SOFTWARE;
}

/**
 * perfcnt_perf_is_clock - is it one of perf's software events that count nanoseconds?
 * @type: of the event
 * @config: of the event
 */
bool perfcnt_perf_is_clock(u32 type, u64 config)
{
	return type == PERF_TYPE_SOFTWARE && (config == PERF_COUNT_SW_CPU_CLOCK ||
					      config == PERF_COUNT_SW_TASK_CLOCK);
}

/**
 * perfcnt_perf_attr_for_pmu - let a raw event be one of this PMU
 * @attr: what perfcnt_perf_encode() has made
 * @pmu: of the CPU that shall count it, or NULL if that has none
 *
 * PERF_TYPE_RAW is the number of one PMU.  Where CPUs are of two kinds, perf offers such an
 * event to no other (perf_init_event()).
 *
 * Return: is it a raw event, see perfcnt_perf_is_raw()?
 */
bool perfcnt_perf_attr_for_pmu(struct perf_event_attr *attr,
			       const struct perfcnt_cpu_pmu *pmu)
{
	if (attr->type == PERF_TYPE_RAW && pmu)
		attr->type = pmu->type;
	return perfcnt_perf_is_raw(attr->type);
}
