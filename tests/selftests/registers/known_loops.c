// SPDX-License-Identifier: GPL-2.0
/* What a turn of each loop of loops.S has, computed by hand. */
#include <linux/kernel.h>

#include "penalties.h"
#include "stalls.h"

const struct event_name known_events[EVENTS] = {
	[STALLS] = { "stalls", 18 },
	[INSTRUCTIONS_DONE] = { "instructions", 1 },
	[IFU_STALLS] = { "IFU stalls", 25 },
	[ICACHE_STALLS] = { "I-cache miss stalls", 37 },
	[UNCACHED_STALLS] = { "uncached stalls", 40 },
	[MDU_STALLS] = { "MDU stalls", 41 },
	[LOAD_STALLS] = { "load-to-use stalls", 45 },
	[TLB_STALLS] = { "other interlock stalls", 46 },
	[LOADS_DONE] = { "loads", 15 },
	[ACCESSES] = { "D-cache accesses", 10 },
	[DCACHE_MISSES] = { "D-cache misses", 11 },
	[PENDING] = { "cycles with a D-cache miss", 39 },
	[CYCLES] = { "cycles", 0 },
	[ALU_STALLS] = { "ALU stalls", 25 },
	[DCACHE_STALLS] = { "D-cache miss stalls", 37 },
	[FPU_STALLS] = { "FPU stalls", 41 },
	[AGEN_STALLS] = { "ALU to AGEN stalls", 45 },
	[BRANCH_STALLS] = { "branch stalls", 46 },
	[STORE_STALLS] = { "FSB full stalls", 51 },
	[ICACHE_MISSES] = { "I-cache misses", 9 },
	[WRITEBACKS] = { "D-cache writebacks", 10 },
	[ITLB_MISSES] = { "ITLB misses", 5 },
	[DTLB_MISSES] = { "DTLB misses", 6 },
	[BRANCH_MISSES] = { "branch mispredictions", 2 },
	[RETURN_MISSES] = { "jr $31 mispredictions", 3 },
	[UNPREDICTED] = { "jr $31 not predicted", 4 },
};

#define FEW_LINES	(FEW_BYTES / LINE)
#define MANY_LINES	(MANY_BYTES / LINE)
#define LINE_WORDS	(LINE / 4)

/* The instructions of a body, and loads from the cache: two events */
#define BODY(n)								\
	[INSTRUCTIONS_DONE] = n
#define CACHED(n)							\
	[LOADS_DONE ... ACCESSES] = n

/* A loop's own branch goes the other way when it ends. */
#define ENDS								\
	[BRANCH_MISSES] = 1

/* The stall of an instruction that needs what the one before it gives */
#define NEXT(latency)	((latency) - 1)

const struct known_loop known_loops[] = {
	/* 8 loads and 8 additions a line, and 4 instructions */
	{ "sum of 16 KB", sum_words, PLAIN, FEW_BYTES, 0, {
		BODY(FEW_LINES * 20), CACHED(FEW_LINES * LINE_WORDS), ENDS,
		[LOAD_STALLS] = FEW_LINES * LINE_WORDS * NEXT(LOAD_LATENCY) } },
	{ "sum of 128 KB", sum_words, PLAIN, MANY_BYTES, 0, {
		BODY(MANY_LINES * 20), CACHED(MANY_LINES * LINE_WORDS), ENDS,
		[DCACHE_MISSES] = MANY_LINES,
		[DCACHE_STALLS] = MANY_LINES * MISS,
		[PENDING] = MANY_LINES * MISS,
		[LOAD_STALLS] = MANY_LINES * LINE_WORDS * NEXT(LOAD_LATENCY) } },
	{ "one load a line, 16 KB", sum_lines, PLAIN, FEW_BYTES, 0, {
		BODY(FEW_LINES * 6), CACHED(FEW_LINES), ENDS,
		[LOAD_STALLS] = FEW_LINES * NEXT(LOAD_LATENCY) } },
	{ "one load a line, 128 KB", sum_lines, PLAIN, MANY_BYTES, 0, {
		BODY(MANY_LINES * 6), CACHED(MANY_LINES), ENDS,
		[DCACHE_MISSES] = MANY_LINES,
		[DCACHE_STALLS] = MANY_LINES * MISS,
		[PENDING] = MANY_LINES * MISS,
		[LOAD_STALLS] = MANY_LINES * NEXT(LOAD_LATENCY) } },
	{ "one load a line, used late, 128 KB", sum_late, PLAIN, MANY_BYTES, 0, {
		BODY(MANY_LINES * 26), CACHED(MANY_LINES), ENDS,
		[DCACHE_MISSES] = MANY_LINES,
		[DCACHE_STALLS] = MANY_LINES * (MISS - 20),
		[PENDING] = MANY_LINES * MISS } },
	/* What is to be waited for, stalls.c computes. */
	{ "one store a line, 128 KB", store_lines, STORED, MANY_BYTES, 0, {
		BODY(MANY_LINES * STORE_INSTRUCTIONS), ENDS,
		[ACCESSES] = MANY_LINES, [DCACHE_MISSES] = MANY_LINES,
		[WRITEBACKS] = MANY_LINES } },
	/* A load, and at once the branch that asks if it was the last one */
	{ "chase over 16 KB", chase, CHAIN, FEW_BYTES, 0, {
		BODY(FEW_LINES * 3 + 2), CACHED(FEW_LINES), ENDS,
		[LOAD_STALLS] = FEW_LINES * NEXT(LOAD_LATENCY) } },
	{ "chase over 128 KB", chase, CHAIN, MANY_BYTES, 0, {
		BODY(MANY_LINES * 3 + 2), CACHED(MANY_LINES), ENDS,
		[DCACHE_MISSES] = MANY_LINES,
		[DCACHE_STALLS] = MANY_LINES * MISS,
		[PENDING] = MANY_LINES * MISS,
		[LOAD_STALLS] = MANY_LINES * NEXT(LOAD_LATENCY) } },
	/* The last 8 pages are others. */
	{ "one load a page", sum_pages, MAPPED, 0, 0, {
		BODY(PAGES * 6), CACHED(PAGES), ENDS, [DTLB_MISSES] = PAGES,
		[LOAD_STALLS] = PAGES * NEXT(LOAD_LATENCY) } },
	/* Which of them are mispredicted, stalls.c computes. */
	{ "random branches", branch_on_words, CHANCE, CHANCES * 4, 0, {
		BODY(CHANCES * 9), CACHED(CHANCES), ENDS } },
	{ "a division", divide, PLAIN, 0, 0, {
		BODY(4), [MDU_STALLS] = NEXT(DIVIDE_LATENCY) } },
	{ "a multiplication", multiply, PLAIN, 0, 0, {
		BODY(4), [MDU_STALLS] = NEXT(MULTIPLY_LATENCY) } },
	{ "three additions of floats", add_floats, PLAIN, 0, 0, {
		BODY(9), [FPU_STALLS] = 2 * NEXT(FPU_LATENCY) } },
	{ "an address that was just computed", compute_address, PLAIN, 0, 0, {
		BODY(2), CACHED(1), [AGEN_STALLS] = NEXT(ADDRESS_LATENCY) } },
	{ "uncached loads", load_uncached, UNCACHED_WORDS, 0, 0, {
		BODY(LINE_WORDS * 2), [LOADS_DONE] = LINE_WORDS,
		[UNCACHED_STALLS] = LINE_WORDS * UNCACHED,
		[LOAD_STALLS] = LINE_WORDS * NEXT(LOAD_LATENCY) } },
	{ "code of 16 KB", call_code, CODE, FEW_BYTES, 1, {
		BODY(4 + FEW_BYTES / 4) } },
	/* And the loop's own two lines */
	{ "code of 128 KB", call_code, CODE, MANY_BYTES, 1, {
		BODY(4 + MANY_BYTES / 4), [ICACHE_MISSES] = MANY_LINES + 2 } },
	/* Four other pages later that of the loop is the oldest. */
	{ "a function a page", call_pages, MAPPED_CODE, 0, PAGES, {
		BODY(2 + PAGES * 6), ENDS,
		[ITLB_MISSES] = PAGES + PAGES / ITLB_ENTRIES } },
	/* Of six returns the return stack has the last four calls. */
	{ "six calls within calls", nest, PLAIN, 0, 0, {
		BODY(6 + 5 * 8 + 2), [UNPREDICTED] = 6 - RETURN_STACK } },
};

const unsigned int n_known_loops = ARRAY_SIZE(known_loops);
