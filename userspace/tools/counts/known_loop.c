// SPDX-License-Identifier: GPL-2.0
/* A hypervisor may give a guest counters that count nothing, or too little. */
#include <inttypes.h>

#include "base/message.h"
#include "session/machine.h"
#include "known_loop.h"

typedef int (*get_function)(const struct perfcnt_event_set *set, unsigned int number,
			    uint64_t *value);

static void run_loop(void)
{
	unsigned int turns;

	for (turns = KNOWN_LOOP_TURNS; turns; turns--)
		__asm__ volatile(".rept %c1\n\tnop\n\t.endr"
				 : "+r"(turns) : "i"(KNOWN_LOOP_BLOCK));
}

bool known_loop_is_right(uint64_t count)
{
	return count >= KNOWN_LOOP_LEAST && count <= KNOWN_LOOP_MOST;
}

static int read_counts(struct perfcnt_event_set *set, get_function get, uint32_t which,
		       uint64_t counts[PERFCNT_MAX_COUNTERS])
{
	unsigned int i;

	if (perfcnt_event_set_read(set))
		return -1;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (which & 1u << i && get(set, i, &counts[i]))
			return -1;
	return 0;
}

/* Read twice before, as a first reading takes instructions, too. */
int known_loop_count(struct perfcnt_event_set *set, get_function get, uint32_t which,
		     uint64_t counts[PERFCNT_MAX_COUNTERS])
{
	uint64_t before[PERFCNT_MAX_COUNTERS], between[PERFCNT_MAX_COUNTERS];
	uint64_t after[PERFCNT_MAX_COUNTERS];
	unsigned int i;

	if (perfcnt_event_set_enter(set, 0, 0) || perfcnt_event_set_start(set) ||
	    read_counts(set, get, which, before) || read_counts(set, get, which, between))
		return -1;
	run_loop();
	if (read_counts(set, get, which, after))
		return -1;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (which & 1u << i)
			counts[i] = after[i] - between[i] - (between[i] - before[i]);
	return 0;
}

const char *known_loop_why(struct perfcnt_event_set *set, struct perfcnt *perfcnt)
{
	static char why[512];

	snprintf(why, sizeof(why), "%s", perfcnt_strerror(perfcnt));
	perfcnt_event_set_free(set);
	return why;
}

const char *known_loop_count_event(struct perfcnt *perfcnt, const char *name, uint64_t *count)
{
	struct perfcnt_event_set *set = perfcnt_event_set_new(perfcnt);
	uint64_t counts[PERFCNT_MAX_COUNTERS];

	if (!set || perfcnt_event_set_add(set, name) ||
	    known_loop_count(set, perfcnt_event_set_count, 1, counts))
		return known_loop_why(set, perfcnt);
	*count = counts[0];
	perfcnt_event_set_free(set);
	return NULL;
}

int known_loop_check(FILE *out, struct perfcnt *perfcnt)
{
	const char *why;
	uint64_t count;
	bool right;

	why = known_loop_count_event(perfcnt, KNOWN_LOOP_EVENT, &count);
	if (why && machine_lacks_perf()) {
		fprintf(out, "not checked: " MACHINE_NO_PERF
			": counters cannot follow a task; " MACHINE_INSTEAD "\n");
		return STATUS_OWN;
	}
	if (why) {
		fprintf(out, "instructions cannot be counted: %s\n", why);
		return STATUS_BAD_INPUT;
	}
	right = known_loop_is_right(count);
	fprintf(out, "%" PRIu64 " of %d to %d instructions were counted: %s\n", count,
		KNOWN_LOOP_LEAST, KNOWN_LOOP_MOST, right ? "this machine counts" :
		count ? "this machine counts wrongly" :
		"this machine counts nothing, as where a hypervisor keeps its counters to itself");
	return right ? 0 : STATUS_BAD_INPUT;
}
