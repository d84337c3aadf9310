// SPDX-License-Identifier: LGPL-2.1-or-later
/* The CPU of the calling thread, and whether the thread had it to itself. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "self.h"

/* Linux has 8192 CPUs at most. */
#define CPU_SETS	(8192 / CPU_SETSIZE)

PERFCNT_API int perfcnt_pin(void)
{
	cpu_set_t cpus[CPU_SETS];
	int cpu = sched_getcpu();

	if (cpu < 0)
		return -1;
	CPU_ZERO_S(sizeof(cpus), cpus);
	CPU_SET_S(cpu, sizeof(cpus), cpus);
	return sched_setaffinity(0, sizeof(cpus), cpus);
}

/* The one CPU that the calling thread may run on, or -1. */
static int pinned_to(void)
{
	cpu_set_t cpus[CPU_SETS];
	int cpu = 0;

	CPU_ZERO_S(sizeof(cpus), cpus);
	if (sched_getaffinity(0, sizeof(cpus), cpus) ||
	    CPU_COUNT_S(sizeof(cpus), cpus) != 1)
		return -1;
	while (!CPU_ISSET_S(cpu, sizeof(cpus), cpus))
		cpu++;
	return cpu;
}

int perfcnt_self_resolve(struct perfcnt *perfcnt, const char *name,
			 char text[SELF_NAME_SIZE])
{
	const char *filter = strrchr(name, '@');
	int cpu = -1;

	if (strlen(name) >= PERFCNT_NAME_SIZE) {
		perfcnt_handle_refuse(perfcnt, ENAMETOOLONG,
				      "the name is too long: at most %d bytes",
				      PERFCNT_NAME_SIZE - 1);
		return -2;
	}
	strcpy(text, name);
	if (!filter || strcmp(filter, "@self"))
		return -1;
	cpu = pinned_to();
	if (cpu < 0) {
		perfcnt_handle_refuse(perfcnt, EINVAL,
				      "'%s': the calling thread must be pinned to one CPU; see perfcnt_pin(3)",
				      name);
		return -2;
	}
	sprintf(text + (filter - name), "@tc%d", cpu);
	return cpu;
}

void perfcnt_self_set(struct perfcnt *perfcnt, uint32_t counters, int cpu)
{
	unsigned int i;

	if (cpu < 0) {
		__atomic_and_fetch(&perfcnt->self, ~counters, __ATOMIC_SEQ_CST);
		return;
	}
	for (i = 0; i < MASK_COUNTERS; i++)
		if (counters & 1u << i) {
			perfcnt->thread[i] = gettid();
			perfcnt->cpu[i] = cpu;
		}
	__atomic_or_fetch(&perfcnt->self, counters, __ATOMIC_SEQ_CST);
	/* so that readings take notice */
	__atomic_add_fetch(&perfcnt->changes, 1, __ATOMIC_SEQ_CST);
}

static void note_thread(const struct perfcnt *perfcnt, struct moment *moment)
{
	struct rusage usage = { 0 };
	pid_t thread = gettid();
	int cpu = sched_getcpu();
	unsigned int i;

	for (i = 0; i < MASK_COUNTERS; i++) {
		uint32_t bit = 1u << i;

		if (!(moment->self & bit) || perfcnt->thread[i] != thread)
			continue;
		moment->mine |= bit;
		if (perfcnt->cpu[i] == cpu)
			moment->here |= bit;
	}
	getrusage(RUSAGE_THREAD, &usage);
	moment->switches = usage.ru_nvcsw + usage.ru_nivcsw;
}

void perfcnt_self_note(const struct perfcnt *perfcnt, struct moment *moment)
{
	moment->self = __atomic_load_n(&perfcnt->self, __ATOMIC_RELAXED);
	moment->mine = 0;
	moment->here = 0;
	if (moment->self)
		note_thread(perfcnt, moment);
}

bool perfcnt_self_was_alone(const struct moment *first,
			    const struct moment *last, uint32_t counters)
{
	uint32_t self = (first->self | last->self) & counters;

	if (!self)
		return true;
	return (first->here & last->here & self) == self &&
	       first->switches == last->switches;
}
