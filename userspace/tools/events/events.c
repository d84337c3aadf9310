// SPDX-License-Identifier: GPL-2.0
/* The 34K's event table, and what reports call its events. */
#include <stddef.h>
#include <string.h>

#include <linux/perfcnt.h>

#include "base/memory.h"
#include "events.h"

enum bank bank_of(unsigned int counter)
{
	return counter % BANK_COUNT;
}

const char *bank_name(enum bank bank)
{
	return bank == BANK_EVEN ? "even" : "odd";
}

/* Control words as MD00548's Table 2 has them. */

unsigned int control_event(uint32_t control)
{
	return (control & PERFCNT_CTL_EVENT) >> PERFCNT_CTL_EVENT_SHIFT;
}

void control_modes(uint32_t control, const char letters[5], char text[5])
{
	unsigned int i;

	for (i = 0; letters[i]; i++)
		if (control & (PERFCNT_CTL_U >> i))
			*text++ = letters[i];
	*text = '\0';
}

const char *control_read_modes(const char *text, uint32_t *modes)
{
	static const char letters[] = CONTROL_MODES_WRITTEN;

	for (*modes = 0; *text; text++) {
		const char *letter = strchr(letters, *text);
		uint32_t mode;

		if (!letter)
			return "unknown mode; use u, s, k or e";
		mode = PERFCNT_CTL_U >> (letter - letters);
		if (*modes & mode)
			return "duplicate mode";
		*modes |= mode;
	}
	return NULL;
}

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

static const struct {
	unsigned int code;
	enum bank bank;
	const char *text;
} doubts[] = {
#define PERFCNT_EVENT(code, bank, scope, name, description)
#define PERFCNT_EVENT_DOUBT(code, bank, doubt) { code, BANK_##bank, doubt },
#include <linux/perfcnt_events.h>
};

const char *event_doubt(const struct event *event)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(doubts); i++)
		if (doubts[i].code == event->code && doubts[i].bank == event->bank)
			return doubts[i].text;
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
