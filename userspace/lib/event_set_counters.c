// SPDX-License-Identifier: LGPL-2.1-or-later
/* The counters of a set: which of them count which event, and claiming them. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kmod/encoding/control.h"
#include "handle.h"
#include "kernel.h"
#include "event_set.h"

/* How often room is looked for. */
#define CLAIM_TRIES	8

/* What a name is on the counters of a bank: alone on each VPE if that is possible. */
static void look_up(const struct perfcnt_event_set *set, const char *name,
		    unsigned int bank, struct set_event *event)
{
	char text[PERFCNT_NAME_SIZE + 8];
	unsigned int vpe;

	event->alone[bank] = true;
	for (vpe = 0; vpe < set->vpes; vpe++) {
		snprintf(text, sizeof(text), set->vpes > 1 ? "%s@vpe%u" : "%s",
			 name, vpe);
		if (perfcnt_kernel_name(set->perfcnt, bank, text,
					&event->what[bank][vpe]))
			event->alone[bank] = false;
	}
	event->can[bank] = event->alone[bank] ||
			   !perfcnt_kernel_name(set->perfcnt, bank, name,
						&event->what[bank][0]);
}

/* Does another source have other words for this code of a 34K, on the counters of a bank? */
static bool is_unsure(unsigned int bank, uint32_t control)
{
	static const struct {
		uint32_t code;
		unsigned int bank;
	} doubts[] = {
#define EVEN	SET_EVEN
#define ODD	SET_ODD
#define PERFCNT_EVENT(code, bank, scope, name, description)
#define PERFCNT_EVENT_DOUBT(code, bank, doubt)	{ code, bank },
#include <linux/perfcnt_events.h>
#undef EVEN
#undef ODD
	};
	unsigned int i;

	for (i = 0; i < sizeof(doubts) / sizeof(*doubts); i++)
		if (doubts[i].code << PERFCNT_CTL_EVENT_SHIFT == (control & PERFCNT_CTL_EVENT) &&
		    doubts[i].bank == bank)
			return true;
	return false;
}

/* Of two banks that have the event, one that is sure is taken. */
static void prefer_sure(struct set_event *event)
{
	const bool even = is_unsure(SET_EVEN, event->what[SET_EVEN][0].control);
	const bool odd = is_unsure(SET_ODD, event->what[SET_ODD][0].control);
	const unsigned int bank = even ? SET_EVEN : SET_ODD;

	if (!event->can[SET_EVEN] || !event->can[SET_ODD] || even == odd)
		return;
	event->can[bank] = false;
	event->alone[bank] = false;
}

/* 0x and digits. */
bool perfcnt_event_set_is_control(const char *name)
{
	return name[0] == '0' && (name[1] == 'x' || name[1] == 'X') && name[2] &&
	       name[2 + strspn(name + 2, "0123456789abcdefABCDEF")] == '\0';
}

/* Which counters have an event of this code; even ones, if odd ones have another. */
static unsigned int banks_of_code(struct perfcnt *perfcnt, uint32_t code)
{
	unsigned int i, banks = 0;
	struct perfcnt_event_row row;

	for (i = 0; !perfcnt_kernel_event(perfcnt, i, &row); i++)
		if (row.code == code)
			banks |= row.banks;
	return banks & PERFCNT_BANK_IS_EVEN ? PERFCNT_BANK_IS_EVEN : banks;
}

/* What a control word is, where one event has one counter. */
static int take_control(const struct perfcnt_event_set *set, const char *name,
			struct set_event *event)
{
	const unsigned long long word = strtoull(name, NULL, 16);
	const uint32_t code = (word & PERFCNT_CTL_EVENT) >> PERFCNT_CTL_EVENT_SHIFT;
	const char *why = NULL;
	unsigned int bank, banks;

	banks = code == PERFCNT_EVENT_NATIVE ? 0 : banks_of_code(set->perfcnt, code);
	if (word > UINT32_MAX)
		why = "a control word has 32 bits";
	else if (!(word & PERFCNT_CTL_MODES))
		why = "no mode is set";
	else if (word & PERFCNT_CTL_IE)
		why = "nobody is notified: IE must be 0";
	else if (!banks)
		why = "no event has this code";
	if (why)
		return perfcnt_refuse_call(EINVAL, "'%s': %s", name, why);
	for (bank = 0; bank < SET_BANKS; bank++) {
		event->can[bank] = banks & 1u << bank;
		event->alone[bank] = event->can[bank];
		event->what[bank][0].control = word & ~PERFCNT_CTL_M;
	}
	return 0;
}

/* Neither bank can count it: in the words of the one that has the event. */
static int refuse_name(const struct perfcnt_event_set *set, const char *name, unsigned int counters)
{
	struct perfcnt_what what;

	perfcnt_kernel_name(set->perfcnt, SET_EVEN, name, &what);
	if (counters > 1 &&
	    strstr(perfcnt_strerror(set->perfcnt), perfcnt_wrong_bank(SET_EVEN)))
		perfcnt_kernel_name(set->perfcnt, SET_ODD, name, &what);
	return -1;
}

/* The places of a bank: counters, or one for each VPE; those that are free. */
static unsigned int places(const struct perfcnt_event_set *set, uint32_t free,
			   unsigned int bank, unsigned int first[])
{
	unsigned int counter, vpe, found = 0, step = SET_BANKS * set->vpes;

	for (counter = bank; counter < PERFCNT_MAX_COUNTERS; counter += step) {
		uint32_t mask = 0;

		for (vpe = 0; vpe < set->vpes; vpe++)
			mask |= 1u << (counter + vpe * SET_BANKS);
		if ((mask & free) == mask)
			first[found++] = counter;
	}
	return found;
}

/*
 * The bank of which fewer counters are used, of those that can count it.  So counters are side
 * by side, which the kernel reads by fewer instructions.
 */
static unsigned int emptier(const bool can[], const unsigned int used[])
{
	if (!can[SET_EVEN])
		return SET_ODD;
	return can[SET_ODD] && used[SET_ODD] < used[SET_EVEN] ? SET_ODD : SET_EVEN;
}

static bool has_choice(const struct set_event *event)
{
	return event->can[SET_EVEN] && event->can[SET_ODD];
}

/* An event's counters: one for each VPE, from the first on, if it can be alone there. */
static void note_counters(const struct perfcnt_event_set *set, struct set_event *event,
			  unsigned int first)
{
	unsigned int part;

	event->place.parts = event->alone[first % SET_BANKS] ? set->vpes : 1;
	for (part = 0; part < event->place.parts; part++)
		event->place.counter[part] = first + part * SET_BANKS;
}

/*
 * Give each event its counters.  Of these, hardware events can have those that there are in
 * the PMU: a module that does not say how many has no others.  What one bank alone can count is
 * sure of its place there; events of the kernel have counters that are left then.
 */
static int place(struct perfcnt_event_set *set, unsigned int count, uint32_t free,
		 const struct perfcnt_describe *machine, bool noted)
{
	unsigned int first[SET_BANKS][PERFCNT_MAX_COUNTERS], preferred[PERFCNT_MAX_COUNTERS];
	unsigned int i, bank, most, hardware = 0, software;
	unsigned int wanted[SET_BANKS] = { 0 }, used[SET_BANKS] = { 0 };
	int left[SET_BANKS];

	for (bank = 0; bank < SET_BANKS; bank++)
		left[bank] = places(set, free, bank, first[bank]);
	most = left[SET_EVEN] + left[SET_ODD];
	if (machine->hardware && machine->hardware < most)
		most = machine->hardware;
	for (i = 0; i < count; i++) {
		preferred[i] = emptier(set->events[i].can, wanted);
		wanted[preferred[i]]++;
		if (perfcnt_event_set_is_software(&set->events[i]))
			continue;
		hardware++;
		left[preferred[i]] -= !has_choice(&set->events[i]);
	}
	if (hardware > most || left[SET_EVEN] < 0 || left[SET_ODD] < 0)
		return -1;
	for (software = 0; software < 2; software++)
		for (i = 0; i < count; i++) {
			struct set_event *event = &set->events[i];

			if (perfcnt_event_set_is_software(event) != software)
				continue;
			bank = preferred[i];
			if (software || has_choice(event)) {
				bank ^= !left[bank];
				if (!event->can[bank] || !left[bank])
					return -1;
				left[bank]--;
			}
			if (noted)
				note_counters(set, event, first[bank][used[bank]++]);
		}
	return 0;
}

bool perfcnt_event_set_is_software(const struct set_event *event)
{
	const struct perfcnt_what *what = event->can[SET_EVEN] ? &event->what[SET_EVEN][0] :
								  &event->what[SET_ODD][0];

	return perfcnt_kernel_is_software(what);
}

static uint32_t free_counters(const struct perfcnt_event_set *set,
			      const struct perfcnt_describe *machine)
{
	return (~machine->claimed | set->claimed) &
	       ((1ull << machine->counters) - 1);
}

/* No counters are left: say who holds them. */
static int refuse_full(const struct perfcnt_describe *machine, const char *why)
{
	uint32_t held = machine->claimed & ((1ull << PERFCNT_MAX_COUNTERS) - 1);
	char words[WORDS_SIZE] = "";
	unsigned int i;

	while (held) {
		uint32_t owner = machine->owner[__builtin_ctz(held)], its = 0;

		for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
			if (held & 1u << i && machine->owner[i] == owner)
				its |= 1u << i;
		held &= ~its;
		if (owner)
			perfcnt_handle_append(words, "; process %u holds", owner);
		else /* this user may not know whose, or it has another PID namespace */
			perfcnt_handle_append(words, "; another process holds");
		perfcnt_handle_append(words, its & (its - 1) ? " counters" : " counter");
		for (; its; its &= its - 1)
			perfcnt_handle_append(words, " %d", __builtin_ctz(its));
	}
	return perfcnt_refuse_call(EBUSY, "%s%s", why, words);
}

static int refuse_event(const struct perfcnt_event_set *set, const char *name,
			const struct perfcnt_describe *machine)
{
	char why[WORDS_SIZE];

	if (set->multiplexes)
		return perfcnt_refuse_call(EBUSY, "'%s': at most %u events can be multiplexed",
					   name, PERFCNT_MULTIPLEX_EVENTS);
	snprintf(why, sizeof(why),
		 "'%s': no counter is left that can count it beside the others", name);
	return refuse_full(machine, why);
}

/* Is there room for one more, which is behind the others, or will there be in a moment? */
static int await_room(struct perfcnt_event_set *set, struct perfcnt_describe *machine)
{
	int tries = 0;

	while (place(set, set->count + 1, free_counters(set, machine), machine, false)) {
		if (++tries == CLAIM_TRIES || perfcnt_kernel_describe(set->perfcnt, machine))
			return -1;
		sched_yield();
	}
	return 0;
}

int perfcnt_event_set_add(struct perfcnt_event_set *set, const char *name)
{
	struct perfcnt_describe machine;
	struct set_event *event;
	unsigned int bank;

	if (perfcnt_kernel_check_name(name, set->cpus) ||
	    perfcnt_kernel_describe(set->perfcnt, &machine))
		return -1;
	if (set->count == (set->multiplexes ? PERFCNT_MULTIPLEX_EVENTS : PERFCNT_MAX_COUNTERS))
		return refuse_event(set, name, &machine);
	event = &set->events[set->count];
	memset(event, 0, sizeof(*event));
	if (set->cpus && perfcnt_event_set_is_control(name)) {
		if (take_control(set, name, event))
			return -1;
	} else {
		for (bank = 0; bank < SET_BANKS && bank < machine.counters; bank++)
			look_up(set, name, bank, event);
		if (!(machine.flags & PERFCNT_HAS_NATIVE))
			prefer_sure(event);
	}
	if (!event->can[SET_EVEN] && !event->can[SET_ODD])
		return refuse_name(set, name, machine.counters);
	if (set->multiplexes && perfcnt_multiplex_look_up(set, name, event))
		return -1;
	if (!set->multiplexes && await_room(set, &machine))
		return refuse_event(set, name, &machine);
	set->count++;
	return 0;
}

void perfcnt_event_set_remove(struct perfcnt_event_set *set, unsigned int event)
{
	set->count--;
	memmove(&set->events[event], &set->events[event + 1],
		(set->count - event) * sizeof(*set->events));
}

void perfcnt_event_set_save_places(const struct perfcnt_event_set *set, struct set_place places[])
{
	unsigned int i;

	for (i = 0; i < set->count && i < PERFCNT_MAX_COUNTERS; i++)
		places[i] = set->events[i].place;
}

void perfcnt_event_set_restore_places(struct perfcnt_event_set *set,
				      const struct set_place places[])
{
	unsigned int i;

	for (i = 0; i < set->count && i < PERFCNT_MAX_COUNTERS; i++)
		set->events[i].place = places[i];
}

/* What the counters of all events are set to. */
static struct perfcnt_set settings_of(const struct perfcnt_event_set *set)
{
	struct perfcnt_set settings = { .size = sizeof(struct perfcnt_set) };
	unsigned int i, part;

	for (i = 0; i < set->count; i++) {
		const struct set_event *event = &set->events[i];

		for (part = 0; part < event->place.parts; part++) {
			unsigned int counter = event->place.counter[part];

			settings.controls |= 1u << counter;
			settings.counter[counter].what =
				event->what[counter % SET_BANKS][part];
		}
	}
	return settings;
}

/* Which of these can be claimed, each alone?  What /proc/perf has is not claimed, and cannot be. */
static uint32_t claimable(const struct perfcnt_event_set *set, uint32_t counters)
{
	uint32_t can = 0;

	for (; counters; counters &= counters - 1) {
		const uint32_t one = counters & -counters;

		if (perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_CLAIM, one))
			continue;
		perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_RELEASE, one);
		can |= one;
	}
	return can;
}

/* The counters that the events want of those that are free; 0 if these are not enough. */
static uint32_t wanted_counters(struct perfcnt_event_set *set, uint32_t free,
				const struct perfcnt_describe *machine, int most)
{
	if (set->multiplexes)
		return perfcnt_multiplex_counters(set, free, machine, most);
	return place(set, set->count, free, machine, true) ? 0 : settings_of(set).controls;
}

/*
 * Others, and other threads of this program, may claim counters first, and those that they only
 * try they release at once: then what is free is looked at again.  Some users may have a few only.
 */
static int claim(struct perfcnt_event_set *set)
{
	int most = PERFCNT_MAX_COUNTERS, tries = 0;
	uint32_t cannot = 0, left_out = 0, wanted;
	struct perfcnt_describe machine;

	while (tries < CLAIM_TRIES) {
		if (perfcnt_kernel_describe(set->perfcnt, &machine))
			return -1;
		wanted = wanted_counters(set, free_counters(set, &machine) & ~cannot, &machine,
					 most);
		if (!wanted) {
			left_out = cannot;
			cannot = 0;
			tries++;
			sched_yield();
			continue;
		}
		if (!perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_CLAIM, wanted)) {
			set->claimed = wanted;
			return 0;
		}
		if (set->multiplexes && errno == EPERM && wanted & (wanted - 1)) {
			most = __builtin_popcount(wanted) - 1;
			continue;
		}
		if (errno != EBUSY)
			return -1;
		cannot |= wanted & ~claimable(set, wanted);
		tries++;
	}
	if (set->multiplexes)
		return perfcnt_refuse_call(EBUSY, "no counter is free");
	errno = EBUSY;
	if (left_out)
		return -1; /* in the kernel's words: /proc/perf has them */
	return refuse_full(&machine, "others have claimed counters since the events were added");
}

static int set_counters(const struct perfcnt_event_set *set)
{
	const struct perfcnt_set settings = settings_of(set);

	return perfcnt_kernel(set->perfcnt, PERFCNT_IOC_SET, &settings);
}

int perfcnt_event_set_claim(struct perfcnt_event_set *set)
{
	int error;

	if (set->claimed)
		return 0;
	if (!set->count)
		return perfcnt_refuse_call(EINVAL, "the set has no events");
	if (!claim(set) &&
	    !(set->multiplexes ? perfcnt_multiplex_set(set) : set_counters(set)))
		return 0;
	error = errno;
	if (set->claimed)
		perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_RELEASE, set->claimed);
	set->claimed = 0;
	errno = error;
	return -1;
}
