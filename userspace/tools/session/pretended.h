/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A machine that is not there: a plan for it needs no device.  It takes and rejects
 * what the module would, by the module's own files.
 */
#ifndef PERFCNT_TOOLS_PRETENDED_H
#define PERFCNT_TOOLS_PRETENDED_H

#include <stdbool.h>

#include <linux/perfcnt.h>

#include "encoding/event.h"

/* Why something is rejected. */
struct pretended_reason {
	int error; /* the errno */
	char words[PERFCNT_REASON_SIZE];
};

/*
 * What a pretended machine has: @text is 34k or perf, and what it has more or less of, as
 * 34k,tcs=128.  Ends the tool with a message if there is no such machine.
 */
void pretended_describe(const char *text, struct perfcnt_describe *describe);

/* The event of a row, from 0, that has a name.  Returns whether there are so many. */
bool pretended_event(const struct perfcnt_describe *describe,
		     unsigned int index, struct perfcnt_event_row *row);

/* What name[:modes][@tcN|@vpeN] means for a counter.  Returns 0, or -1 with a reason. */
int pretended_name(const struct perfcnt_describe *describe,
		   unsigned int counter, const char *name,
		   struct perfcnt_what *what, struct pretended_reason *reason);

/* Can a counter count this?  The model of the CPUs may be NULL.  Returns 0, or -1 with a reason. */
int pretended_check(const struct perfcnt_describe *describe,
		    const struct perfcnt_cpu_model *cpu,
		    unsigned int counter, const struct perfcnt_what *what,
		    struct pretended_reason *reason);

/*
 * The kernel's perf event for what a counter counts: its type, config and config1.  The model of
 * the CPUs may be NULL.  Returns whether there is one.
 */
bool pretended_perf_event(const struct perfcnt_cpu_model *cpu,
			  unsigned int counter, const struct perfcnt_what *what,
			  struct perfcnt_what *event);

#endif /* PERFCNT_TOOLS_PRETENDED_H */
