// SPDX-License-Identifier: LGPL-2.1-or-later
/* Event sets of the library that the tools set and read themselves. */
#include <errno.h>

#include <handle.h>
#include <kernel.h>

#include "event_set_counts.h"

void perfcnt_event_set_keep_records(struct perfcnt_event_set *set)
{
	set->keeps_records = true;
}

struct perfcnt *perfcnt_event_set_handle(const struct perfcnt_event_set *set)
{
	return set->perfcnt;
}

int perfcnt_event_set_put(struct perfcnt_event_set *set, uint32_t counters,
			  const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared)
{
	struct perfcnt_set settings = {
		.size = sizeof(struct perfcnt_set),
		.controls = counters,
		.counts = counters,
	};
	unsigned int i;

	set->shared = shared;
	set->claimed = 0;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		settings.counter[i].what = what[i];
		if (what[i].control & PERFCNT_CTL_MODES)
			set->claimed |= 1u << i;
	}
	return perfcnt_kernel(set->perfcnt, PERFCNT_IOC_SET, &settings);
}

/* The counts of a set begin at 0. */
static int check_reading(const struct perfcnt_counts *read)
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

int perfcnt_event_set_read(struct perfcnt_event_set *set)
{
	if (set->multiplexes)
		return perfcnt_multiplex_take(set, &set->multiplexed);
	set->reading = (struct perfcnt_counts){ .size = sizeof(set->reading) };
	if (!perfcnt_kernel(set->perfcnt, PERFCNT_IOC_READ, &set->reading) &&
	    !check_reading(&set->reading))
		return 0;
	set->reading.counters = 0;
	return -1;
}

/* All three are done; errno says what failed first. */
int perfcnt_event_set_end(struct perfcnt_event_set *set)
{
	int error = 0;

	/* what counts CPUs goes on after the command, whose process has started it */
	set->follows |= set->cpus && set->started;
	if (perfcnt_event_set_stop(set) || perfcnt_event_set_read(set))
		error = errno;
	if (set->follows && perfcnt_event_set_leave(set) && !error)
		error = errno;
	if (!error)
		return 0;
	errno = error;
	return -1;
}

int perfcnt_event_set_counter(const struct perfcnt_event_set *set, unsigned int counter,
			      uint64_t *value)
{
	const struct perfcnt_counts *read = &set->reading;
	uint32_t bit = counter < PERFCNT_MAX_COUNTERS ? 1u << counter : 0;

	if (!(read->counters & bit)) {
		perfcnt_refuse_call(ENODATA, "nothing was read of this counter");
		return -1;
	}
	*value = read->counts[__builtin_popcount(read->counters & (bit - 1))];
	return 0;
}

int perfcnt_event_set_sum(const struct perfcnt_event_set *set, unsigned int event,
			  struct multiplex_sum *sum)
{
	if (!set->multiplexes || event >= set->count || event >= set->multiplexed.events)
		return perfcnt_refuse_call(ENODATA, "nothing was read of event %u", event);
	perfcnt_multiplex_between(NULL, &set->multiplexed, event, sum);
	return 0;
}

int perfcnt_event_set_count(const struct perfcnt_event_set *set,
			    unsigned int event, uint64_t *value)
{
	const struct set_place *place;
	uint64_t sum = 0, part;
	unsigned int i;

	if (set->multiplexes) {
		struct multiplex_sum sum;

		return perfcnt_event_set_sum(set, event, &sum) ? -1 :
		       perfcnt_multiplex_count(&sum, event, value);
	}
	if (event >= set->count)
		return perfcnt_refuse_call(ENODATA, "there is no event %u", event);
	place = &set->events[event].place;
	for (i = 0; i < place->parts; i++) {
		if (perfcnt_event_set_counter(set, place->counter[i], &part))
			return -1;
		sum += part;
	}
	*value = sum;
	return 0;
}
