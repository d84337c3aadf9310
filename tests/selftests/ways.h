/* SPDX-License-Identifier: GPL-2.0 */
/* Ways to count what a program does in user mode, on x86-64 with a PMU of Intel's. */
#ifndef PERFCNT_TEST_WAYS_H
#define PERFCNT_TEST_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "user_code.h"

#define KINDS 4

/**
 * struct kind - what is counted, with the kernel's perf event for it
 */
struct kind {
	const char *name;
	uint32_t type;
	uint64_t config;
};

/* In the order of struct known_code. */
extern const struct kind kinds[KINDS];

/**
 * struct way - a way to count
 * @open: first
 * @count: a run of so many iterations; an entry a kind comes back. False if it has to be
 *	   done again
 * @close: last
 */
struct way {
	void (*open)(void);
	bool (*count)(const struct program *program, unsigned long iterations,
		      uint64_t *counts);
	void (*close)(void);
};

enum { BY_PROC, BY_DEVICE, BY_PERF, BY_RDPMC, WAYS };

extern const struct way ways[WAYS];

bool has_all_kinds(void);

#endif /* PERFCNT_TEST_WAYS_H */
