/* SPDX-License-Identifier: GPL-2.0 */
/* What is asked for, on any machine. */
#ifndef PERFCNT_TOOLS_WANTED_H
#define PERFCNT_TOOLS_WANTED_H

#include <stdbool.h>
#include <stdint.h>

#include "events/filter.h"
#include "events/selection.h"
#include "requests.h"

/**
 * struct wanted - what is asked for
 * @selection: the events
 * @modes: the modes to count in, PERFCNT_CTL_MODES, or 0
 * @each_mode: count the cycles in each mode separately; without @modes all events
 * @balance: each TC and each VPE separately
 * @filters: the TCs or VPEs to count separately; none: all together
 * @strict: fail on what the machine cannot count, instead of skipping it
 */
struct wanted {
	struct selection selection;
	uint32_t modes;
	bool each_mode;
	bool balance;
	struct filter_list filters;
	bool strict;
};

/**
 * wanted_requests() - find out what is to be counted on a machine
 * @wanted: what is asked for
 * @machine: the machine
 * @requests: comes back
 *
 * Ends the tool with a message on what the machine does not have.
 */
void wanted_requests(const struct wanted *wanted, struct machine *machine,
		     struct requests *requests);

#endif /* PERFCNT_TOOLS_WANTED_H */
