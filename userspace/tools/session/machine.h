/* SPDX-License-Identifier: GPL-2.0 */
/* The machine's counters: to have them, and to set them for a run. */
#ifndef PERFCNT_TOOLS_MACHINE_H
#define PERFCNT_TOOLS_MACHINE_H

#include <perfcnt.h>

#include "requests.h"

/**
 * struct machine - the machine, as long as the tool runs
 * @perfcnt: the handle
 * @describe: what it has
 * @counters: the mask of its counters
 * @at_once: how many of them can count at the same time
 */
struct machine {
	struct perfcnt *perfcnt;
	struct perfcnt_describe describe;
	uint32_t counters;
	unsigned int at_once;
};

/**
 * machine_open() - open the device, and see what there is
 * @machine: comes back
 *
 * Ends the tool with words on why not.
 */
void machine_open(struct machine *machine);

/**
 * machine_claim() - make all counters the tool's own
 * @machine: the machine
 * @wait: until they are free
 *
 * Ends the tool if they are not, with words on who has them.
 */
void machine_claim(struct machine *machine, bool wait);

/**
 * machine_set() - let the counters stand at 0, ready for a run
 * @machine: the machine
 * @requests: what is to be counted, with a plan
 * @run: the run
 * @extra: what else the run counts, or NULL
 *
 * Return: 0, or -1 with errno set.
 */
int machine_set(struct machine *machine, const struct requests *requests,
		unsigned int run, const struct request *extra);

#endif /* PERFCNT_TOOLS_MACHINE_H */
