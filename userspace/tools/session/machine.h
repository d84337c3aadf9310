/* SPDX-License-Identifier: GPL-2.0 */
/* The machine's counters: to have them, and to set them for a run. */
#ifndef PERFCNT_TOOLS_MACHINE_H
#define PERFCNT_TOOLS_MACHINE_H

#include <perfcnt.h>

#include "requests.h"

/**
 * struct machine - the machine, as long as the program runs
 * @perfcnt: the handle
 * @describe: what it has
 * @counters: the mask of its counters
 * @room: how many of them can count at the same time
 */
struct machine {
	struct perfcnt *perfcnt;
	struct perfcnt_describe describe;
	uint32_t counters;
	unsigned int room;
};

/**
 * machine_open() - open the device, and see what there is
 * @machine: comes back
 *
 * Ends the program with words on why not.
 */
void machine_open(struct machine *machine);

/**
 * machine_claim() - make all counters the program's own
 * @machine: the machine
 * @wait: until they are free
 *
 * Ends the program if they are not, with words on who has them.
 */
void machine_claim(struct machine *machine, bool wait);

/**
 * machine_plan() - make a plan that the machine can do
 * @machine: the machine, its counters claimed
 * @items: what is to be counted; those that are missing are left out
 * @strict: leave nothing out
 *
 * Says what is left out.  Ends the program with words if nothing is left.
 *
 * Return: the number of runs.
 */
unsigned int machine_plan(struct machine *machine, struct items *items,
			  bool strict);

/**
 * machine_set() - let the counters stand at 0, ready for a run
 * @machine: the machine
 * @items: what is to be counted, with a plan
 * @run: the run
 * @extra: what else the run counts, or NULL
 *
 * Return: 0, or -1 with errno set.
 */
int machine_set(struct machine *machine, const struct items *items,
		unsigned int run, const struct item *extra);

#endif /* PERFCNT_TOOLS_MACHINE_H */
