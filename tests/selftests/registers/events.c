// SPDX-License-Identifier: GPL-2.0
/* What each event counts, in which modes and under which filters, on one VPE. */
#include <linux/kernel.h>
#include <linux/smp.h>

#include <asm/mipsregs.h>
#include <asm/time.h>

#include "registers.h"

/* Where each kind can be counted: Table 3 */
static const struct event {
	u8 code;
	u8 counter;	/* the first one of its bank */
	u8 kind;
	const char *name;
} events[] = {
	{  1, 0, INSTRUCTIONS, "instructions" },
	{  1, 1, INSTRUCTIONS, "instructions" },
	{  2, 0, BRANCHES, "branches" },
	{  3, 0, RETURNS, "jr $31" },
	{  4, 0, INDIRECT_JUMPS, "other jr and jalr" },
	{ 10, 0, CACHED, "data cache accesses" },
	{ 14, 0, FPU, "FPU instructions" },
	{ 14, 1, INTEGER, "integer instructions" },
	{ 15, 0, LOADS, "loads" },
	{ 15, 1, STORES, "stores" },
	{ 16, 0, JUMPS, "j and jal" },
	{ 16, 1, MIPS16, "MIPS16 instructions" },
	{ 17, 0, NOPS, "no-ops" },
	{ 17, 1, MULDIV, "multiplications and divisions" },
	{ 19, 0, SC, "sc" },
	{ 19, 1, SC_FAILED, "sc that failed" },
	{ 20, 0, PREFETCHES, "prefetches" },
	{ 23, 0, EXCEPTIONS, "exceptions" },
	{ 26, 0, DSP, "DSP instructions" },
	{ 33, 0, UNCACHED_LOADS, "uncached loads" },
	{ 33, 1, UNCACHED_STORES, "uncached stores" },
	{ 34, 0, FORKS, "fork" },
	{ 34, 1, YIELDS, "yield" },
};

/* Every (event, bank) of Table 3 */
#define EVEN	1
#define ODD	2
#define PERFCNT_EVENT(code, bank, scope, name, description) \
	{ code, bank },
static const struct {
	u8 code, bank;
} listed[] = {
#include <linux/perfcnt_events.h>
};

/* Those that a model of the core counts: of tests/machines/qemu/emulated.csv */
#define MODELLED(code, bank)	{ code, bank },
static const struct {
	u8 code, bank;
} modelled[] = {
#include "../modelled.h"
};

static bool compare_sequence(const struct event *event,
			     const struct sequence *sequence)
{
	struct load load = { .sequence = sequence };
	u32 expected = sequence->turn[event->kind] * (MANY - FEW);
	u32 ctl[4] = {}, cnt[4];
	bool ok = true;
	unsigned int i;

	if (sequence->turn[event->kind] == ANY)
		return true;
	for (i = event->counter; i < counters; i += 2)
		ctl[i] = CTL_EVENT(event->code) | CTL_K | CTL_VPE(this_vpe());
	count_thousand(ctl, cnt, &load);
	for (i = event->counter; i < counters; i += 2) {
		if (cnt[i] == expected)
			continue;
		diagnose("counter %u, %s: %u seen, %u expected", i,
			 sequence->name, cnt[i], expected);
		ok = false;
	}
	return ok;
}

static void test_event(const struct event *event)
{
	bool ok = true;
	unsigned int i;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: event %u %s: %s", this_vpe(),
		 event->code, event->counter ? "odd" : "even", event->name);
	if (event->counter >= counters) {
		skip(name, "no such counter");
		return;
	}
	for (i = 0; i < n_sequences; i++)
		ok &= compare_sequence(event, &sequences[i]);
	report(ok, name);
}

/* Run in one mode: which of the four mode bits count it? */
static void test_mode(const char *mode, const struct load *load, u32 bit)
{
	static const u32 bits[] = { CTL_U, CTL_S, CTL_K, CTL_EXL };
	u32 ctl[4] = {}, cnt[4];
	bool ok = true;
	unsigned int i;
	char name[64];

	for (i = 0; i < ARRAY_SIZE(bits); i++) {
		ctl[0] = CTL_EVENT(EVENT_INSTRUCTIONS) | bits[i] |
			 CTL_VPE(this_vpe());
		count_thousand(ctl, cnt, load);
		ok &= expect(mode, cnt[0], bits[i] == bit ? 2000 : 0);
	}
	ctl[0] |= CTL_MODES;
	count_thousand(ctl, cnt, load);
	ok &= expect("all modes", cnt[0], bit ? 2000 : 0);
	snprintf(name, sizeof(name), "VPE %u: %s", this_vpe(), mode);
	report(ok, name);
}

static void test_modes(const struct load *user)
{
	struct load kernel = { .in_status = run_in_status };
	struct load supervisor = { .in_status = run_in_status,
				   .clear = ST0_KSU, .set = KSU_SUPERVISOR };
	struct load reserved = { .in_status = run_in_status,
				 .clear = ST0_EXL, .set = ST0_ERL };
	struct load exl = { .in_status = run_in_status, .set = ST0_EXL };
	struct load user_exl = *user;

	user_exl.set |= ST0_EXL;
	test_mode("kernel mode", &kernel, CTL_K);
	test_mode("supervisor mode", &supervisor, CTL_S);
	test_mode("user mode", user, CTL_U);
	test_mode("EXL", &exl, CTL_EXL);
	test_mode("EXL with KSU = user", &user_exl, CTL_EXL);
	test_mode("ERL counts nowhere", &reserved, 0);
}

/* An exception's own instructions: EXL and K make up what both count. */
static void test_exl_sum(void)
{
	struct load load = { .sequence = &sequences[n_sequences - 1] };
	u32 base = CTL_EVENT(EVENT_INSTRUCTIONS) | CTL_VPE(this_vpe());
	u32 ctl[4] = { base | CTL_K, base | CTL_EXL,
		       base | CTL_K | CTL_EXL, base | CTL_U | CTL_S };
	u32 cnt[4] = {};
	bool ok = true;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: EXL and K add up", this_vpe());
	if (counters < 4) {
		skip(name, "no four counters");
		return;
	}
	count_thousand(ctl, cnt, &load);
	ok &= expect("K + EXL", cnt[0] + cnt[1], cnt[2]);
	ok &= expect("neither U nor S", cnt[3], 0);
	ok &= expect("whole exceptions in EXL", cnt[1] % 1000, 0);
	ok &= cnt[1] > 0;
	diagnose("an exception: %u instructions with EXL, %u without",
		 cnt[1] / 1000, cnt[0] / 1000);
	report(ok, name);
}

/* Nobody else uses supervisor mode: all filters can be told exactly. */
static void test_filters(void)
{
	u32 vpe = this_vpe(), tc = this_tc();
	const struct {
		const char *name;
		u32 filter;
		u32 expected;
	} filters[] = {
		{ "all", CTL_MT_ALL, 2000 },
		{ "this VPE", CTL_VPE(vpe), 2000 },
		{ "the other VPE", CTL_VPE(vpe ^ 1), 0 },
		{ "no such VPE", CTL_VPE(15), 0 },
		{ "this TC", CTL_TC(tc), 2000 },
		{ "the other TC", CTL_TC(tc ^ 1), 0 },
		{ "no such TC", CTL_TC(255), 0 },
		{ "reserved", CTL_MT_RESERVED, 0 },
		{ "reserved, ids match",
		  CTL_MT_RESERVED | vpe << 16 | tc << 22, 0 },
	};
	struct load load = { .in_status = run_in_status,
			     .clear = ST0_KSU, .set = KSU_SUPERVISOR };
	u32 ctl[4] = {}, cnt[4];
	unsigned int i;
	char name[64];

	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		ctl[0] = CTL_EVENT(EVENT_INSTRUCTIONS) | CTL_S |
			 filters[i].filter;
		count_thousand(ctl, cnt, &load);
		snprintf(name, sizeof(name), "VPE %u: filter: %s", vpe,
			 filters[i].name);
		report(expect("instructions", cnt[0], filters[i].expected),
		       name);
	}
}

static bool is_listed(unsigned int code, unsigned int bank)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(listed); i++)
		if (listed[i].code == code && listed[i].bank == bank)
			return true;
	return false;
}

static bool is_exact(unsigned int code, unsigned int counter)
{
	unsigned int i;

	if (code == 0) /* cycles */
		return true;
	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (events[i].code == code && events[i].counter == counter)
			return true;
	return false;
}

static bool is_modelled(unsigned int code, unsigned int bank)
{
	unsigned int i;

	for (i = 0; model && i < ARRAY_SIZE(modelled); i++)
		if (modelled[i].code == code && modelled[i].bank == bank)
			return true;
	return false;
}

static bool counts_nothing(unsigned int code, unsigned int counter)
{
	u32 ctl[4] = {}, cnt[4];
	bool ok = true;
	unsigned int i;

	ctl[counter] = CTL_EVENT(code) | CTL_MODES;
	for (i = 0; i < n_sequences; i++) {
		struct load load = { .sequence = &sequences[i] };

		count_once(ctl, cnt, &load, FEW);
		if (cnt[counter])
			diagnose("event %u, %s: %u seen", code,
				 sequences[i].name, cnt[counter]);
		ok &= !cnt[counter];
	}
	return ok;
}

/*
 * Neither reserved events nor those that are not emulated count anything; nor do
 * those that are modelled where there is no model.
 */
static void test_zero(unsigned int counter, bool want_listed)
{
	unsigned int bank = counter ? ODD : EVEN;
	unsigned int code;
	bool ok = true;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: %s %s events count nothing",
		 this_vpe(), want_listed ? "other" : "reserved",
		 counter ? "odd" : "even");
	if (counter >= counters) {
		skip(name, "no such counter");
		return;
	}
	for (code = 0; code < 128; code++)
		if (is_listed(code, bank) == want_listed &&
		    !is_exact(code, counter) && !is_modelled(code, bank))
			ok &= counts_nothing(code, counter);
	report(ok, name);
}

/*
 * Count ticks every second cycle: CCRes = 2.  Two readings take their time,
 * and the emulator may be interrupted between them: take Count before and
 * after, and try again if they are too far apart to tell a thousandth.
 */
#define CYCLE_TURNS	4000000

struct reading {
	u32 before, cycles, after;
};

static void take_reading(struct reading *reading, unsigned int counter)
{
	reading->before = read_c0_count();
	reading->cycles = read_cnt(counter);
	reading->after = read_c0_count();
}

static void time_cycles(unsigned int counter, u32 turns, u32 *cycles,
			u32 *least, u32 *most)
{
	struct reading start, end;
	unsigned long flags;
	u32 status;

	status = quiet_begin(&flags);
	stop_all();
	write_ctl(counter, CTL_EVENT(0) | CTL_MODES);
	take_reading(&start, counter);
	run_plain(turns);
	take_reading(&end, counter);
	stop_all();
	quiet_end(status, flags);

	*cycles = end.cycles - start.cycles;
	*least = 2 * (end.before - start.after);
	*most = 2 * (end.after - start.before);
}

static void test_cycles(unsigned int counter)
{
	u32 cycles, least, most;
	char name[64];

	snprintf(name, sizeof(name), "VPE %u: %s cycles agree with Count",
		 this_vpe(), counter ? "odd" : "even");
	if (counter >= counters) {
		skip(name, "no such counter");
		return;
	}
	/* a busy host may put them far apart: then this tells less */
	time_cycles(counter, CYCLE_TURNS, &cycles, &least, &most);
	diagnose("%u cycles, by Count %u to %u", cycles, least, most);
	report(cycles >= least - least / 1000 && cycles <= most + most / 1000,
	       name);
}

void test_events(const struct load *user)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		test_event(&events[i]);
	test_modes(user);
	test_exl_sum();
	test_filters();
	for (i = 0; i < 2; i++) {
		test_zero(i, true);
		test_zero(i, false);
		test_cycles(i);
	}
}

unsigned int count_event_tests(void)
{
	return ARRAY_SIZE(events) + 6 + 1 + 9 + 2 * 3;
}
