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

void let_users_read(const char *number);
const char *why_not(const char *what);
const char *why_error(const char *what);

#endif /* PERFCNT_BENCH_H */
