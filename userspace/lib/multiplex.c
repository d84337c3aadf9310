// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Event sets whose events take turns: more events than counters, and how far what they have
 * counted can be relied on.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "kernel.h"
#include "event_set.h"

#define NS_PER_US 1000.0
#define LEFT 4 /* counters for others */

int perfcnt_event_set_multiplex(struct perfcnt_event_set *set, unsigned int slice_us)
{
	if (slice_us && (slice_us < PERFCNT_MULTIPLEX_SLICE_MIN ||
			 slice_us > PERFCNT_MULTIPLEX_SLICE_MAX))
		return perfcnt_refuse_call(EINVAL,
					     "a slice of %u us: it can have %u to %u",
					     slice_us, PERFCNT_MULTIPLEX_SLICE_MIN,
					     PERFCNT_MULTIPLEX_SLICE_MAX);
	set->multiplexes = true;
	set->slice_us = slice_us;
	return 0;
}

int perfcnt_multiplex_look_up(const struct perfcnt_event_set *set, const char *name,
			      struct set_event *event)
{
	struct perfcnt_what what[SET_BANKS] = { 0 };
	unsigned int bank;
	bool alone = event->alone[SET_EVEN] || event->alone[SET_ODD];

	for (bank = 0; bank < SET_BANKS; bank++) {
		/* one word is for both banks; a bank where it is alone is better */
		if (!event->can[bank] || (alone && !event->alone[bank]))
			continue;
		if (perfcnt_kernel_name(set->perfcnt, bank, name, &what[bank]))
			return -1;
		if (!event->turn.banks)
			event->turn.what = what[bank];
		if (!memcmp(&event->turn.what, &what[bank], sizeof(what[bank])))
			event->turn.banks |= 1u << bank;
	}
	return 0;
}

int perfcnt_multiplex_set(struct perfcnt_event_set *set)
{
	struct perfcnt_multiplexing *wanted = malloc(sizeof(*wanted));
	unsigned int i;
	int result;

	if (!wanted)
		return -1;
	*wanted = (struct perfcnt_multiplexing){ .size = sizeof(struct perfcnt_multiplexing) };
	wanted->nr = set->count;
	wanted->slice_us = set->slice_us;
	wanted->counters = set->claimed;
	for (i = 0; i < set->count; i++) {
		wanted->event[i] = set->events[i].turn;
		set->events[i].counted = 0;
	}
	result = perfcnt_kernel(set->perfcnt, PERFCNT_IOC_MULTIPLEX, wanted);
	perfcnt_handle_free(wanted);
	return result;
}

/* Of more than four, four are left to others, or what is over four. */
static int without_left(int counters)
{
	int leave = counters - LEFT;

	return leave > LEFT ? counters - LEFT : leave > 0 ? LEFT : counters;
}

/* As many counters as can have an event each, whichever has its turn. */
static int most_counters(const struct perfcnt_event_set *set,
			 const struct perfcnt_describe *machine)
{
	unsigned int i;

	for (i = 0; i < set->count; i++)
		if (machine->hardware && !perfcnt_event_set_is_software(&set->events[i]))
			return without_left(machine->hardware);
	return PERFCNT_MAX_COUNTERS;
}

uint32_t perfcnt_multiplex_counters(const struct perfcnt_event_set *set, uint32_t free,
				    const struct perfcnt_describe *machine, int most)
{
	int some = without_left(__builtin_popcount(free)), all = most_counters(set, machine);

	while (__builtin_popcount(free) > some || __builtin_popcount(free) > all ||
	       __builtin_popcount(free) > most)
		free &= ~(1u << (31 - __builtin_clz(free)));
	return free;
}

void perfcnt_multiplex_release(struct perfcnt_event_set *set)
{
	struct perfcnt_multiplexing none = { .size = offsetof(struct perfcnt_multiplexing, event) };

	perfcnt_kernel(set->perfcnt, PERFCNT_IOC_MULTIPLEX, &none);
	perfcnt_kernel_mask(set->perfcnt, PERFCNT_IOC_RELEASE, set->claimed);
}

/* Is that a count, which can be scaled? */
static int check_turn(unsigned int event, const struct perfcnt_multiplexed_event *turn,
		      uint64_t before, uint64_t enabled)
{
	unsigned long long count = turn->count, running = turn->running;

	if (count < before || count > INT64_MAX)
		return perfcnt_refuse_numbers(EPROTO,
					      "event %llu: its count went back from %llu to %lld",
					      event, before, count);
	if (running && (double)count / running * enabled >= (double)INT64_MAX)
		return perfcnt_refuse_numbers(EPROTO,
					      "event %llu: it cannot have happened %llu times in %llu ns",
					      event, count, running);
	return 0;
}

int perfcnt_multiplex_take(struct perfcnt_event_set *set, struct perfcnt_multiplexed *multiplexed)
{
	unsigned int i;

	*multiplexed = (struct perfcnt_multiplexed){ .size = sizeof(struct perfcnt_multiplexed) };
	if (perfcnt_kernel(set->perfcnt, PERFCNT_IOC_MULTIPLEXED, multiplexed))
		return -1;
	for (i = 0; i < multiplexed->events && i < set->count; i++) {
		if (check_turn(i, &multiplexed->event[i], set->events[i].counted,
			       multiplexed->enabled)) {
			multiplexed->events = 0;
			return -1;
		}
		set->events[i].counted = multiplexed->event[i].count;
	}
	return 0;
}

/* A sum of squares has 96 bits, and 32 behind the point. */
static uint64_t low_squares(const struct perfcnt_multiplexed_event *of)
{
	return of->squares << 32 | of->fraction;
}

static uint64_t high_squares(const struct perfcnt_multiplexed_event *of)
{
	return (uint64_t)of->squares_high << 32 | of->squares >> 32;
}

static void subtract_squares(struct perfcnt_multiplexed_event *from,
			     const struct perfcnt_multiplexed_event *less)
{
	uint64_t low = low_squares(from) - low_squares(less);
	uint64_t high = high_squares(from) - high_squares(less) -
			(low_squares(from) < low_squares(less));

	/* less than 0: a slice that had begun before has counted little since; nothing is known */
	if (high > INT64_MAX) {
		low = 0;
		high = 0;
	}
	from->fraction = low;
	from->squares = high << 32 | low >> 32;
	from->squares_high = high >> 32;
}

void perfcnt_multiplex_between(const struct perfcnt_multiplexed *before,
			       const struct perfcnt_multiplexed *after, unsigned int event,
			       struct multiplex_sum *sum)
{
	struct perfcnt_multiplexed_event *of = &sum->event;

	*of = after->event[event];
	sum->enabled = after->enabled;
	sum->rounds = after->rounds;
	if (!before)
		return;
	of->count -= before->event[event].count;
	of->running -= before->event[event].running;
	of->slices -= before->event[event].slices;
	subtract_squares(of, &before->event[event]);
	if (of->running && !of->slices)
		of->slices = 1; /* it had begun before */
	sum->enabled -= before->enabled;
	sum->rounds -= before->rounds;
}

/* The integer part without loss, as far as the machine's numbers go. */
uint64_t perfcnt_multiplex_scale(uint64_t count, uint64_t enabled, uint64_t running)
{
	uint64_t times = enabled / running, rest = enabled % running;

	return count * times + (uint64_t)((double)count * rest / running + 0.5);
}

int perfcnt_multiplex_count(const struct multiplex_sum *sum, unsigned int event,
			    uint64_t *count)
{
	if (!sum->event.running)
		return perfcnt_refuse_call(ENODATA, "event %u had no slice", event);
	*count = perfcnt_multiplex_scale(sum->event.count, sum->enabled, sum->event.running);
	return 0;
}

/* Newton's way, from above: the library does without libm. */
static double square_root(double square)
{
	double root = square > 1 ? square : 1, next;

	for (;;) {
		next = (root + square / root) / 2;
		if (next >= root)
			return root;
		root = next;
	}
}

/*
 * See struct perfcnt_multiplexed.  Less than 0: slices that do not differ, or by less than is
 * lost in their sums, do not say how other slices would have differed.
 */
double perfcnt_multiplex_error(const struct multiplex_sum *sum)
{
	const struct perfcnt_multiplexed_event *turn = &sum->event;
	double running = turn->running / NS_PER_US, enabled = sum->enabled / NS_PER_US;
	const double integer = turn->squares_high * 18446744073709551616.0 +
			       turn->squares;
	double squares = integer + turn->fraction / 4294967296.0;
	double spread = squares - (double)turn->count / running * turn->count;

	if (turn->running >= sum->enabled)
		return 0; /* it was counted all the time */
	if (turn->slices < 2 || spread <= 0)
		return -1;
	return enabled * square_root(spread / (turn->slices - 1) / running *
				     (1 - running / enabled));
}
