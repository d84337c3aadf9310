// SPDX-License-Identifier: GPL-2.0
/*
 * Where cycles go when time is made of them: loops for which every miss and every
 * stall can be computed by hand, from what penalties.h says that each takes.
 *
 * A loop is run for one turn and for two, again and again until all that is around it
 * is the same each time: the difference is what one turn has.  No other VPE runs
 * meanwhile, so that nothing can hide a stall.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include <asm/addrspace.h>
#include <asm/cacheflush.h>
#include <asm/mipsmtregs.h>
#include <asm/mipsregs.h>

#include "penalties.h"
#include "registers.h"
#include "stalls.h"

#define LINE_WORDS	(LINE / 4)

/* After so many runs the caches and the branches' counters know all of them. */
#define SETTLED		8

/* Branches that are remembered, by their place: one in 512 words, over and over */
#define BRANCHES	512

#define JR_RA		0x03e00008
#define BNEZ_A1		0x14a00001	/* bnez $a1, the second word from here */
#define ADDIU_V0	0x24420001	/* addiu $v0, $v0, 1 */

/* In kseg0, whose addresses are those of the caches; and mapped page by page */
static u32 *memory, *forget;
static u8 *mapped;

static void *chase_from(unsigned int bytes)
{
	unsigned int lines = bytes / LINE, i, from = 0;

	/* An odd factor, so that each line comes once, and not in their order */
	for (i = 1; i < lines; i++) {
		unsigned int to = i * 37 % lines;

		memory[from * LINE_WORDS] = (u32)&memory[to * LINE_WORDS];
		from = to;
	}
	memory[from * LINE_WORDS] = 0;
	return memory;
}

/* Words that are 0 or not by chance, but for the last ones, which are not */
static void draw_chances(void)
{
	u32 chance = 1;
	int i;

	for (i = 0; i < CHANCES; i++) {
		chance = chance * 1664525 + 1013904223;
		memory[i] = i >= CHANCES - 4 || chance >> 31;
	}
}

/* A function of nothing but additions */
static void write_code(unsigned int bytes)
{
	unsigned int i, words = bytes / 4;

	for (i = 0; i < words; i++)
		memory[i] = ADDIU_V0;
	memory[words - 2] = JR_RA;
	flush_icache_range((unsigned long)memory, (unsigned long)memory + bytes);
}

/* A short function in each mapped page, always in another line */
static void write_functions(void)
{
	unsigned int i;

	for (i = 0; i < PAGES; i++) {
		u32 *function = (u32 *)(mapped + i * (PAGE_SIZE + LINE));

		function[0] = JR_RA;
		function[1] = 0;
	}
	flush_icache_range((unsigned long)mapped,
			   (unsigned long)mapped + PAGES * PAGE_SIZE);
}

/*
 * Branches in all places, every second one and then the others, that are not taken.
 * A prediction that the kernel's branches have left would be another each time.
 */
static void write_branches(void)
{
	unsigned int i;

	for (i = 0; i < BRANCHES; i++) {
		forget[i] = i & 1 ? 0 : BNEZ_A1;
		forget[BRANCHES + 1 + i] = forget[i];
	}
	forget[BRANCHES] = 0;
	forget[2 * BRANCHES + 1] = JR_RA;
	forget[2 * BRANCHES + 2] = 0;
	flush_icache_range((unsigned long)forget,
			   (unsigned long)(forget + 2 * BRANCHES + 3));
}

/* Two bits for each branch: which way it goes changes when both are wrong. */
static u32 mispredicted_chances(void)
{
	unsigned int i, state = 3;
	u32 misses = 0;

	for (i = 0; i < CHANCES; i++) {
		misses += !memory[i] == (state >= 2);
		if (memory[i])
			state += state < 3;
		else
			state -= state > 0;
	}
	return misses;
}

static u32 chances_not_taken(void)
{
	u32 count = 0;
	int i;

	for (i = 0; i < CHANCES; i++)
		count += !memory[i];
	return count;
}

/*
 * Stores to one line after the other, three turns of them, of which the last one
 * tells.  A store whose line is not there goes on as soon as one of the fills is free.
 */
static void fill_lines(u32 *turn)
{
	u32 now = 0, done[FILLS] = {}, last = 0, i;

	for (i = 0; i < 3 * MANY_BYTES / LINE; i++) {
		u32 *fill = &done[i % FILLS], until;

		if (i % (MANY_BYTES / LINE) == 0) {
			now += TURN_INSTRUCTIONS + BRANCH_MISS + JUMP_REGISTER;
			turn[STORE_STALLS] = 0;
			turn[PENDING] = 0;
		}
		if (*fill > now) {
			turn[STORE_STALLS] += *fill - now;
			now = *fill;
		}
		until = max(now + MISS, last + FILL_NEXT);
		turn[PENDING] += until - max(now, last);
		*fill = last = until;
		now += STORE_INSTRUCTIONS;
	}
}

static void set_place(const struct known_loop *known, struct place *place)
{
	place->from = memory;
	place->end = (u8 *)memory + known->bytes;
	switch (known->memory) {
	case PLAIN:
	case STORED:
		break;
	case CHAIN:
		chase_from(known->bytes);
		break;
	case CHANCE:
		draw_chances();
		break;
	case CODE:
		write_code(known->bytes);
		break;
	case UNCACHED_WORDS:
		place->from = (void *)CKSEG1ADDR(memory);
		break;
	case MAPPED:
	case MAPPED_CODE:
		if (known->memory == MAPPED_CODE)
			write_functions();
		place->from = mapped;
		place->end = mapped + PAGES * (PAGE_SIZE + LINE);
		break;
	}
}

/* An entry of the TLB is written as it is: those in front of it begin anew. */
static void forget_pages(void)
{
	u32 hi = read_c0_entryhi(), mask = read_c0_pagemask();

	write_c0_index(0);
	mtc0_tlbr_hazard();
	tlb_read();
	tlb_read_hazard();
	mtc0_tlbw_hazard();
	tlb_write_indexed();
	tlbw_use_hazard();
	write_c0_entryhi(hi);
	write_c0_pagemask(mask);
	back_to_back_c0_hazard();
}

/* So many turns, under up to four control words */
static void count_turns(const struct known_loop *known, const struct place *place,
			unsigned long turns, const u32 *ctl, u32 *cnt)
{
	unsigned int i;

	stop_all();
	forget_pages();
	for (i = 0; i < counters; i++)
		write_ctl(i, ctl[i]);
	known->loop(place->from, turns, place->end);
	for (i = 0; i < counters; i++)
		write_ctl(i, 0);
	for (i = 0; i < counters; i++)
		cnt[i] = read_cnt(i);
}

/* The same again and again, until nothing is new to the caches. */
static void settle_and_count(const struct known_loop *known,
			     const struct place *place, unsigned long turns,
			     const u32 *ctl, u32 *cnt)
{
	unsigned int again, others;
	unsigned long flags;
	u32 status;

	status = quiet_begin(&flags);
	others = dvpe();
	for (again = 0; again < 3; again++)
		((loop_fn *)forget)(NULL, 0, NULL);
	for (again = 0; again < SETTLED; again++)
		count_turns(known, place, turns, ctl, cnt);
	stop_all();
	evpe(others);
	quiet_end(status, flags);
}

/* Four events of one turn, -1 for none */
static void count_turn(const struct known_loop *known, const struct place *place,
		       const int *chosen, u32 *turn)
{
	static u32 cnt[4] __aligned(LINE); /* that is written to in any case */
	u32 ctl[4] = {}, once[4];
	unsigned int i;

	for (i = 0; i < counters; i++)
		if (chosen[i] >= 0)
			ctl[i] = CTL_EVENT(known_events[chosen[i]].code) | CTL_K;
	settle_and_count(known, place, 1, ctl, cnt);
	memcpy(once, cnt, sizeof(once));
	settle_and_count(known, place, 2, ctl, cnt);
	for (i = 0; i < counters; i++)
		if (chosen[i] >= 0)
			turn[chosen[i]] = cnt[i] - once[i];
}

static void count_all(const struct known_loop *known, const struct place *place,
		      u32 *turn)
{
	int even, odd;

	for (even = 0, odd = FIRST_ODD; even < FIRST_ODD || odd < EVENTS;
	     even += 2, odd += 2) {
		const int chosen[4] = {
			even < FIRST_ODD ? even : -1,
			odd < EVENTS ? odd : -1,
			even + 1 < FIRST_ODD ? even + 1 : -1,
			odd + 1 < EVENTS ? odd + 1 : -1,
		};

		count_turn(known, place, chosen, turn);
	}
}

/*
 * What follows from what a loop says of itself.  Of one VPE no two stalls are at
 * once: each is IFU's or ALU's, and all is their sum.
 */
static void derive(const struct known_loop *known, u32 *turn)
{
	u32 itlb, dtlb;

	turn[INSTRUCTIONS_DONE] += TURN_INSTRUCTIONS;
	if (known->memory == CHANCE) {
		turn[INSTRUCTIONS_DONE] += chances_not_taken();
		turn[BRANCH_MISSES] += mispredicted_chances();
	}
	if (known->memory == STORED)
		fill_lines(turn);
	itlb = turn[ITLB_MISSES] * ITLB_MISS;
	dtlb = turn[DTLB_MISSES] * DTLB_MISS;
	turn[TLB_STALLS] = itlb + dtlb;
	turn[ICACHE_STALLS] = turn[ICACHE_MISSES] * MISS;
	turn[BRANCH_STALLS] = turn[BRANCH_MISSES] * BRANCH_MISS +
		(1 + known->register_jumps + turn[UNPREDICTED]) * JUMP_REGISTER;
	turn[IFU_STALLS] = turn[ICACHE_STALLS] + turn[BRANCH_STALLS] + itlb;
	turn[ALU_STALLS] = turn[DCACHE_STALLS] + turn[UNCACHED_STALLS] +
		turn[MDU_STALLS] + turn[FPU_STALLS] + turn[LOAD_STALLS] +
		turn[AGEN_STALLS] + turn[STORE_STALLS] + dtlb;
	turn[STALLS] = turn[IFU_STALLS] + turn[ALU_STALLS];
	turn[CYCLES] = turn[INSTRUCTIONS_DONE] + turn[STALLS];
}

static void test_loop(const struct known_loop *known)
{
	u32 expected[EVENTS], turn[EVENTS];
	struct place place;
	bool ok = true;
	unsigned int i;

	memcpy(expected, known->turn, sizeof(expected));
	set_place(known, &place);
	derive(known, expected);
	count_all(known, &place, turn);
	for (i = 0; i < EVENTS; i++)
		ok &= expect(known_events[i].name, turn[i], expected[i]);
	report(ok, known->name);
}

/* Count ticks every second cycle. */
static void test_count(void)
{
	u32 cycles = 0, count = 0;
	unsigned int again, others;
	unsigned long flags;
	u32 status;
	int late;

	status = quiet_begin(&flags);
	others = dvpe();
	for (again = 0; again < SETTLED; again++) {
		stop_all();
		write_ctl(0, CTL_EVENT(0) | CTL_K);
		count = read_c0_count();
		cycles = read_cnt(0);
		sum_lines(memory, 1, (u8 *)memory + MANY_BYTES);
		count = read_c0_count() - count;
		cycles = read_cnt(0) - cycles;
	}
	stop_all();
	evpe(others);
	quiet_end(status, flags);

	late = cycles - 2 * count;
	diagnose("%u cycles, %u of Count", cycles, count);
	report(late >= -2 && late <= 2 && cycles > MANY_BYTES / LINE * MISS,
	       "cycles and Count agree to the cycle");
}

void test_stalls(void)
{
	unsigned int i;

	test_count();
	for (i = 0; i < n_known_loops; i++)
		test_loop(&known_loops[i]);
}

unsigned int count_stall_tests(void)
{
	return 1 + n_known_loops;
}

int stalls_take(void)
{
	memory = kzalloc(MANY_BYTES, GFP_KERNEL);
	forget = kzalloc((2 * BRANCHES + 3) * sizeof(*forget), GFP_KERNEL);
	mapped = vzalloc((PAGES + 1) * PAGE_SIZE);
	if (memory && forget && mapped) {
		write_branches();
		return 0;
	}
	stalls_give_back();
	return -ENOMEM;
}

void stalls_give_back(void)
{
	kfree(memory);
	kfree(forget);
	vfree(mapped);
}
