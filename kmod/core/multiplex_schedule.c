// SPDX-License-Identifier: GPL-2.0
/* Which events have their turn when, and on which counters; multiplex_schedule.h has the idea. */
#include <linux/bitops.h>
#include <linux/bits.h>

#include "multiplex_schedule.h"

/* Counters 0, 2, 4 ..., and 1, 3, 5 ... */
#define EVEN 0x55555555ul
#define ODD 0xaaaaaaaaul

/**
 * perfcnt_multiplex_round_begin - all events have a turn again
 * @round: the round
 * @events: how many there are
 * @random: a random number below another one
 */
void perfcnt_multiplex_round_begin(struct perfcnt_multiplex_round *round, unsigned int events,
				   u32 (*random)(u32 below))
{
	unsigned int i;

	round->left = events;
	for (i = 0; i < events; i++) {
		unsigned int at = random(i + 1);

		round->event[i] = round->event[at];
		round->event[at] = i;
	}
}

/**
 * perfcnt_multiplex_round_parts - how many counters an event needs
 * @entry: the event
 * @vpes: how many VPEs are to be counted one by one; 1 if none
 */
unsigned int perfcnt_multiplex_round_parts(const struct perfcnt_multiplex_event *entry,
					   unsigned int vpes)
{
	return entry->alone ? vpes : 1;
}

/* The counters of one bank that can count an event: of two banks, of the emptier. */
static unsigned long schedule_bank(const struct perfcnt_multiplex_event *entry,
				   unsigned long counters)
{
	unsigned long even = 0, odd = 0;

	if (entry->banks & PERFCNT_BANK_IS_EVEN)
		even = counters & EVEN;
	if (entry->banks & PERFCNT_BANK_IS_ODD)
		odd = counters & ODD;
	return hweight_long(odd) > hweight_long(even) ? odd : even;
}

/**
 * perfcnt_multiplex_round_capacity - on how many counters an event could be
 * @entry: the event
 * @counters: mask of the counters
 */
unsigned int perfcnt_multiplex_round_capacity(const struct perfcnt_multiplex_event *entry,
					      unsigned long counters)
{
	return hweight_long(schedule_bank(entry, counters));
}

/* Place an event; returns the counters that it has then. */
static unsigned long schedule_place(const struct perfcnt_multiplex_event *entry,
				    unsigned int event,
				    unsigned long free, unsigned int vpes,
				    struct perfcnt_multiplex_slice *slice)
{
	unsigned int part, parts = perfcnt_multiplex_round_parts(entry, vpes);
	unsigned long bank = schedule_bank(entry, free), taken = 0;

	if (hweight_long(bank) < parts)
		return 0;
	for (part = 0; part < parts; part++) {
		unsigned int counter = __ffs(bank & ~taken);

		slice->event[counter] = event;
		slice->vpe[counter] = part;
		taken |= BIT(counter);
	}
	return taken;
}

/**
 * perfcnt_multiplex_round_next - who has the next slice
 * @round: the round
 * @entries: all events
 * @counters: mask of the counters
 * @vpes: as in perfcnt_multiplex_round_parts()
 * @slice: the result
 *
 * Return: the number of events in the slice; 0 if none is left that has space.
 */
unsigned int perfcnt_multiplex_round_next(struct perfcnt_multiplex_round *round,
					  const struct perfcnt_multiplex_event *entries,
					  unsigned long counters, unsigned int vpes,
					  struct perfcnt_multiplex_slice *slice)
{
	unsigned int i, left = 0, placed = 0;
	unsigned long free = counters;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		slice->event[i] = PERFCNT_NO_EVENT;
	for (i = 0; i < round->left; i++) {
		unsigned int event = round->event[i];
		unsigned long taken = schedule_place(&entries[event], event, free, vpes,
						     slice);

		if (taken)
			placed++;
		else
			round->event[left++] = event;
		free &= ~taken;
	}
	round->left = left;
	return placed;
}

static bool schedule_has(const struct perfcnt_multiplex_slice *slice, s16 event)
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (slice->event[i] == event)
			return true;
	return false;
}

/**
 * perfcnt_multiplex_round_without - the events of a slice have had their turn
 * @round: a round that has just begun
 * @slice: the slice
 */
void perfcnt_multiplex_round_without(struct perfcnt_multiplex_round *round,
				     const struct perfcnt_multiplex_slice *slice)
{
	unsigned int i, left = 0;

	for (i = 0; i < round->left; i++)
		if (!schedule_has(slice, round->event[i]))
			round->event[left++] = round->event[i];
	round->left = left;
}

/* Leave one event out of a slice. */
static void schedule_leave_out(struct perfcnt_multiplex_slice *slice, s16 event)
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (slice->event[i] == event)
			slice->event[i] = PERFCNT_NO_EVENT;
}

/**
 * perfcnt_multiplex_round_take_back - not all events of a slice can be counted together
 * @round: the round: one of them has another turn in it, if it is not the last
 * @slice: the slice, without it
 *
 * Return: the number of counters with an event that are left in the slice.
 */
unsigned int perfcnt_multiplex_round_take_back(struct perfcnt_multiplex_round *round,
					       struct perfcnt_multiplex_slice *slice)
{
	unsigned int i, left = 0;
	s16 event = PERFCNT_NO_EVENT;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (slice->event[i] != PERFCNT_NO_EVENT)
			event = slice->event[i];
	if (event == PERFCNT_NO_EVENT)
		return 0;
	schedule_leave_out(slice, event);
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		left += slice->event[i] != PERFCNT_NO_EVENT;
	if (left)
		round->event[round->left++] = event;
	return left;
}

/**
 * perfcnt_multiplex_event_on_vpe - an event as one VPE alone has it
 * @entry: the event
 * @vpe: which
 *
 * Return: what a counter is set to for that.
 */
struct perfcnt_control perfcnt_multiplex_event_on_vpe(const struct perfcnt_multiplex_event *entry,
						      unsigned int vpe)
{
	struct perfcnt_control control = entry->control;

	control.word |= PERFCNT_MT_EN_VPE << PERFCNT_CTL_MT_EN_SHIFT |
			vpe << PERFCNT_CTL_VPEID_SHIFT;
	control.unit = vpe;
	return control;
}
