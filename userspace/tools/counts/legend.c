// SPDX-License-Identifier: GPL-2.0
/* The signs of MD00548's tables, and our own. */
#include <string.h>

#include "legend.h"

char legend_share(const struct metric *metric)
{
	return strcmp(metric->of, "cycles") ? 'm' : 's';
}

void legend_note(struct legend *legend, const struct row *row)
{
	if (row->reading && row->reading->shared)
		legend->core = true;
	if (row->stall.cause) {
		legend->overlap = true;
		return;
	}
	if (!row->metric)
		return;
	if (row->reading && legend_share(row->metric) == 'm')
		legend->mix = true;
	else if (row->reading)
		legend->stalls = true;
	if (!metric_is_possible(row->metric, row->value))
		legend->impossible = true;
}

void legend_print(FILE *out, const struct legend *legend)
{
	if (legend->mix || legend->stalls || legend->overlap ||
	    legend->core || legend->impossible)
		fputc('\n', out);
	if (legend->mix)
		fputs("m: share of all instructions\n", out);
	if (legend->stalls)
		fputs("s: share of all cycles; stalls may overlap\n", out);
	if (legend->overlap)
		fputs("Stalls may overlap: the shares of their causes need not add up to 100 %.\n",
		      out);
	if (legend->core)
		fputs("core: counts of the whole core while the command ran\n", out);
	if (legend->impossible)
		fputs("!: impossible, as not between 0 and 100 %; were these different runs?\n",
		      out);
}
