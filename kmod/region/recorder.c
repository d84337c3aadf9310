// SPDX-License-Identifier: GPL-2.0
/* The records of a session; recorder.h has the idea. */
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/irqflags.h>
#include <linux/limits.h>
#include <linux/lockdep.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/vmalloc.h>

#include "../encoding/regions.h"
#include "recorder.h"

/* Words of user data. */
#define USER 2

static struct perfcnt_regions_thread *part_of(const struct perfcnt_recorder *recorder,
					      unsigned int cpu)
{
	return (void *)recorder->file + recorder->file->head_size +
	       (size_t)cpu * recorder->file->part_size;
}

/* No region is open here: the slots stay in their order. */
static u32 place_of(const struct perfcnt_recorder *recorder, u32 place)
{
	return recorder->file->slots_at + place * recorder->file->slot_size;
}

static struct perfcnt_regions_slot *slot_of(const struct perfcnt_recorder *recorder,
					    struct perfcnt_regions_thread *part, u64 number)
{
	return (void *)part +
	       place_of(recorder, perfcnt_regions_order(recorder->file, number));
}

static struct perfcnt_regions_reading *begin_of(const struct perfcnt_recorder *recorder,
						struct perfcnt_regions_slot *slot)
{
	return (void *)slot + perfcnt_regions_begin_at(recorder->file);
}

/* Each region has a row. */
static struct perfcnt_regions_total *total_of(const struct perfcnt_recorder *recorder,
					      struct perfcnt_regions_thread *part,
					      unsigned int place)
{
	return (void *)part + recorder->file->totals_at +
	       place * recorder->file->total_size;
}

static void name_places(struct perfcnt_regions_head *file,
			const struct perfcnt_session_wanted *wanted)
{
	unsigned int i;

	file->places = wanted->place_count + 1;
	for (i = 0; i < wanted->place_count; i++) {
		const struct perfcnt_module_place *place = &wanted->places[i];
		struct perfcnt_regions_place *row = &file->place[i + 1];

		row->id = i;
		row->line = place->line;
		strscpy(row->name, place->name, sizeof(row->name));
		strscpy(row->function, place->function, sizeof(row->function));
		strscpy(row->file, kbasename(place->file), sizeof(row->file));
		strscpy(row->object, wanted->name, sizeof(row->object));
	}
}

static void begin_parts(struct perfcnt_recorder *recorder)
{
	unsigned int cpu, i;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		struct perfcnt_regions_thread *part = part_of(recorder, cpu);
		__u32 *order = (__u32 *)(part + 1);

		part->tid = cpu;
		part->counters = recorder->number;
		part->begun = ktime_get_mono_fast_ns();
		snprintf(part->name, sizeof(part->name), "cpu%u", cpu);
		memset(part->event_of, 0xff, sizeof(part->event_of));
		for (i = 0; i < recorder->file->slots; i++)
			order[i] = place_of(recorder, i);
		part->totals = recorder->file->totals;
		for (i = 0; i < part->totals; i++) {
			perfcnt_regions_clear(total_of(recorder, part, i), recorder->file);
			total_of(recorder, part, i)->begin_place = i + 1;
		}
	}
}

/**
 * perfcnt_recorder_make - memory for the records of all CPUs
 * @recorder: is filled in
 * @wanted: checked
 *
 * Context: Process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int perfcnt_recorder_make(struct perfcnt_recorder *recorder,
			  const struct perfcnt_session_wanted *wanted)
{
	u32 head_size = PAGE_ALIGN(sizeof(struct perfcnt_regions_head));
	u32 slots = roundup_pow_of_two(wanted->records);
	u32 slots_at = sizeof(struct perfcnt_regions_thread) + slots * sizeof(u32);
	u32 slot_size = PERFCNT_REGIONS_SLOT_HEAD +
			(1 + 2 * wanted->event_count + USER) * sizeof(u64);
	u32 sums_size = sizeof(struct perfcnt_regions_sums) +
			wanted->event_count * sizeof(struct perfcnt_regions_sum);
	u32 total_size = sizeof(struct perfcnt_regions_total) + 2 * sums_size;
	u64 totals_at = slots_at + (u64)slots * slot_size;
	u64 part_size = PAGE_ALIGN(totals_at + (u64)wanted->place_count * total_size);
	u64 size = head_size + nr_cpu_ids * part_size;
	struct perfcnt_regions_head *file;
	unsigned int i;

	if (part_size > U32_MAX || size > SIZE_MAX || nr_cpu_ids > PERFCNT_REGIONS_THREADS)
		return -ENOMEM;
	file = vzalloc(size);
	if (!file)
		return -ENOMEM;
	recorder->file = file;
	recorder->size = size;
	recorder->number = wanted->event_count;
	memcpy(file->magic, PERFCNT_REGIONS_MAGIC, sizeof(file->magic));
	file->version = PERFCNT_REGIONS_VERSION;
	file->order = PERFCNT_REGIONS_ORDER;
	file->head_size = head_size;
	file->part_size = part_size;
	file->slots_at = slots_at;
	file->slot_size = slot_size;
	file->totals_at = totals_at;
	file->total_size = total_size;
	file->totals = wanted->place_count;
	file->slots = slots;
	file->kept = slots / 2;
	file->entries = wanted->event_count;
	file->user = USER;
	file->threads = nr_cpu_ids;
	file->events = wanted->event_count;
	file->sets = 1;
	file->realtime = ktime_get_real_ns() - ktime_get_ns();
	strscpy(file->program, wanted->name, sizeof(file->program));
	for (i = 0; i < wanted->event_count; i++) {
		strscpy(file->event[i], wanted->events[i], sizeof(file->event[i]));
		file->type[i] = 1u << i;
	}
	name_places(file, wanted);
	begin_parts(recorder);
	return 0;
}

/**
 * perfcnt_recorder_free - undo that
 * @recorder: nobody reads or writes it any more
 */
void perfcnt_recorder_free(struct perfcnt_recorder *recorder)
{
	vfree(recorder->file);
}

/**
 * perfcnt_recorder_name - say which event a count is
 * @recorder: the records
 * @entry: the place of the count in a stamp
 * @event: the number of the event
 * @shared: other VPEs count in the same register
 */
void perfcnt_recorder_name(struct perfcnt_recorder *recorder, unsigned int entry,
			   unsigned int event, bool shared)
{
	unsigned int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		part_of(recorder, cpu)->event_of[0][entry] = event;
		if (shared)
			part_of(recorder, cpu)->flags |= PERFCNT_REGIONS_SHARED;
	}
}

/* Has a counter counted less than nothing?  That cannot be. */
static bool went_back(const struct perfcnt_recorder *recorder,
		      const struct perfcnt_region_record *record)
{
	unsigned int i;

	for (i = 0; i < recorder->number; i++)
		if ((s64)(record->end->count[i] - record->begin->count[i]) < 0)
			return true;
	return false;
}

static unsigned int flags_of(const struct perfcnt_recorder *recorder,
			     const struct perfcnt_region_record *record)
{
	if (!record->begin->right || !record->end->right)
		return PERFCNT_REGIONS_FAILED | PERFCNT_REGIONS_SHORT;
	if (record->begin->cpu != record->end->cpu)
		return PERFCNT_REGIONS_FAILED;
	return went_back(recorder, record) ? PERFCNT_REGIONS_FAILED : 0;
}

/* The clock can go back from one CPU to another: see ktime_get_mono_fast_ns(). */
static u64 began(const struct perfcnt_region_record *record)
{
	return min(record->begin->time, record->end->time);
}

static void recorder_fill(const struct perfcnt_recorder *recorder,
			  struct perfcnt_regions_slot *slot,
			  const struct perfcnt_region_record *record)
{
	struct perfcnt_regions_reading *begin = begin_of(recorder, slot);
	__u64 *user = (void *)slot + perfcnt_regions_user_at(recorder->file);
	unsigned int i;

	slot->kind = PERFCNT_REGIONS_REGION;
	slot->user_count = USER;
	slot->begin_place = record->place + 1;
	slot->begin_cpu = record->begin->cpu;
	slot->end_cpu = record->end->cpu;
	slot->flags = flags_of(recorder, record);
	begin->time = began(record);
	slot->end.time = record->end->time;
	slot->counters = recorder->number;
	for (i = 0; i < recorder->number; i++) {
		slot->end.count[i] = record->end->count[i];
		begin->count[i] = record->begin->count[i];
	}
	user[0] = record->user[0];
	user[1] = record->user[1];
}

/* Adds what a record has counted, without what regions count themselves. */
static void recorder_sum(const struct perfcnt_recorder *recorder,
			 struct perfcnt_regions_thread *part,
			 const struct perfcnt_region_record *record, bool failed)
{
	struct perfcnt_regions_total *total = total_of(recorder, part, record->place);
	u32 size = perfcnt_regions_sums_size(recorder->file);
	const struct perfcnt_regions_sums *from =
		perfcnt_regions_sums_of(total, total->sequence, size);
	struct perfcnt_regions_sums *to =
		perfcnt_regions_sums_of(total, total->sequence + 1, size);
	unsigned int i;

	memcpy(to, from, size);
	to->records++;
	to->counted += !failed;
	perfcnt_regions_add(&to->time, &to->time, record->end->time - began(record));
	for (i = 0; i < recorder->number && !failed; i++) {
		unsigned int event = part->event_of[0][i];
		u64 count = record->end->count[i] - record->begin->count[i];
		u64 cost = part->cost[PERFCNT_REGIONS_COST_EMPTY][event];

		perfcnt_regions_add(&to->event[event], &to->event[event],
				    perfcnt_regions_less(count, cost));
	}
	/* now it is valid */
	smp_store_release(&total->sequence, total->sequence + 1);
}

/**
 * perfcnt_recorder_add - a record more
 * @recorder: the records
 * @record: a region that has ended on this CPU
 *
 * Context: Any but an NMI; interrupts are off.
 * Return: whether it has counts.
 */
bool perfcnt_recorder_add(struct perfcnt_recorder *recorder,
			  const struct perfcnt_region_record *record)
{
	struct perfcnt_regions_thread *part = part_of(recorder, smp_processor_id());
	u64 number = (u64)part->made_high << 32 | part->made;
	struct perfcnt_regions_slot *slot = slot_of(recorder, part, number);

	lockdep_assert_irqs_disabled();
	WRITE_ONCE(slot->sequence, 0);
	smp_wmb(); /* who sees a part of the new record sees that it is not whole */
	part->made_high = (number + 1) >> 32;
	WRITE_ONCE(part->made, (u32)(number + 1));
	recorder_fill(recorder, slot, record);
	recorder_sum(recorder, part, record, slot->flags);
	slot->before = number; /* none is known to be inside of it */
	/* now it is whole */
	smp_store_release(&slot->sequence, (u32)(number + 1));
	return !slot->flags;
}

/**
 * perfcnt_recorder_empty - the only record of this CPU is of an empty region: marks cost that
 * @recorder: the records, which nobody else reads yet
 *
 * The least is kept of several calls, because an interrupt may come within one; a call whose
 * counts cannot be is none.  The record is forgotten.
 *
 * Context: Interrupts are off.
 */
void perfcnt_recorder_empty(struct perfcnt_recorder *recorder)
{
	struct perfcnt_regions_thread *part = part_of(recorder, smp_processor_id());
	struct perfcnt_regions_slot *slot = slot_of(recorder, part, 0);
	bool first = !(part->flags & PERFCNT_REGIONS_CALIBRATED);
	unsigned int i;

	lockdep_assert_irqs_disabled();
	for (i = 0; i < recorder->number && !slot->flags; i++) {
		u64 counted = slot->end.count[i] -
			      begin_of(recorder, slot)->count[i];
		__u64 *cost = &part->cost[PERFCNT_REGIONS_COST_EMPTY][part->event_of[0][i]];

		*cost = first ? counted : min_t(u64, *cost, counted);
	}
	part->made = 0;
	slot->sequence = 0;
	perfcnt_regions_clear(total_of(recorder, part, 0), recorder->file);
	if (!slot->flags)
		part->flags |= PERFCNT_REGIONS_CALIBRATED;
}
