/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of the profiler of Sun Netra DPS, by the group and the type that its
 * dumps have.  The types of the UltraSPARC T1 and of the T2 are never the same.
 */
#ifndef PERFCNT_REGIONS_EVENTS_H
#define PERFCNT_REGIONS_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest name, with its end. */
#define REGION_EVENT_NAME_SIZE	48

/* Both have their instructions in the CPU's group. */
#define REGION_GROUP_CPU	1
#define REGION_T1_INSTRUCTIONS	0x100
#define REGION_T2_INSTRUCTIONS	0xfd2

/* The events of a program of libperfcnt that no T1 and no T2 has. */
#define REGION_GROUP_OWN	4

/* What comments say of the types in REGION_GROUP_OWN; zeros at first. */
struct region_names {
	struct region_name {
		uint64_t type;
		char name[REGION_EVENT_NAME_SIZE];
	} *names; /* a type, and its name; "" if it has several */
	size_t count;
};

/*
 * Reads a comment, if it is "# perfcnt: set N: TYPE is NAME; ...", as libperfcnt writes it.  What
 * needs memory ends the tool, with a message, if there is none.
 */
void region_names_read(struct region_names *names, const char *line);

/*
 * What an event is called in a summary: of one that is not known, a name made of its numbers.  Its
 * type is a mask of bits or a code.
 */
void region_event_name(const struct region_names *names, uint64_t group, uint64_t type,
		       char name[REGION_EVENT_NAME_SIZE]);

/* Is it Instr_cnt of a T1 or All_instr of a T2? */
bool region_event_counts_instructions(uint64_t group, uint64_t type);

#endif /* PERFCNT_REGIONS_EVENTS_H */
