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

/**
 * struct pretended_reason - why something is rejected
 * @error: the errno
 * @words: the reason
 */
struct pretended_reason {
	int error;
	char words[PERFCNT_REASON_SIZE];
};

/**
 * pretended_describe() - what a pretended machine has
 * @text: 34k or perf, and what it has more or less of: 34k,tcs=128
 * @describe: comes back
 *
 * Ends the tool with a message if there is no such machine.
 */
void pretended_describe(const char *text, struct perfcnt_describe *describe);

/**
 * pretended_event() - an event that has a name
 * @describe: the machine
 * @index: which row, from 0
 * @row: comes back
 *
 * Return: whether there are so many.
 */
bool pretended_event(const struct perfcnt_describe *describe,
		     unsigned int index, struct perfcnt_event_row *row);

/**
 * pretended_name() - what a name means for a counter
 * @describe: the machine
 * @counter: the counter
 * @name: name[:modes][@tcN|@vpeN]
 * @what: comes back
 * @reason: comes back if it is rejected
 *
 * Return: 0 or -1.
 */
int pretended_name(const struct perfcnt_describe *describe,
		   unsigned int counter, const char *name,
		   struct perfcnt_what *what, struct pretended_reason *reason);

/**
 * pretended_check() - can a counter count this?
 * @describe: the machine
 * @cpu: the model of its CPUs, or NULL
 * @counter: the counter
 * @what: what it would count
 * @reason: comes back if it is rejected
 *
 * Return: 0 or -1.
 */
int pretended_check(const struct perfcnt_describe *describe,
		    const struct perfcnt_cpu_model *cpu,
		    unsigned int counter, const struct perfcnt_what *what,
		    struct pretended_reason *reason);

/**
 * pretended_perf_event() - the kernel's perf event for what a counter counts
 * @cpu: the model of the CPUs, or NULL
 * @counter: the counter
 * @what: what it counts
 * @event: comes back: its type, config and config1
 *
 * Return: whether there is one.
 */
bool pretended_perf_event(const struct perfcnt_cpu_model *cpu,
			  unsigned int counter, const struct perfcnt_what *what,
			  struct perfcnt_what *event);

#endif /* PERFCNT_TOOLS_PRETENDED_H */
