// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/* The control word: take it apart, check it, show it. */
#include "control.h"

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
 * Return: true if they do, with or without IE.  An event of a rotation is not the same
 * without it, as it would come back.
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

