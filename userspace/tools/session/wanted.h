/* SPDX-License-Identifier: GPL-2.0 */
/* What is asked for, on any machine. */
#ifndef PERFCNT_TOOLS_WANTED_H
#define PERFCNT_TOOLS_WANTED_H

#include <stdbool.h>
#include <stdint.h>

#include "events/filter.h"
#include "events/selection.h"
#include "requests.h"

/* What is asked for. */
struct wanted {
	struct selection selection;
	uint32_t modes; /* the modes to count in, PERFCNT_CTL_MODES, or 0 */
	bool each_mode; /* count the cycles in each mode separately; without @modes all events */
	bool balance; /* each TC and each VPE separately */
	struct filter_list filters; /* the TCs or VPEs to count separately; none: all together */
	bool strict; /* fail on what the machine cannot count, instead of skipping it */
};

/*
 * Finds out what is to be counted on a machine.  Ends the tool with a message on what the machine
 * does not have.
 */
void wanted_requests(const struct wanted *wanted, struct machine *machine,
		     struct requests *requests);

#endif /* PERFCNT_TOOLS_WANTED_H */
