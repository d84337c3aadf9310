/* SPDX-License-Identifier: GPL-2.0 */
#ifndef REGISTERS_TEST_H
#define REGISTERS_TEST_H

#include <linux/printk.h>
#include <linux/types.h>

#include <asm/mipsregs.h>

/* The control register: MD00548, Table 2 */
#define CTL_EVENT(code)	((code) << 5)
#define CTL_EXL		MIPS_PERFCTRL_EXL
#define CTL_K		MIPS_PERFCTRL_K
#define CTL_S		MIPS_PERFCTRL_S
#define CTL_U		MIPS_PERFCTRL_U
#define CTL_MODES	(CTL_EXL | CTL_K | CTL_S | CTL_U)
#define CTL_IE		MIPS_PERFCTRL_IE
#define CTL_MT_ALL	(0 << 20)
#define CTL_VPE(n)	(1 << 20 | (n) << 16)
#define CTL_TC(n)	(2 << 20 | (n) << 22)
#define CTL_MT_RESERVED	(3 << 20)
#define CTL_WRITABLE	0x3fff0fff
#define CTL_M		0x80000000
#define HALF		0x80000000

#define EVENT_INSTRUCTIONS	1
#define EVENT_DCACHE_MISSES	11

/* What one turn of a sequence does, by what can be counted exactly */
enum kind {
	INSTRUCTIONS,
	BRANCHES,
	RETURNS,
	INDIRECT_JUMPS,
	CACHED,
	FPU,
	INTEGER,
	LOADS,
	STORES,
	JUMPS,
	MIPS16,
	NOPS,
	MULDIV,
	SC,
	SC_FAILED,
	PREFETCHES,
	EXCEPTIONS,
	DSP,
	UNCACHED_LOADS,
	UNCACHED_STORES,
	FORKS,
	YIELDS,
	KINDS
};

#define ANY	255	/* not known, or not the same every time */

struct sequence {
	const char *name;
	/* Does the turns, and a few instructions more, always the same. */
	void (*run)(unsigned long turns, u32 *cached, u32 *uncached);
	u8 turn[KINDS];
};

extern const struct sequence sequences[];
extern const unsigned int n_sequences;

/* The two instructions of a turn are the plainest there are. */
void run_plain(unsigned long turns);

/*
 * The same with other bits in Status: @clear and @set.  Status.CU0 makes
 * coprocessor 0 usable in every mode, so that the way back is a plain mtc0.
 */
void run_in_status(unsigned long turns, u32 clear, u32 set);

/* run_in_status() as position independent code */
extern u8 run_in_status_start[], run_in_status_end[];

/* Where run_plain() and the sequence of exceptions can be interrupted */
extern u8 plain_start[], plain_end[], break_here[];

/* How many counters the core has; which VPEs get the interrupt: main.c */
extern unsigned int counters;
extern bool model;
extern char *route;

/* ktap.c */
#define diagnose(fmt, ...)	pr_info("# " fmt "\n", ##__VA_ARGS__)

void report(bool ok, const char *name);
void skip(const char *name, const char *why);
bool expect(const char *what, u32 seen, u32 expected);

/* core.c */
/* What is run under the counters */
struct load {
	const struct sequence *sequence;	/* or, where there is none: */
	void (*in_status)(unsigned long turns, u32 clear, u32 set);
	u32 clear, set;				/* bits of Status */
};

/* Turns of a load: what 1000 of them count is the difference. */
#define FEW	100
#define MANY	1100

extern u32 *cached, *uncached;

u32 read_ctl(unsigned int counter);
void write_ctl(unsigned int counter, u32 value);
u32 read_cnt(unsigned int counter);
void write_cnt(unsigned int counter, u32 value);
void stop_all(void);
u32 this_vpe(void);
u32 this_tc(void);
u32 quiet_begin(unsigned long *flags);
void quiet_end(u32 status, unsigned long flags);
void count_once(const u32 *ctl, u32 *cnt, const struct load *load,
		unsigned long turns);
void count_thousand(const u32 *ctl, u32 *cnt, const struct load *load);

/* events.c */
void test_events(const struct load *user);
unsigned int count_event_tests(void);

/* interrupts.c */
int interrupts_take(void);
void interrupts_give_back(void);
void test_pci(void);
void test_interrupt(void);
void test_modelled_pci(void);
void test_route(void);

#endif
