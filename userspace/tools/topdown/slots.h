/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's counters of slots: no counter of the module has a part in them. */
#ifndef PERFCNT_TOPDOWN_SLOTS_H
#define PERFCNT_TOPDOWN_SLOTS_H

#include <perfcnt.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/number.h"

/**
 * struct slots_counter - where slots are counted
 * @counter: the library's
 * @cpu: of which CPU, or -1 for those of a program
 * @package: the processor that the CPU belongs to
 * @core: and its core there
 * @past: what counters before it have counted since slots_read(), of slots_again()
 * @before: the last reading; without a size there was none
 * @since: what was counted between the last two slots_read()
 */
struct slots_counter {
	struct perfcnt_topdown *counter;
	int cpu;
	unsigned int package;
	unsigned int core;
	struct perfcnt_topdown_shares past;
	struct perfcnt_topdown_reading before;
	struct perfcnt_topdown_shares since;
};

/**
 * struct slots - all counters of a measurement
 * @counters: the counters, those of CPUs in their order
 * @count: how many
 * @level: 1 or 2
 * @flags: PERFCNT_TOPDOWN_*, the modes
 */
struct slots {
	struct slots_counter *counters;
	size_t count;
	unsigned int level;
	unsigned int flags;
};

/* What is added up. */
enum slots_each {
	SLOTS_TOGETHER,
	SLOTS_PER_CORE,
	SLOTS_PER_CPU,
};

/**
 * struct slots_sum - where slots went
 * @found: in one CPU, one core, or all together; without ratios
 * @name: of the CPU or the core; "" for all together
 * @cpus: the CPUs; empty for those of a program
 */
struct slots_sum {
	struct perfcnt_topdown_shares found;
	char name[32];
	struct number_list cpus;
};

/**
 * slots_open() - count the slots of a program that this process begins
 * @slots: has level and modes; gets a counter
 *
 * Return: whether the kernel counts slots here; otherwise errno is set.
 */
bool slots_open(struct slots *slots);

/**
 * slots_again() - count those of one more program that this process begins
 * @slots: from slots_open(); the program before has ended
 *
 * Ends the tool with a message if that fails.
 */
void slots_again(struct slots *slots);

/**
 * slots_open_process() - count those of a process and what it begins
 * @slots: has level and modes; gets a counter for each thread
 * @pid: the process
 *
 * Return: whether all can be counted; otherwise errno is set.
 */
bool slots_open_process(struct slots *slots, int pid);

/**
 * slots_open_thread() - count those of a thread alone
 * @slots: has level and modes; gets a counter
 * @thread: the thread
 *
 * Return: whether it can be counted; otherwise errno is set.
 */
bool slots_open_thread(struct slots *slots, int thread);

/**
 * slots_open_cpus() - count those of CPUs, whatever runs there
 * @slots: has level and modes; gets a counter for each CPU
 * @cpus: which; NULL is all that are online, but for those whose kind of core counts
 *	  no slots
 *
 * Ends the tool with a message if such a core is one of @cpus.
 *
 * Return: whether all can be counted; otherwise errno is set.
 */
bool slots_open_cpus(struct slots *slots, const struct number_list *cpus);

/**
 * slots_start() - begin now
 * @slots: the counters; those of a program that is yet to begin do it themselves
 *
 * Return: 0, or -1 with errno set.
 */
int slots_start(struct slots *slots);

/**
 * slots_close() - stop
 * @slots: has no counters afterwards
 */
void slots_close(struct slots *slots);

/**
 * slots_read() - read all counters
 * @slots: the counters
 *
 * Ends the tool with a message if that fails.
 */
void slots_read(struct slots *slots);

/**
 * slots_sums() - what was counted between the last two slots_read()
 * @slots: the counters
 * @each: what is added up: slots, never ratios
 * @all: CPUs and cores that did almost nothing, too: below a twentieth of what the
 *	 busiest did
 * @sums: comes back, for slots_sums_free()
 *
 * Return: how many.
 */
size_t slots_sums(const struct slots *slots, enum slots_each each, bool all,
		  struct slots_sum **sums);

/**
 * slots_sums_free() - free what slots_sums() returned
 * @sums: the sums
 * @count: how many
 */
void slots_sums_free(struct slots_sum *sums, size_t count);

#endif /* PERFCNT_TOPDOWN_SLOTS_H */
