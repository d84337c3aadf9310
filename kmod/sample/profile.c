// SPDX-License-Identifier: GPL-2.0
/* The tables of a profile; profile.h has the idea. */
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/jhash.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "../core/pmu.h"
#include "profile.h"

/* Entries of a table, as a power of two: 128 KiB. */
#define ORDER 12

/* So many entries are tried for a place. */
#define TRIES 64

/*
 * An interrupt that comes more events than these later than the soonest one on its CPU had to
 * wait, as interrupts were off.  Its handler takes some time before it looks, and more if the
 * caches do not have it, or another CPU has what it needs.
 */
#define SOON 8000

/* Such a part of it, if what was interrupted has just opened interrupts. */
#define OPENED_PART 16

/* So many times as much, if another CPU had the interrupt and has asked this one. */
#define REMOTE_TIMES 8

/* Which instructions open interrupts: that of processors on which interrupts wait for it. */
#define KNOWS_OPENERS (IS_ENABLED(CONFIG_MIPS) || IS_ENABLED(CONFIG_ARM64))

/* States of an entry, besides the kinds of places. */
#define FREE	0
#define TAKEN	1	/* its place is being written */

/**
 * struct profile_entry - a place
 * @state: FREE, TAKEN, or the place's kind
 * @ip: as in struct perfcnt_profile_place
 * @name: as well
 * @periods: how many have ended there
 */
struct profile_entry {
	atomic_t state;
	union {
		unsigned long ip;
		char name[PERFCNT_PROFILE_NAME];
	};
	atomic64_t periods;
};

/**
 * struct profile_table - the places of a CPU
 * @soonest: the fewest events from a period's end to its sample; and to that of a CPU that
 *	     was asked by another one
 * @lost: periods, as in struct perfcnt_profile_sums
 * @no_room: as well
 * @throttles: as well
 * @entry: a hash table
 */
struct profile_table {
	u32 soonest[2];
	atomic64_t lost;
	atomic64_t no_room;
	atomic64_t throttles;
	struct profile_entry entry[BIT(ORDER)];
};

/**
 * struct perfcnt_profile - the places of all CPUs
 * @word: the control word of what is counted
 * @soon: an interrupt that is later by more than this than the soonest one has waited
 * @table: one a CPU that can be
 */
struct perfcnt_profile {
	u32 word;
	u32 soon;
	struct profile_table *table[];
};

/**
 * perfcnt_profile_new - an empty profile
 * @word: the control word of what is sampled
 *
 * Context: Process context, may sleep.
 * Return: the profile, or NULL without memory.
 */
struct perfcnt_profile *perfcnt_profile_new(u32 word)
{
	struct perfcnt_profile *profile;
	unsigned int cpu;

	BUILD_BUG_ON(PERFCNT_PROFILE_NAME != TASK_COMM_LEN);
	profile = kzalloc(struct_size(profile, table, nr_cpu_ids), GFP_KERNEL_ACCOUNT);
	if (!profile)
		return NULL;
	profile->word = word;
	for_each_possible_cpu(cpu) {
		struct profile_table *table =
			__vmalloc(sizeof(*table),
				  GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NOWARN);

		if (!table) {
			perfcnt_profile_free(profile);
			return NULL;
		}
		profile->table[cpu] = table;
	}
	perfcnt_profile_set_soon(profile, SOON);
	return profile;
}

/**
 * perfcnt_profile_set_soon - what is late is no number of events from now on
 * @profile: the profile, to which nobody adds meanwhile
 * @soon: so much later than the soonest one an interrupt has not waited yet
 *
 * Context: Any.
 */
void perfcnt_profile_set_soon(struct perfcnt_profile *profile, u32 soon)
{
	unsigned int cpu;

	profile->soon = soon;
	for_each_possible_cpu(cpu)
		memset(profile->table[cpu]->soonest, 0xff,
		       sizeof(profile->table[cpu]->soonest));
}

/**
 * perfcnt_profile_free - free a profile
 * @profile: to which nobody adds any more; or NULL
 *
 * Context: Process context, may sleep.
 */
void perfcnt_profile_free(struct perfcnt_profile *profile)
{
	unsigned int cpu;

	if (!profile)
		return;
	for_each_possible_cpu(cpu)
		vfree(profile->table[cpu]);
	kfree(profile);
}

static u32 place_hash(const struct perfcnt_profile_place *place)
{
	return jhash(place->name, sizeof(place->name), place->kind) >> (32 - ORDER);
}

/* The entry of a place, a new one if it has none; NULL if there is no room. */
static struct profile_entry *profile_find(struct profile_table *table,
					  const struct perfcnt_profile_place *place)
{
	u32 hash = place_hash(place);
	unsigned int i;

	for (i = 0; i < TRIES; i++) {
		struct profile_entry *entry = &table->entry[(hash + i) & (BIT(ORDER) - 1)];
		int state = atomic_cmpxchg(&entry->state, FREE, TAKEN);

		if (state == FREE) {
			memcpy(entry->name, place->name, sizeof(entry->name));
			atomic_set_release(&entry->state, place->kind);
			return entry;
		}
		if (state == place->kind &&
		    !memcmp(entry->name, place->name, sizeof(entry->name)))
			return entry;
	}
	return NULL;
}

/* How much later has the interrupt come than the soonest one? */
static u32 profile_lateness(struct profile_table *table, const struct perfcnt_overflow *overflow)
{
	u32 *soonest = &table->soonest[!!(overflow->flags & PERFCNT_SAMPLE_REMOTE)];

	if (overflow->late < *soonest)
		*soonest = overflow->late;
	return overflow->late - *soonest;
}

/* Instructions (MD00086: EI, MTC0 to Status, EHB; DDI 0487: MSR to DAIFClr and DAIF) */
#define MIPS_RT		0x001f0000	/* a register that they name */
#define MIPS_EI		0x41606020
#define MIPS_MTC0_SR	0x40806000
#define MIPS_EHB	0x000000c0
#define ARM64_RT	0x0000001f
#define ARM64_IMM	0x00000f00	/* which bits */
#define ARM64_DAIFCLR	0xd50340ff
#define ARM64_MSR_DAIF	0xd51b4220

/* Is this an instruction that opens interrupts, or waits until they are open? */
static bool opens_interrupts(u32 word)
{
#if defined(CONFIG_MIPS)
	return (word & ~MIPS_RT) == MIPS_EI || (word & ~MIPS_RT) == MIPS_MTC0_SR ||
	       word == MIPS_EHB;
#elif defined(CONFIG_ARM64)
	return (word & ~ARM64_IMM) == ARM64_DAIFCLR || (word & ~ARM64_RT) == ARM64_MSR_DAIF;
#else
	return true; /* not known */
#endif
}

/* Is there an instruction that does?  Before the first one of a page there may be none. */
static bool opens_at(unsigned long ip)
{
	u32 word;

	return !copy_from_kernel_nofault(&word, (const void *)ip, sizeof(word)) &&
	       opens_interrupts(word);
}

/*
 * Did this code open interrupts, or did it go on when the handler of an interrupt had ended?
 * That of an idle CPU is not known.
 */
static bool has_opened(unsigned long ip)
{
	return !KNOWS_OPENERS || !ip || opens_at(ip - sizeof(u32)) ||
	       opens_at(ip - 2 * sizeof(u32));
}

/* Where a period has ended; false if this CPU was in no mode that is counted. */
static bool profile_place(const struct perfcnt_profile *profile, struct profile_table *table,
			  const struct perfcnt_overflow *overflow,
			  struct perfcnt_profile_place *place)
{
	bool counts_user = profile->word & PERFCNT_CTL_U;
	bool counts_kernel = profile->word & PERFCNT_CTL_MODES & ~PERFCNT_CTL_U;
	bool user = overflow->flags & PERFCNT_SAMPLE_USER, late, opened;
	u32 lateness = 0, soon = profile->soon;

	memset(place, 0, sizeof(*place));
	if (counts_kernel && overflow->in_handler) {
		place->kind = PERFCNT_PROFILE_OFF_HANDLER;
		return true;
	}
	if (counts_kernel) /* interrupts are off there alone */
		lateness = profile_lateness(table, overflow);
	opened = !user && lateness > soon / OPENED_PART && has_opened(overflow->ip);
	if (KNOWS_OPENERS && opened)
		soon /= OPENED_PART;
	else if (overflow->flags & PERFCNT_SAMPLE_REMOTE)
		soon *= REMOTE_TIMES;
	late = lateness > soon;

	if (!late && (user ? !counts_user : !counts_kernel)) {
		/* it may have been another CPU's event; if not, it was in the other mode */
		if (overflow->flags & PERFCNT_SAMPLE_CORE)
			return false;
		if (user)
			late = true;
		user = true;
	}
	if (user && late) {
		place->kind = PERFCNT_PROFILE_OFF_USER;
	} else if (late && !opened) {
		place->kind = PERFCNT_PROFILE_OFF_HANDLER;
	} else if (!user) {
		/* an idle CPU may wait with interrupts off */
		place->kind = late && !is_idle_task(current) ? PERFCNT_PROFILE_OFF :
							       PERFCNT_PROFILE_KERNEL;
		place->ip = overflow->ip;
	} else {
		place->kind = PERFCNT_PROFILE_USER;
		strscpy_pad(place->name, current->comm, sizeof(place->name));
	}
	return true;
}

/**
 * perfcnt_profile_add - periods have ended on this CPU
 * @profile: the profile
 * @overflow: the end of the last one
 * @periods: how many
 *
 * Context: Any, NMI included; this CPU stays the same.
 * Return: false if this CPU was in no mode that is counted, and it was another one's event.
 */
bool perfcnt_profile_add(struct perfcnt_profile *profile,
			 const struct perfcnt_overflow *overflow, u64 periods)
{
	struct profile_table *table = profile->table[smp_processor_id()];
	struct perfcnt_profile_place place;
	struct profile_entry *entry;

	if (!profile_place(profile, table, overflow, &place))
		return false;
	entry = profile_find(table, &place);
	atomic64_add(periods, entry ? &entry->periods : &table->no_room);
	return true;
}

/**
 * perfcnt_profile_lose - periods have ended, and nobody knows where
 * @profile: the profile
 * @periods: how many
 * @throttles: so often perf has stopped the event meanwhile
 *
 * Context: As perfcnt_profile_add().
 */
void perfcnt_profile_lose(struct perfcnt_profile *profile, u64 periods, u64 throttles)
{
	struct profile_table *table = profile->table[smp_processor_id()];

	atomic64_add(periods, &table->lost);
	atomic64_add(throttles, &table->throttles);
}

/**
 * perfcnt_profile_forget - a module's code goes, and other code may come there
 * @profile: the profile
 * @module: the module, no code of which is executed any more
 * @init: only that which is executed when it is loaded
 *
 * Context: Process context, may sleep.
 */
void perfcnt_profile_forget(struct perfcnt_profile *profile, const struct module *module,
			    bool init)
{
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		for (i = 0; i < BIT(ORDER); i++) {
			struct profile_entry *entry = &profile->table[cpu]->entry[i];

			if (!perfcnt_profile_is_code(atomic_read_acquire(&entry->state)))
				continue;
			if (init ? within_module_init(entry->ip, module) :
				   within_module(entry->ip, module))
				WRITE_ONCE(entry->ip, PERFCNT_PROFILE_UNLOADED);
		}
		cond_resched();
	}
}

/* The places of a CPU: as many as there is space for; returns how many it has. */
static size_t table_rows(struct profile_table *table, struct perfcnt_profile_row *rows,
			 size_t most)
{
	size_t i, used = 0;

	for (i = 0; i < BIT(ORDER); i++) {
		struct profile_entry *entry = &table->entry[i];
		int state = atomic_read_acquire(&entry->state);

		if (state == FREE || state == TAKEN)
			continue;
		if (used < most) {
			rows[used].place.kind = state;
			memcpy(rows[used].place.name, entry->name, sizeof(entry->name));
			rows[used].periods = atomic64_read(&entry->periods);
		}
		used++;
	}
	return used;
}

/**
 * perfcnt_profile_rows - what has been counted so far
 * @profile: the profile
 * @rows: get the places, in no order, those of each CPU by themselves
 * @most: so many fit; 0: how many there are
 * @sums: gets what is in no row, if all fit
 *
 * Nobody calls perfcnt_profile_forget() meanwhile.
 *
 * Context: Process context, may sleep.
 * Return: how many there are, which can be more than @most: then more have come.
 */
size_t perfcnt_profile_rows(struct perfcnt_profile *profile, struct perfcnt_profile_row *rows,
			    size_t most, struct perfcnt_profile_sums *sums)
{
	unsigned int cpu;
	size_t used = 0;

	memset(sums, 0, sizeof(*sums));
	for_each_possible_cpu(cpu) {
		struct profile_table *table = profile->table[cpu];

		used += used < most ? table_rows(table, rows + used, most - used) :
				      table_rows(table, NULL, 0);
		sums->lost += atomic64_read(&table->lost);
		sums->no_room += atomic64_read(&table->no_room);
		sums->throttles += atomic64_read(&table->throttles);
		cond_resched();
	}
	return used;
}
