// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/* The 34K events, by code and by name. */
#include "event.h"

static const struct perfcnt_event events[] = {
#define PERFCNT_EVENT(code_, bank_, scope_, name_, description)	\
	{							\
		.code = (code_),				\
		.bank = PERFCNT_BANK_##bank_,			\
		.scope = PERFCNT_SCOPE_##scope_,		\
		.name = (name_),				\
	},
#include "../../uapi/linux/perfcnt_events.h"
};

/**
 * perfcnt_event_find - the event that a code means for a counter
 * @code: the control word's event field
 * @counter: the counter's number; odd ones have other events
 *
 * Return: the event, or NULL where the table has none (reserved).
 */
const struct perfcnt_event *perfcnt_event_find(unsigned int code,
					       unsigned int counter)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (events[i].code == code &&
		    events[i].bank == perfcnt_event_bank(counter))
			return &events[i];
	return NULL;
}

/**
 * perfcnt_event_find_name - the event of a name
 * @name: the name, not NUL-terminated
 * @length: its length
 * @counter: the counter that is to have it
 *
 * Return: the event of the counter's bank; that of the other bank if only it
 * has the name; or NULL.
 */
const struct perfcnt_event *perfcnt_event_find_name(const char *name,
						    size_t length,
						    unsigned int counter)
{
	const struct perfcnt_event *found = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (strlen(events[i].name) != length ||
		    memcmp(events[i].name, name, length))
			continue;
		found = &events[i];
		if (found->bank == perfcnt_event_bank(counter))
			break;
	}
	return found;
}

/**
 * perfcnt_event_count - how many events the table has
 */
size_t perfcnt_event_count(void)
{
	return ARRAY_SIZE(events);
}

/**
 * perfcnt_event_at - a row of the table
 * @index: below perfcnt_event_count()
 */
const struct perfcnt_event *perfcnt_event_at(size_t index)
{
	return &events[index];
}
