/* SPDX-License-Identifier: GPL-2.0 */
/* Ways to do something with performance counters, for main() to time. */
#ifndef PERFCNT_BENCH_H
#define PERFCNT_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most counters that a way is asked for. */
#define MOST_COUNTERS	4

/**
 * struct event - one of those that are counted
 * @name: ours
 * @papi: PAPI's
 * @config: perf's, of PERF_TYPE_HARDWARE
 * @kernel: is it counted in the kernel? Otherwise in user mode
 */
struct event {
	const char *name;
	const char *papi;
	uint64_t config;
	bool kernel;
};

/* Of all ways: both modes of two events, until count_user_mode() is called. */
extern const struct event *counted_events;

/**
 * struct way - something that can be done again and again
 * @name: of what it does
 * @open: make ready to do it with so many counters; NULL, or why that cannot be
 * @once: do it
 * @close: undo @open, also if that has failed
 * @has_counters: does it matter how many there are?
 *
 * One way is open at a time, as some of them need the same counters.
 */
struct way {
	const char *name;
	const char *(*open)(unsigned int counters);
	void (*once)(void);
	void (*close)(void);
	int has_counters;
};

/**
 * struct part - a way to count the instructions of a part of a program
 * @name: of how it is counted
 * @open: make ready to count user mode, and the kernel if @kernel; NULL, or why not
 * @count: what an empty part counts
 * @close: undo @open, also if that has failed
 */
struct part {
	const char *name;
	const char *(*open)(bool kernel);
	uint64_t (*count)(void);
	void (*close)(void);
};

/* Each ends with one that has no name. */
extern const struct part library_parts[];
extern const struct part perf_parts[];
extern const struct part papi_parts[];

extern const struct way call_ways[];
extern const struct way perfcnt_ways[];
extern const struct way library_ways[];
extern const struct way proc_ways[];
extern const struct way perf_ways[];
extern const struct way papi_ways[];
extern const struct way region_ways[];
extern const struct way switch_ways[];
extern const struct way sample_ways[];

void count_user_mode(void);
bool with_kernel(void);
void let_users_read(const char *number);
void repeat(void (*once)(void), unsigned long times);
const char *why_not(const char *what);
const char *why_error(const char *what);

#endif /* PERFCNT_BENCH_H */
