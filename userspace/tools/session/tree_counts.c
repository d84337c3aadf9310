// SPDX-License-Identifier: LGPL-2.1-or-later
/* Trees of the library that the tools set and read themselves. */
#include <errno.h>

#include <handle.h>
#include <kernel.h>

#include "tree_counts.h"

void perfcnt_tree_keep_records(struct perfcnt_tree *tree)
{
	tree->keeps_records = true;
}

struct perfcnt *perfcnt_tree_handle(const struct perfcnt_tree *tree)
{
	return tree->perfcnt;
}

int perfcnt_tree_set(struct perfcnt_tree *tree, uint32_t counters,
		     const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set),
		.controls = counters,
		.counts = counters,
	};
	unsigned int i;

	tree->shared = shared;
	tree->claimed = 0;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		set.counter[i].what = what[i];
		if (what[i].control & PERFCNT_CTL_MODES)
			tree->claimed |= 1u << i;
	}
	return perfcnt_kernel(tree->perfcnt, PERFCNT_IOC_SET, &set);
}

/* The counts of a tree begin at 0. */
static int check_reading(const struct perfcnt_read *read)
{
	uint32_t counter, n = 0;

	for (counter = 0; counter < PERFCNT_MAX_COUNTERS; counter++) {
		if (!(read->counters & 1u << counter))
			continue;
		if (read->counts[n] > INT64_MAX)
			return perfcnt_refuse_call(EPROTO,
						   "counter %u: its count went back to %lld",
						   counter, (long long)read->counts[n]);
		n++;
	}
	return 0;
}

int perfcnt_tree_read(struct perfcnt_tree *tree)
{
	if (tree->multiplexes)
		return perfcnt_multiplex_read(tree, tree->multiplexed);
	tree->reading = (struct perfcnt_read){ .size = sizeof(tree->reading) };
	if (!perfcnt_kernel(tree->perfcnt, PERFCNT_IOC_READ, &tree->reading) &&
	    !check_reading(&tree->reading))
		return 0;
	tree->reading.counters = 0;
	return -1;
}

/* All three are done; errno says what failed first. */
int perfcnt_tree_end(struct perfcnt_tree *tree)
{
	int error = 0;

	if (perfcnt_tree_stop(tree) || perfcnt_tree_read(tree))
		error = errno;
	if (tree->follows && perfcnt_tree_leave(tree) && !error)
		error = errno;
	if (!error)
		return 0;
	errno = error;
	return -1;
}

int perfcnt_tree_counter(const struct perfcnt_tree *tree, unsigned int counter,
			 uint64_t *value)
{
	const struct perfcnt_read *read = &tree->reading;
	uint32_t bit = counter < PERFCNT_MAX_COUNTERS ? 1u << counter : 0;

	if (!(read->counters & bit)) {
		perfcnt_refuse_call(ENODATA, "nothing was read of this counter");
		return -1;
	}
	*value = read->counts[__builtin_popcount(read->counters & (bit - 1))];
	return 0;
}

int perfcnt_tree_sum(const struct perfcnt_tree *tree, unsigned int event,
		     struct multiplex_sum *sum)
{
	if (!tree->multiplexes || event >= tree->count || event >= tree->multiplexed->events)
		return perfcnt_refuse_call(ENODATA, "nothing was read of event %u", event);
	perfcnt_multiplex_between(NULL, tree->multiplexed, event, sum);
	return 0;
}

int perfcnt_tree_count(const struct perfcnt_tree *tree,
		       unsigned int event, uint64_t *value)
{
	const struct tree_event *found;
	uint64_t sum = 0, part;
	unsigned int i;

	if (tree->multiplexes) {
		struct multiplex_sum sum;

		return perfcnt_tree_sum(tree, event, &sum) ? -1 :
		       perfcnt_multiplex_count(&sum, event, value);
	}
	if (event >= tree->count)
		return perfcnt_refuse_call(ENODATA, "there is no event %u", event);
	found = &tree->events[event];
	for (i = 0; i < found->parts; i++) {
		if (perfcnt_tree_counter(tree, found->counter[i], &part))
			return -1;
		sum += part;
	}
	*value = sum;
	return 0;
}
