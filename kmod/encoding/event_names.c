// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/* What a counter counts, by name: [pmu/]name[/][:modes][@tcN|@vpeN]. */
#include "control.h"
#include "number.h"

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
