/* SPDX-License-Identifier: GPL-2.0 */
/* What the signs of a table mean: lines below it. */
#ifndef PERFCNT_COUNTS_LEGEND_H
#define PERFCNT_COUNTS_LEGEND_H

#include <stdbool.h>
#include <stdio.h>

#include "rows.h"

/**
 * struct legend - the signs that were used
 * @mix: m
 * @stalls: s
 * @impossible: !
 * @overlap: none, but shares of all stalls
 * @core: [ core ]
 */
struct legend {
	bool mix;
	bool stalls;
	bool impossible;
	bool overlap;
	bool core;
};

/**
 * legend_share() - the sign of a share
 * @metric: the share
 *
 * Return: 'm' for one of all instructions, 's' for one of all cycles.
 */
char legend_share(const struct metric *metric);

/**
 * legend_note() - note the signs that a row has
 * @legend: the legend
 * @row: the row
 */
void legend_note(struct legend *legend, const struct row *row);

/**
 * legend_print() - print what the signs mean
 * @out: where it goes
 * @legend: the signs; nothing is printed without any
 */
void legend_print(FILE *out, const struct legend *legend);

#endif /* PERFCNT_COUNTS_LEGEND_H */
