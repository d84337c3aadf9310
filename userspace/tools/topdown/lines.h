/* SPDX-License-Identifier: GPL-2.0 */
/* Where slots go, a line each time, as text for people. */
#ifndef PERFCNT_TOPDOWN_LINES_H
#define PERFCNT_TOPDOWN_LINES_H

#include <stdio.h>

#include "topdown.h"

/**
 * topdown_lines_names() - print the heading
 * @out: where it goes
 */
void topdown_lines_names(FILE *out);

/**
 * topdown_lines() - print a line: the time, the place, level 1, and the bottleneck
 * @out: where it goes
 * @topdown: where the slots went
 */
void topdown_lines(FILE *out, const struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_LINES_H */
