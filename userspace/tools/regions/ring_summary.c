// SPDX-License-Identifier: GPL-2.0
/* Records by thread and name. */
#include <inttypes.h>
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

void ring_label(const struct ring_profile *profile,
		const struct ring_record *record, char label[RING_LABEL_SIZE])
{
	const struct ring_site *begin =
		&profile->head->site[record->slot.begin_site];
	const struct ring_site *end = &profile->head->site[record->slot.end_site];

	if (*begin->name)
		snprintf(label, RING_LABEL_SIZE, "%s", begin->name);
	else if (record->slot.kind == RING_REGION)
		snprintf(label, RING_LABEL_SIZE, "%s:%" PRIu32,
			 short_name(begin->file), begin->line);
	else
		snprintf(label, RING_LABEL_SIZE, "%s:%" PRIu32 " to %s:%" PRIu32,
			 short_name(begin->file), begin->line,
			 short_name(end->file), end->line);
}

static struct ring_region *find(struct ring_thread_regions *thread,
				const struct ring_profile *profile,
				const struct ring_record *record)
{
	char label[RING_LABEL_SIZE];
	struct ring_region *region;
	size_t i;

	ring_label(profile, record, label);
	for (i = 0; i < thread->count; i++)
		if (!strcmp(thread->regions[i].label, label))
			return &thread->regions[i];
	thread->regions = grow(thread->regions, thread->count,
			       sizeof(*thread->regions));
	region = &thread->regions[thread->count++];
	*region = (struct ring_region){
		.site = record->slot.begin_site,
		.counts = zeros(profile->head->events, sizeof(*region->counts)),
		.sums = zeros(profile->head->events, sizeof(*region->sums)),
		.user = zeros(profile->head->user, sizeof(*region->user)),
	};
	strcpy(region->label, label);
	return region;
}

static void add(struct ring_region *region, const struct ring_profile *profile,
		const struct ring_record *record)
{
	uint64_t time = record->end - record->begin;
	uint32_t i;

	region_series_add(&region->time, time);
	region->total += time;
	for (i = 0; i < profile->head->events; i++) {
		if (!(record->counted >> i & 1))
			continue;
		region_series_add(&region->counts[i], record->counts[i]);
		region->sums[i] += record->counts[i];
	}
	for (i = 0; i < record->slot.user_count; i++)
		region_series_add(&region->user[i], record->user[i]);
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

/* What the numbers come to, when all are there. */
static void finish(struct ring_thread_regions *thread,
		   const struct ring_head *head)
{
	size_t i;
	uint32_t j;

	for (i = 0; i < thread->count; i++) {
		region_series_finish(&thread->regions[i].time);
		for (j = 0; j < head->events; j++)
			region_series_finish(&thread->regions[i].counts[j]);
		for (j = 0; j < head->user; j++)
			region_series_finish(&thread->regions[i].user[j]);
	}
}

static int by_total(const void *a, const void *b)
{
	const struct ring_region *one = a, *other = b;

	if (one->total != other->total)
		return one->total < other->total ? 1 : -1;
	return strcmp(one->label, other->label);
}

static void sum_up(struct ring_thread_regions *thread,
		   const struct ring_profile *profile, size_t skip)
{
	uint64_t first = UINT64_MAX, last = 0;
	size_t *seen = zeros(thread->part->kept, sizeof(*seen)), i;

	for (i = 0; i < thread->part->kept; i++) {
		const struct ring_record *record =
			&profile->records[thread->part->first + i];
		size_t which = find(thread, profile, record) - thread->regions;

		if (record->begin < first)
			first = record->begin;
		if (record->end > last)
			last = record->end;
		if (i && record->number != record[-1].number + 1)
			break_totals(thread, profile->head->user);
		if (seen[which]++ >= skip)
			add(&thread->regions[which], profile, record);
	}
	free(seen);
	thread->elapsed = last > first ? last - first : 0;
	finish(thread, profile->head);
	if (thread->count)
		qsort(thread->regions, thread->count, sizeof(*thread->regions),
		      by_total);
}

void ring_summary_make(struct ring_summary *summary,
		       const struct ring_profile *profile, size_t skip)
{
	size_t i;

	summary->profile = profile;
	summary->threads = zeros(profile->part_count, sizeof(*summary->threads));
	for (i = 0; i < profile->part_count; i++) {
		summary->threads[i].part = &profile->parts[i];
		sum_up(&summary->threads[i], profile, skip);
	}
}

static void free_region(struct ring_region *region, const struct ring_head *head)
{
	uint32_t i;

	for (i = 0; i < head->events; i++)
		free(region->counts[i].values);
	for (i = 0; i < head->user; i++)
		free(region->user[i].values);
	free(region->user);
	free(region->counts);
	free(region->sums);
	free(region->time.values);
}

void ring_summary_free(struct ring_summary *summary)
{
	size_t i, j;

	for (i = 0; i < summary->profile->part_count; i++) {
		for (j = 0; j < summary->threads[i].count; j++)
			free_region(&summary->threads[i].regions[j],
				    summary->profile->head);
		free(summary->threads[i].regions);
	}
	free(summary->threads);
}
