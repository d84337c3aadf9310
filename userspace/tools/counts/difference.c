// SPDX-License-Identifier: GPL-2.0
/* Counter by counter: a difference of what does not belong together would be no count. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "difference.h"

static const struct reading *counter_of(const struct measurement *snapshot,
					unsigned int counter)
{
	size_t i;

	for (i = 0; i < snapshot->count; i++)
		if (snapshot->readings[i].counter == counter)
			return &snapshot->readings[i];
	return NULL;
}

static void check_same(const struct reading *before, const struct reading *after,
		       const struct measurement *first, const struct measurement *second)
{
	static const char another[] = "it counts something else";
	const unsigned int counter = before->counter;

	if ((before->control ^ after->control) & READING_EVENT_BITS)
		fail("counter %u: 0x%08" PRIx32 " in %s, 0x%08" PRIx32 " in %s: %s",
		     counter, before->control & READING_EVENT_BITS, first->title,
		     after->control & READING_EVENT_BITS, second->title, another);
	if (strcmp(before->native, after->native))
		fail("counter %u: %s in %s, %s in %s: %s", counter,
		     *before->native ? before->native : "no name", first->title,
		     *after->native ? after->native : "no name", second->title, another);
	if (after->count < before->count)
		fail("counter %u: %" PRIu64 " in %s is less than %" PRIu64 " in %s: %s",
		     counter, after->count, second->title, before->count, first->title,
		     "it was set in between");
}

static void check_snapshots(const struct dump *snapshots)
{
	size_t i;

	if (snapshots->count != 2)
		fail("--difference needs two snapshots; the input has %zu", snapshots->count);
	for (i = 0; i < snapshots->count; i++)
		if (snapshots->measurements[i].runs > 1)
			fail("%s is no snapshot: it has %u runs",
			     snapshots->measurements[i].title,
			     snapshots->measurements[i].runs);
}

/* All counters of a snapshot are in the other one. */
static void check_counters(const struct measurement *snapshot,
			   const struct measurement *other)
{
	size_t i;

	for (i = 0; i < snapshot->count; i++)
		if (!counter_of(other, snapshot->readings[i].counter))
			fail("counter %u is not in %s", snapshot->readings[i].counter,
			     other->title);
}

void difference_of(const struct dump *snapshots, struct dump *difference)
{
	const struct measurement *first = snapshots->measurements, *second = first + 1;
	struct measurement *made;
	char *title;
	size_t i;

	check_snapshots(snapshots);
	check_counters(first, second);
	check_counters(second, first);
	title = formatted("%s less %s", second->title, first->title);
	made = dump_begin(difference, title);
	free(title);
	made->scope = second->scope;
	if (first->partial || second->partial)
		dump_set_partial(made, first->partial ?: second->partial);
	for (i = 0; i < second->count; i++) {
		struct reading reading = second->readings[i];
		const struct reading *before = counter_of(first, reading.counter);

		check_same(before, &reading, first, second);
		reading.count -= before->count;
		dump_add(made, &reading);
	}
}
