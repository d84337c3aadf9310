// SPDX-License-Identifier: GPL-2.0
/* The 34K's event table, and what reports call its events. */
#include <stddef.h>
#include <string.h>

#include <linux/perfcnt.h>

#include "base/memory.h"
#include "control.h"
#include "events.h"

const struct event events[] = {
#define PERFCNT_EVENT(code, bank, scope, name, description) \
	{ code, BANK_##bank, SCOPE_##scope, name, description },
#include <linux/perfcnt_events.h>
};

const unsigned int event_count = ARRAY_SIZE(events);

/* The words of MD00548's Figures 5 and 8 and of its Tables 6 and 8. */
static const struct {
	const char *name;
	const char *label;
} labels[] = {
	{ "cycles", "cycles" },
	{ "instructions", "all instructions" },
	{ "icache-accesses", "I-cache accesses" },
	{ "icache-misses", "I-cache misses" },
	{ "dcache-accesses", "D-cache accesses" },
	{ "dcache-writebacks", "D-cache writebacks" },
	{ "dcache-misses", "D-cache misses" },
	{ "stalls", "All stalls" },
	{ "replay-traps", "Replays" },
	{ "cache-fixups", "LSU replay stalls" },
	{ "ifu-stalls", "No instructions available" },
	{ "icache-miss-stalls", "L1 I-$ miss stalls" },
	{ "dcache-miss-stalls", "L1 D-$ miss stalls" },
	{ "dcache-miss-cycles", "D-$ miss pending" },
};

const struct event *event_at(enum bank bank, unsigned int code)
{
	static const struct event *found[BANK_COUNT][PERFCNT_EVENT_CODES];
	unsigned int i;

	/* the first of all is the last that is put there */
	for (i = event_count; !found[BANK_EVEN][0] && i; i--)
		found[events[i - 1].bank][events[i - 1].code] = &events[i - 1];
	return code < PERFCNT_EVENT_CODES ? found[bank][code] : NULL;
}

const struct event *event_of(unsigned int counter, uint32_t control)
{
	return event_at(bank_of(counter), control_event(control));
}

const struct event *event_named(enum bank bank, const char *name)
{
	unsigned int i;

	for (i = 0; i < event_count; i++)
		if (events[i].bank == bank && !strcmp(events[i].name, name))
			return &events[i];
	return NULL;
}

const char *event_label(const struct event *event)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(labels); i++)
		if (!strcmp(labels[i].name, event->name))
			return labels[i].label;
	return event->description;
}
