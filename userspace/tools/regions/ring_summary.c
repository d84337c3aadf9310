// SPDX-License-Identifier: GPL-2.0
/* Records by thread and name. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ring_summary.h"

/* The last part of a file's name. */
static const char *short_name(const char *file)
{
	const char *slash = strrchr(file, '/');

	return slash ? slash + 1 : file;
}

static void name_region(const struct ring_recording *recording, uint32_t begin_place,
			uint32_t end_place, char label[RING_LABEL_SIZE])
{
	const struct perfcnt_regions_place *begin = &recording->head->place[begin_place];
	const struct perfcnt_regions_place *end = &recording->head->place[end_place];

	if (!begin_place)
		snprintf(label, RING_LABEL_SIZE, "others");
	else if (*begin->name)
		snprintf(label, RING_LABEL_SIZE, "%s", begin->name);
	else if (!end_place)
		snprintf(label, RING_LABEL_SIZE, "%s:%" PRIu32,
			 short_name(begin->file), begin->line);
	else
		snprintf(label, RING_LABEL_SIZE, "%s:%" PRIu32 " to %s:%" PRIu32,
			 short_name(begin->file), begin->line,
			 short_name(end->file), end->line);
}

void ring_label(const struct ring_recording *recording,
		const struct ring_record *record, char label[RING_LABEL_SIZE])
{
	name_region(recording, record->slot.begin_place, record->slot.end_place, label);
}

static struct ring_region *find(struct ring_thread_regions *thread,
				const struct ring_recording *recording,
				uint32_t begin_place, uint32_t end_place)
{
	const struct perfcnt_regions_head *head = recording->head;
	char label[RING_LABEL_SIZE];
	struct ring_region *region;
	size_t i;

	name_region(recording, begin_place, end_place, label);
	for (i = 0; i < thread->count; i++)
		if (!strcmp(thread->regions[i].label, label))
			return &thread->regions[i];
	thread->regions = grow(thread->regions, thread->count,
			       sizeof(*thread->regions));
	region = &thread->regions[thread->count++];
	*region = (struct ring_region){
		.place = begin_place,
		.counts = zeros(head->events, sizeof(*region->counts)),
		.user = zeros(head->user, sizeof(*region->user)),
		.exact_time.sum.least = UINT64_MAX,
		.exact = zeros(head->events, sizeof(*region->exact)),
	};
	for (i = 0; i < head->events; i++)
		region->exact[i].sum.least = UINT64_MAX;
	strcpy(region->label, label);
	return region;
}

static void add(struct ring_region *region, const struct ring_recording *recording,
		const struct ring_record *record)
{
	uint32_t i;

	region_series_add(&region->time, record->end - record->begin);
	for (i = 0; i < recording->head->events; i++)
		if (record->counted >> i & 1)
			region_series_add(&region->counts[i], record->counts[i]);
	for (i = 0; i < record->slot.user_count; i++)
		region_series_add(&region->user[i], record->user[i]);
}

/* One that is left out, if none before it is lost. */
static void skip_record(struct ring_region *region, const struct ring_recording *recording,
			const struct ring_record *record)
{
	uint32_t i;

	region->exact_time.skipped++;
	region->exact_time.skipped_sum += record->end - record->begin;
	for (i = 0; i < recording->head->events; i++) {
		if (!(record->counted >> i & 1))
			continue;
		region->exact[i].skipped++;
		region->exact[i].skipped_sum += record->counts[i];
	}
	region->lost_skipped |= record->number >= recording->head->kept;
}

static void add_exact(struct ring_exact *exact, uint64_t count,
		      const struct perfcnt_regions_sum *sum)
{
	exact->count += count;
	exact->sum.sum += sum->sum;
	if (sum->least < exact->sum.least)
		exact->sum.least = sum->least;
	if (sum->most > exact->sum.most)
		exact->sum.most = sum->most;
}

/* A row has the events of its set, in their order. */
static void add_total(struct ring_region *region, const struct perfcnt_regions_head *head,
		      const struct ring_total *total)
{
	uint32_t i, event = 0;

	add_exact(&region->exact_time, total->sums->records, &total->sums->time);
	for (i = 0; i < head->events && event < head->entries && total->begin_place; i++)
		if (head->set_of[i] == total->set)
			add_exact(&region->exact[i], total->sums->counted,
				  &total->sums->event[event++]);
}

/* Records are missing: a running total has no step there. */
static void break_totals(struct ring_thread_regions *thread, uint32_t user)
{
	size_t i;
	uint32_t j;

	for (i = 0; i < thread->count; i++)
		for (j = 0; j < user; j++)
			region_series_break(&thread->regions[i].user[j]);
}

/* What records came to that are not all there. */
static void complete(struct region_series *series, const struct ring_exact *exact)
{
	if (exact->count > exact->skipped)
		region_series_complete(series, exact->count - exact->skipped,
				       exact->sum.sum - exact->skipped_sum,
				       exact->sum.least, exact->sum.most);
}

/* Nor is it known from when to when the thread had regions. */
static void forget_times(struct ring_thread_regions *thread, struct ring_region *region)
{
	free(region->time.values);
	region->time = (struct region_series){ 0 };
	thread->elapsed = 0;
}

static void free_region(struct ring_region *region, const struct perfcnt_regions_head *head)
{
	uint32_t i;

	for (i = 0; i < head->events; i++)
		free(region->counts[i].values);
	for (i = 0; i < head->user; i++)
		free(region->user[i].values);
	free(region->user);
	free(region->counts);
	free(region->exact);
	free(region->time.values);
}

/*
 * A table that was full has one row for all further regions.  What is there of their records is
 * not all of one of them, and is in that row.
 */
static void leave_to_others(struct ring_thread_regions *thread,
			    const struct perfcnt_regions_head *head)
{
	const struct ring_part *part = thread->part;
	bool full = false;
	size_t i, kept = 0;

	for (i = 0; i < part->total_count; i++)
		full |= !part->totals[i].begin_place;
	for (i = 0; full && i < thread->count; i++) {
		if (thread->regions[i].exact_time.count)
			thread->regions[kept++] = thread->regions[i];
		else
			free_region(&thread->regions[i], head);
	}
	if (full)
		thread->count = kept;
}

/* What the numbers come to, when all that there are were added. */
static void finish(struct ring_thread_regions *thread,
		   const struct perfcnt_regions_head *head)
{
	bool lost = thread->part->made != thread->part->kept || thread->part->ring.before;
	size_t i;
	uint32_t j;

	if (lost)
		leave_to_others(thread, head);
	for (i = 0; i < thread->count; i++) {
		struct ring_region *region = &thread->regions[i];
		bool exact = lost && !region->lost_skipped;

		region_series_finish(&region->time);
		if (exact)
			complete(&region->time, &region->exact_time);
		region->records = region->time.count;
		region->no_time |= region->exact_time.sum.most > INT64_MAX &&
				   region->exact_time.count;
		if (region->no_time)
			forget_times(thread, region);
		for (j = 0; j < head->events; j++) {
			region_series_finish(&region->counts[j]);
			if (exact)
				complete(&region->counts[j], &region->exact[j]);
		}
		for (j = 0; j < head->user; j++)
			region_series_finish(&thread->regions[i].user[j]);
	}
}

static int by_total(const void *a, const void *b)
{
	const struct ring_region *one = a, *other = b;

	if (one->time.sum != other->time.sum)
		return one->time.sum < other->time.sum ? 1 : -1;
	return strcmp(one->label, other->label);
}

static void sum_up(struct ring_thread_regions *thread,
		   const struct ring_recording *recording, size_t skip)
{
	uint64_t first = UINT64_MAX, last = 0;
	size_t *seen = zeros(thread->part->kept, sizeof(*seen)), i;

	for (i = 0; i < thread->part->kept; i++) {
		const struct ring_record *record =
			&recording->records[thread->part->first + i];
		size_t which = find(thread, recording, record->slot.begin_place,
				    record->slot.end_place) - thread->regions;

		if (record->begin < first)
			first = record->begin;
		if (record->end > last)
			last = record->end;
		thread->regions[which].no_time |= !ring_record_has_time(record);
		if (i && record->number != record[-1].number + 1)
			break_totals(thread, recording->head->user);
		if (seen[which]++ >= skip)
			add(&thread->regions[which], recording, record);
		else
			skip_record(&thread->regions[which], recording, record);
	}
	free(seen);
	for (i = 0; i < thread->part->total_count; i++) {
		const struct ring_total *total = &thread->part->totals[i];

		add_total(find(thread, recording, total->begin_place, total->end_place),
			  recording->head, total);
	}
	thread->elapsed = last > first && !thread->part->ring.before ? last - first : 0;
	finish(thread, recording->head);
	if (thread->count)
		qsort(thread->regions, thread->count, sizeof(*thread->regions),
		      by_total);
}

void ring_summary_make(struct ring_summary *summary,
		       const struct ring_recording *recording, size_t skip)
{
	size_t i;

	summary->recording = recording;
	summary->threads = zeros(recording->part_count, sizeof(*summary->threads));
	for (i = 0; i < recording->part_count; i++) {
		summary->threads[i].part = &recording->parts[i];
		sum_up(&summary->threads[i], recording, skip);
	}
}

void ring_summary_free(struct ring_summary *summary)
{
	size_t i, j;

	for (i = 0; i < summary->recording->part_count; i++) {
		for (j = 0; j < summary->threads[i].count; j++)
			free_region(&summary->threads[i].regions[j],
				    summary->recording->head);
		free(summary->threads[i].regions);
	}
	free(summary->threads);
}

/* The metrics that dumps of the Netra DPS profiler have, for events of any name. */

/* What is being made. */
struct list {
	const struct perfcnt_regions_head *head;
	struct ring_metric *metrics;
	size_t count;
};

/* Where the modes of an event, and all that follows, begin. */
static const char *modes_of(const char *event)
{
	return event + strcspn(event, ":@");
}

static bool is_called(const char *event, const char *name)
{
	return modes_of(event) == event + strlen(name) &&
	       !strncmp(event, name, strlen(name));
}

/* The event of that name in an event's modes, in its set if there; or RING_OPERAND_NONE. */
static int find_metric(const struct perfcnt_regions_head *head, const char *name,
		       uint32_t event)
{
	int found = RING_OPERAND_NONE;
	uint32_t i;

	for (i = 0; i < head->events; i++) {
		if (!is_called(head->event[i], name) ||
		    strcmp(modes_of(head->event[i]), modes_of(head->event[event])))
			continue;
		if (head->set_of[i] == head->set_of[event])
			return i;
		if (found < 0)
			found = i;
	}
	return found;
}

/* An event of several sets has its metrics once. */
static bool is_again(const struct perfcnt_regions_head *head, uint32_t event)
{
	uint32_t i;

	for (i = 0; i < event; i++)
		if (!strcmp(head->event[i], head->event[event]))
			return true;
	return false;
}

static struct ring_metric *new(struct list *list, unsigned int digits,
			       double factor, int above, int below)
{
	struct ring_metric *metric = &list->metrics[list->count++];

	metric->digits = digits;
	metric->factor = factor;
	metric->above = above;
	metric->below = below;
	return metric;
}

/* What has its modes only to tell it from others: IPC:u. */
static void name_with(struct ring_metric *metric, const char *name,
		      const char *label, const char *modes)
{
	snprintf(metric->name, sizeof(metric->name), "%s%s", name, modes);
	snprintf(metric->label, sizeof(metric->label), "%s%s", label, modes);
}

static void name_per(struct ring_metric *metric, const char *event,
		     const char *name, const char *label)
{
	snprintf(metric->name, sizeof(metric->name), "%s-%s", event, name);
	snprintf(metric->label, sizeof(metric->label), "%s %s", event, label);
}

static void add_ratios(struct list *list)
{
	const struct perfcnt_regions_head *head = list->head;
	int i, cycles, instructions;

	for (i = 0; i < (int)head->events; i++) {
		const char *event = head->event[i], *modes = modes_of(event);

		if (is_again(head, i))
			continue;
		instructions = find_metric(head, "instructions", i);
		cycles = find_metric(head, "cycles", i);
		if (i == instructions && cycles >= 0) {
			name_with(new(list, 6, 1, i, cycles), "ipc", "IPC", modes);
			name_with(new(list, 6, 1, cycles, i), "cpi", "CPI", modes);
		} else if (i != instructions && i != cycles && instructions >= 0) {
			name_per(new(list, 6, 1000, i, instructions), event,
				 "per-1000", "per 1000 instructions");
		}
	}
}

static void add_packets(struct list *list)
{
	int i;

	for (i = 0; i < (int)list->head->events; i++)
		if (!is_again(list->head, i))
			name_per(new(list, 6, 1, i, RING_OPERAND_PACKETS),
				 list->head->event[i], "per-packet",
				 "per packet");
	name_with(new(list, 3, 1e6, RING_OPERAND_PACKETS, RING_OPERAND_TIME),
		  "packet-rate", "packets per second, thousands", "");
}

static void add_idle(struct list *list)
{
	int i;

	name_with(new(list, 0, 1, RING_OPERAND_IDLE, RING_OPERAND_NONE),
		  "idle-cycles", "idle cycles", "");
	for (i = 0; i < (int)list->head->events; i++) {
		if (!is_called(list->head->event[i], "cycles"))
			continue;
		name_with(new(list, 3, 100, RING_OPERAND_IDLE, i),
			  "idle-percent", "idle time, percent", "");
		break;
	}
}

size_t ring_metrics(const struct perfcnt_regions_head *head,
		    const struct region_parameters *parameters,
		    struct ring_metric metrics[RING_MOST_METRICS])
{
	struct list list = { .head = head, .metrics = metrics };

	add_ratios(&list);
	if (parameters->packets.given)
		add_packets(&list);
	if (parameters->idle_loops.given)
		add_idle(&list);
	return list.count;
}

static double amount_of(const struct ring_region *region,
			const struct region_amount *amount)
{
	const struct region_series *series;

	if (!amount->user)
		return amount->number;
	series = &region->user[amount->user - 1];
	if (amount->step)
		return region_series_step(series);
	return series->count ? series->mean : NAN;
}

static double operand(const struct ring_region *region,
		      const struct region_parameters *parameters, int which)
{
	const struct region_series *series = &region->time;

	switch (which) {
	case RING_OPERAND_NONE:
		return 1;
	case RING_OPERAND_PACKETS:
		return amount_of(region, &parameters->packets);
	case RING_OPERAND_IDLE:
		return amount_of(region, &parameters->idle_loops) *
		       parameters->idle_cycles;
	case RING_OPERAND_TIME:
		break;
	default:
		series = &region->counts[which];
	}
	return series->count ? series->mean : NAN;
}

double ring_metric_value(const struct ring_metric *metric,
			 const struct ring_region *region,
			 const struct region_parameters *parameters)
{
	double below = operand(region, parameters, metric->below);

	if (!below)
		return NAN;
	return metric->factor / below *
	       operand(region, parameters, metric->above);
}
