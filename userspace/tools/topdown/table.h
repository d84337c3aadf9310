/* SPDX-License-Identifier: GPL-2.0 */
/* Where slots go, as text for people. */
#ifndef PERFCNT_TOPDOWN_TABLE_H
#define PERFCNT_TOPDOWN_TABLE_H

#include <stdio.h>

#include "topdown.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * topdown_table() - print a line for each part, and the bottleneck
 * @out: where it goes
 * @topdown: where the slots went
 */
void topdown_table(FILE *out, const struct topdown *topdown);

/**
 * topdown_bars() - the same with bars, which add up to all slots
 * @out: where it goes
 * @topdown: where the slots went
 */
void topdown_bars(FILE *out, const struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_TABLE_H */
