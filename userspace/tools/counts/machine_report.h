/* SPDX-License-Identifier: GPL-2.0 */
/* What a machine is and how it counts, to be pasted into an issue. */
#ifndef PERFCNT_COUNTS_MACHINE_REPORT_H
#define PERFCNT_COUNTS_MACHINE_REPORT_H

#include <stdio.h>

#include "session/machine.h"

/*
 * Prints it in Markdown; the machine is open, without claimed counters.  Returns 0, or
 * STATUS_BAD_INPUT if it counts nothing, or wrongly.
 */
int machine_report(FILE *out, const struct machine *machine);

#endif /* PERFCNT_COUNTS_MACHINE_REPORT_H */
