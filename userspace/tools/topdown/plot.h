/* SPDX-License-Identifier: GPL-2.0 */
/* Where slots go, as commands for gnuplot(1), with the data in them. */
#ifndef PERFCNT_TOPDOWN_PLOT_H
#define PERFCNT_TOPDOWN_PLOT_H

#include <stddef.h>
#include <stdio.h>

#include "topdown.h"

/**
 * topdown_plot() - print commands that draw a bar for each result, of all its parts
 * @out: where they go
 * @all: the results, in the order of the x axis; of intervals the time stands there
 * @count: how many
 */
void topdown_plot(FILE *out, const struct topdown *all, size_t count);

#endif /* PERFCNT_TOPDOWN_PLOT_H */
