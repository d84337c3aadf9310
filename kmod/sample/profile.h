/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A profile: how many periods have ended at each address, in a table for each CPU.
 *
 * A table has a fixed size.  It is written by its own CPU only, at any time, also in an NMI
 * in the middle of that; a place that is written twice at once has two entries, which count
 * as one for who reads.
 */
#ifndef PERFCNT_PROFILE_H
#define PERFCNT_PROFILE_H

#include <linux/types.h>

struct module;
struct perfcnt_overflow;
struct perfcnt_profile;

/* What was executed. */
enum perfcnt_profile_kind {
	PERFCNT_PROFILE_KERNEL = 2,	/* code of the kernel or of a module */
	PERFCNT_PROFILE_OFF,		/* something with interrupts off, until this opened them */
	PERFCNT_PROFILE_OFF_HANDLER,	/* the same, until the handler of an interrupt ended */
	PERFCNT_PROFILE_OFF_USER,	/* the same, until user mode went on */
	PERFCNT_PROFILE_USER,		/* user code */
};

/* Has such a place an address? */
static inline bool perfcnt_profile_is_code(int kind)
{
	return kind == PERFCNT_PROFILE_KERNEL || kind == PERFCNT_PROFILE_OFF;
}

/* An address of what has been unloaded, instead of its own. */
#define PERFCNT_PROFILE_UNLOADED 1UL

/* The name of a program, as the kernel has it, with its NUL. */
#define PERFCNT_PROFILE_NAME 16

/**
 * struct perfcnt_profile_place - where a period has ended
 * @kind: what was executed
 * @ip: the address of kernel code; 0: none, a CPU that was idle
 * @name: the name of the program whose code it was, padded
 */
struct perfcnt_profile_place {
	enum perfcnt_profile_kind kind;
	union {
		unsigned long ip;
		char name[PERFCNT_PROFILE_NAME];
	};
};

/**
 * struct perfcnt_profile_row - so many periods have ended there
 * @place: where
 * @periods: how many
 */
struct perfcnt_profile_row {
	struct perfcnt_profile_place place;
	u64 periods;
};

/**
 * struct perfcnt_profile_sums - what is in no row
 * @lost: periods that no CPU has said where they ended
 * @no_room: those of which the tables had no room for where they ended
 * @throttles: how often perf has stopped the event
 */
struct perfcnt_profile_sums {
	u64 lost;
	u64 no_room;
	u64 throttles;
};

struct perfcnt_profile *perfcnt_profile_new(u32 word);
void perfcnt_profile_set_soon(struct perfcnt_profile *profile, u32 soon);
void perfcnt_profile_free(struct perfcnt_profile *profile);
bool perfcnt_profile_add(struct perfcnt_profile *profile,
			 const struct perfcnt_overflow *overflow, u64 periods);
void perfcnt_profile_lose(struct perfcnt_profile *profile, u64 periods, u64 throttles);
void perfcnt_profile_forget(struct perfcnt_profile *profile, const struct module *module,
			    bool init);
size_t perfcnt_profile_rows(struct perfcnt_profile *profile, struct perfcnt_profile_row *rows,
			    size_t most, struct perfcnt_profile_sums *sums);

#endif /* PERFCNT_PROFILE_H */
