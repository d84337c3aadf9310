/* SPDX-License-Identifier: GPL-2.0 */
/* The events of a machine. */
#ifndef PERFCNT_TOOLS_EVENT_LIST_H
#define PERFCNT_TOOLS_EVENT_LIST_H

#include <stdio.h>

#include "machine.h"

/**
 * event_list_print() - print all events, and which counters count them
 * @out: where they go
 * @machine: the machine; nothing is claimed
 */
void event_list_print(FILE *out, struct machine *machine);

#endif /* PERFCNT_TOOLS_EVENT_LIST_H */
