/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's counters of slots: no counter of the module has a part in them. */
#ifndef PERFCNT_TOPDOWN_SLOTS_H
#define PERFCNT_TOPDOWN_SLOTS_H

#include <perfcnt.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/number.h"

/* Where slots are counted. */
struct slots_counter {
	struct perfcnt_topdown *counter; /* the library's */
	int cpu; /* of which CPU, or -1 for those of a program */
	unsigned int package; /* the processor that the CPU belongs to */
	unsigned int core; /* and its core there */
	/* what counters before it have counted since slots_read(), of slots_again() */
	struct perfcnt_topdown_shares past;
	struct perfcnt_topdown_reading before; /* the last reading; without a size there was none */
	/* what was counted between the last two slots_read() */
	struct perfcnt_topdown_shares since;
};

/* All counters of a measurement. */
struct slots {
	struct slots_counter *counters; /* the counters, those of CPUs in their order */
	size_t count;
	unsigned int level; /* 1 or 2 */
	unsigned int flags; /* PERFCNT_TOPDOWN_*, the modes */
};

/* What is added up. */
enum slots_each {
	SLOTS_TOGETHER,
	SLOTS_PER_CORE,
	SLOTS_PER_CPU,
};

/* Where slots went. */
struct slots_sum {
	/* in one CPU, one core, or all together; without ratios */
	struct perfcnt_topdown_shares found;
	char name[32]; /* of the CPU or the core; "" for all together */
	struct number_list cpus; /* the CPUs; empty for those of a program */
};

/*
 * Counters get the level and the modes that @slots has.  They count a program that this process
 * begins.  Returns whether the kernel counts slots here; otherwise errno is set.
 */
bool slots_open(struct slots *slots);

/*
 * Counts one more program that this process begins, when the one before has ended.  Ends the tool
 * with a message if that fails.
 */
void slots_again(struct slots *slots);

/*
 * Counts a process and what it begins, in each thread.  Returns whether all can be counted;
 * otherwise errno is set.
 */
bool slots_open_process(struct slots *slots, int pid);

/* Counts a thread alone.  Returns whether it can be counted; otherwise errno is set. */
bool slots_open_thread(struct slots *slots, int thread);

/*
 * Counts CPUs, whatever runs there; NULL is all that are online, but for those whose kind of core
 * counts no slots.  Ends the tool with a message if such a core is one of @cpus.  Returns whether
 * all can be counted; otherwise errno is set.
 */
bool slots_open_cpus(struct slots *slots, const struct number_list *cpus);

/*
 * Begins now; counters of a program that is yet to begin do it themselves.  Returns 0, or -1 with
 * errno set.
 */
int slots_start(struct slots *slots);

/* Stop.  @slots: has no counters afterwards. */
void slots_close(struct slots *slots);

/* Reads all counters.  Ends the tool with a message if that fails. */
void slots_read(struct slots *slots);

/*
 * What was counted between the last two slots_read(): slots, never ratios.  CPUs and cores that
 * did almost nothing, below a twentieth of what the busiest did, are left out but for @all.
 * Returns how many sums, for slots_sums_free().
 */
size_t slots_sums(const struct slots *slots, enum slots_each each, bool all,
		  struct slots_sum **sums);

void slots_sums_free(struct slots_sum *sums, size_t count);

#endif /* PERFCNT_TOPDOWN_SLOTS_H */
