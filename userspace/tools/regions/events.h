/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of the profiler of Sun Netra DPS, by the group and the type that its
 * dumps have.  The types of the UltraSPARC T1 and of the T2 are never the same.
 */
#ifndef PERFCNT_REGIONS_EVENTS_H
#define PERFCNT_REGIONS_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

/* The longest name, with its end. */
#define REGION_EVENT_NAME_SIZE	48

/* Both have their instructions in the CPU's group. */
#define REGION_GROUP_CPU	1
#define REGION_T1_INSTRUCTIONS	0x100
#define REGION_T2_INSTRUCTIONS	0xfd2

/**
 * region_event_name() - what an event is called in a summary
 * @group: the group's number
 * @type: the event's type, which is a mask of bits or a code
 * @name: gets the name; of an event that is not known, one made of its numbers
 */
void region_event_name(uint64_t group, uint64_t type,
		       char name[REGION_EVENT_NAME_SIZE]);

/**
 * region_event_counts_instructions() - does an event count all instructions?
 * @group: the group's number
 * @type: the event's type
 *
 * Return: whether it is Instr_cnt of a T1 or All_instr of a T2.
 */
bool region_event_counts_instructions(uint64_t group, uint64_t type);

#endif /* PERFCNT_REGIONS_EVENTS_H */
