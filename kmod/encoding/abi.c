// SPDX-License-Identifier: GPL-2.0
/* What a counter counts and which events there are, as the ioctls say it. */
#include "control.h"

/* The filter's number: in the word, or beside it if the word has no space. */
static int unit_from_what(const struct perfcnt_what *what,
			  struct perfcnt_control *control,
			  struct perfcnt_reason *reason)
{
	unsigned int mt_en = perfcnt_control_mt_en(what->control);
	u32 most = perfcnt_unit_most(mt_en);

	control->unit = (what->control >> perfcnt_unit_shift(mt_en)) & most;
	if (!what->unit)
		return 0;
	if (!most || what->unit <= most)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "unit must be 0 unless the filter's number does not fit in the control word");
	if (control->unit)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "the filter's number in the control word must be 0 if unit is not 0");
	control->unit = what->unit;
	return 0;
}

/* The native event, if the word asks for one. */
static int native_from_what(const struct perfcnt_what *what,
			    struct perfcnt_control *control,
			    struct perfcnt_reason *reason)
{
	struct perfcnt_native *native = &control->native;

	memset(native, 0, sizeof(*native));
	if (perfcnt_control_event(what->control) == PERFCNT_EVENT_NATIVE) {
		native->known = true;
		native->type = what->type;
		native->config = what->config;
		native->config1 = what->config1;
		native->modes = perfcnt_native_modes(native);
		/* perf ignores that of the others: it is no other event */
		if (native->config1 && !perfcnt_perf_is_raw(native->type))
			return perfcnt_refuse(reason, -EINVAL, 0,
					      "config1 must be 0 unless the event is a raw one");
		return 0;
	}
	if (what->type || what->config || what->config1)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "type, config and config1 must be 0 unless the event is 127");
	return 0;
}

/**
 * perfcnt_control_from_what - what an ioctl asks for
 * @what: as it came from user space
 * @counter: below @limits->counters
 * @limits: what the machine has
 * @control: where it goes
 * @reason: why not, if not
 *
 * Return: 0 or -EINVAL.
 */
int perfcnt_control_from_what(const struct perfcnt_what *what,
			      unsigned int counter,
			      const struct perfcnt_limits *limits,
			      struct perfcnt_control *control,
			      struct perfcnt_reason *reason)
{
	if (what->reserved || what->config2 || what->reserved2)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "reserved, config2 and reserved2 must be 0");
	control->word = what->control & ~PERFCNT_CTL_M;
	return unit_from_what(what, control, reason) ?:
	       native_from_what(what, control, reason) ?:
	       perfcnt_control_check(control, counter, limits, reason);
}

/**
 * perfcnt_control_to_what - what an ioctl would ask for
 * @control: what a counter counts
 * @what: where it goes
 */
void perfcnt_control_to_what(const struct perfcnt_control *control,
			     struct perfcnt_what *what)
{
	u32 most = perfcnt_unit_most(perfcnt_control_mt_en(control->word));

	memset(what, 0, sizeof(*what));
	what->control = control->word;
	if (control->unit > most)
		what->unit = control->unit;
	if (perfcnt_control_event(control->word) != PERFCNT_EVENT_NATIVE)
		return;
	what->type = control->native.type;
	what->config = control->native.config;
	what->config1 = control->native.config1;
}

/**
 * perfcnt_event_rows - how many events have a name
 * @limits: what the machine has
 *
 * Return: the 34K's, and the native ones where there are any.
 */
unsigned int perfcnt_event_rows(const struct perfcnt_limits *limits)
{
	return perfcnt_event_count() +
	       (limits->native ? perfcnt_native_count() : 0);
}

static void copy_name(char *to, const char *from)
{
	memcpy(to, from, strlen(from) + 1);
}

/**
 * perfcnt_event_row - one of the events that have a name
 * @index: below perfcnt_event_rows()
 * @row: where it goes; its size is left alone
 */
void perfcnt_event_row(unsigned int index, struct perfcnt_event_row *row)
{
	const struct perfcnt_event *event;

	memset(row->name, 0, sizeof(row->name));
	row->index = index;
	if (index >= perfcnt_event_count()) {
		row->code = PERFCNT_EVENT_NATIVE;
		row->banks = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD;
		row->scope = PERFCNT_SCOPE_IS_TC;
		copy_name(row->name, perfcnt_native_name_at(index - perfcnt_event_count()));
		return;
	}
	event = perfcnt_event_at(index);
	row->code = event->code;
	row->banks = event->bank == PERFCNT_BANK_EVEN ? PERFCNT_BANK_IS_EVEN :
							PERFCNT_BANK_IS_ODD;
	row->scope = event->scope;
	copy_name(row->name, event->name);
}
