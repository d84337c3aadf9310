/* SPDX-License-Identifier: GPL-2.0 */
/* Loops whose misses and stalls are known, and what can be known of them. */
#ifndef STALLS_H
#define STALLS_H

#include <linux/types.h>

/* Events, those of even counters first */
enum known_event {
	STALLS,
	INSTRUCTIONS_DONE,
	IFU_STALLS,
	ICACHE_STALLS,
	UNCACHED_STALLS,
	MDU_STALLS,
	LOAD_STALLS,
	TLB_STALLS,
	LOADS_DONE,
	ACCESSES,
	DCACHE_MISSES,
	PENDING,
	FIRST_ODD,
	CYCLES = FIRST_ODD,
	ALU_STALLS,
	DCACHE_STALLS,
	FPU_STALLS,
	AGEN_STALLS,
	BRANCH_STALLS,
	STORE_STALLS,
	ICACHE_MISSES,
	WRITEBACKS,
	ITLB_MISSES,
	DTLB_MISSES,
	BRANCH_MISSES,
	RETURN_MISSES,
	UNPREDICTED,
	EVENTS
};

extern const struct event_name {
	const char *name;
	u8 code;
} known_events[EVENTS];

/* What a loop finds where it works: stalls.c makes it. */
enum known_memory { PLAIN, STORED, CHAIN, CHANCE, CODE, UNCACHED_WORDS,
		    MAPPED, MAPPED_CODE };

/* loops.S: @turns times from @from to @end */
typedef void loop_fn(void *from, unsigned long turns, void *end);

loop_fn sum_words, sum_lines, sum_late, store_lines, chase, sum_pages;
loop_fn branch_on_words, divide, multiply, add_floats, compute_address;
loop_fn load_uncached, call_code, call_pages, nest;

struct place {
	void *from, *end;
};

/**
 * struct known_loop - a loop, and what a turn of it has
 * @name: what is printed
 * @loop: its code
 * @memory: what it finds
 * @bytes: how much of that
 * @register_jumps: how many are not predicted, but for the one of each turn
 * @turn: events of one turn, but for those that follow from these
 */
struct known_loop {
	const char *name;
	loop_fn *loop;
	enum known_memory memory;
	u32 bytes;
	u32 register_jumps;
	u32 turn[EVENTS];
};

/* known_loops.c */
extern const struct known_loop known_loops[];
extern const unsigned int n_known_loops;

/* What every turn has beside its body, where it stalls JUMP_REGISTER */
#define TURN_INSTRUCTIONS	9

/* For each line that is stored to */
#define STORE_INSTRUCTIONS	5

/* stalls.c */
/* 16 KB fit; of 128 KB, touched line after line, nothing is there any more. */
#define FEW_BYTES	(16 << 10)
#define MANY_BYTES	(128 << 10)
#define CHANCES		512	/* words to branch on */
#define PAGES		12	/* more than the TLBs in front have entries */

int stalls_take(void);
void stalls_give_back(void);
void test_stalls(void);
unsigned int count_stall_tests(void);

#endif
