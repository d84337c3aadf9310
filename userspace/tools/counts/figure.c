// SPDX-License-Identifier: GPL-2.0
/* The columns of MD00548's Figure 4. */
#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "figure.h"

/* A filter as below "VPE TC", or that the whole core has counted. */
static void figure_filter(const struct row *row, char text[FILTER_TEXT_SIZE])
{
	struct filter filter = filter_of(row->group, 0);
	char word[FILTER_TEXT_SIZE];

	if (row->reading && row->reading->shared) {
		strcpy(text, " core ");
		return;
	}
	switch (filter.mt_en) {
	case PERFCNT_MT_EN_VPE:
		snprintf(text, FILTER_TEXT_SIZE, "VPE%-3u", filter.unit);
		break;
	case PERFCNT_MT_EN_TC:
		snprintf(word, sizeof(word), "TC%u", filter.unit);
		snprintf(text, FILTER_TEXT_SIZE, "%6s", word);
		break;
	default:
		filter_text(&filter, word);
		snprintf(text, FILTER_TEXT_SIZE, "%-6s", word);
	}
}

static bool has_filter(const struct dump *dump)
{
	size_t i, j;

	for (i = 0; i < dump->count; i++)
		for (j = 0; j < dump->measurements[i].count; j++) {
			const struct reading *reading = &dump->measurements[i].readings[j];

			if (filter_of(reading->control, 0).mt_en)
				return true;
		}
	return false;
}

/* The same where TCs are CPUs, and VPEs are cores. */
static void cpu_filter(const struct row *row, char text[FILTER_TEXT_SIZE])
{
	struct filter filter = filter_of(row->group, 0);

	if (filter.mt_en == PERFCNT_MT_EN_VPE)
		snprintf(text, FILTER_TEXT_SIZE, "core %u", filter.unit);
	else if (filter.mt_en == PERFCNT_MT_EN_TC)
		snprintf(text, FILTER_TEXT_SIZE, "CPU %u", filter.unit);
	else
		filter_text(&filter, text);
}

/* As wide as in Figure 4, unless something needs more; or of a machine without TCs. */
void figure_columns(struct libscols_table *grid, const struct dump *dump)
{
	bool is_34k = dump_is_of_34k(dump);

	grid_column(grid, "[mode]", 0);
	grid_column(grid, is_34k ? "[VPE TC]" : "[CPU]",
		    is_34k || has_filter(dump) ? 0 : SCOLS_FL_HIDDEN);
	grid_column(grid, is_34k ? "(event) event description:    " :
				   "event description:    ", 0);
}

/* What another source says of a row's event, or NULL. */
static const char *doubt_of(const struct row *row)
{
	return row->reading && row->event ? event_doubt(row->event) : NULL;
}

void figure_head(struct libscols_line *line, const struct row *row, bool is_34k)
{
	char modes[5], filter[FILTER_TEXT_SIZE], event[ROW_EVENT_SIZE];

	row_modes(row, modes);
	grid_set(line, 0, "[%s]", modes);
	if (is_34k) {
		figure_filter(row, filter);
		row_event(row, event);
		grid_set(line, 1, "[%s]", filter);
		grid_set(line, 2, "%-8s %s%s:", event, row_label(row), doubt_of(row) ? " ?" : "");
	} else {
		cpu_filter(row, filter);
		grid_set(line, 1, "[%-6s]", filter);
		grid_set(line, 2, "%s:", row_label(row));
	}
}

void figure_name(struct libscols_line *line, const char *name, const char *more, bool is_34k)
{
	grid_set(line, 2, is_34k ? "%-8s %s%s:" : "%s%s%s:", "", name, more);
}

void figure_text(char text[FIGURE_TEXT_SIZE], const struct row *row,
		 bool grouped)
{
	bool is_count = row->reading || (row->metric->unit == METRIC_COUNT &&
					 row->value >= 0);

	if (is_count && grouped)
		number_grouped(text, row->reading ? row->reading->count :
			     (uint64_t)row->value);
	else if (row->reading)
		snprintf(text, FIGURE_TEXT_SIZE, "%" PRIu64,
			 row->reading->count);
	else
		metric_format(row->metric, row->value, text);
}

void figure_value(struct libscols_line *line, size_t column,
		  const struct row *row, bool grouped)
{
	char text[FIGURE_TEXT_SIZE];

	figure_text(text, row, grouped);
	grid_set(line, column, "%s", text);
}

/* The signs of MD00548's tables, and our own. */

char legend_share(const struct metric *metric)
{
	return strcmp(metric->of, "cycles") ? 'm' : 's';
}

void legend_note_doubt(struct legend *legend, const struct row *row)
{
	if (doubt_of(row))
		legend->unsure[row->event->bank][row->event->code] = true;
}

void legend_note(struct legend *legend, const struct row *row)
{
	legend_note_doubt(legend, row);
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

/* What other sources say, one line for each event. */
static void print_doubts(FILE *out, const struct legend *legend)
{
	unsigned int code, bank;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++) {
		for (bank = 0; bank < BANK_COUNT; bank++) {
			const struct event *event = event_at(bank, code);

			if (legend->unsure[bank][code])
				fprintf(out, "?: unsure, %s (%u / %u); %s\n", event->name, bank,
					code, event_doubt(event));
		}
	}
}

void legend_print(FILE *out, const struct legend *legend, bool is_34k)
{
	static const bool none[BANK_COUNT][PERFCNT_EVENT_CODES];
	const bool unsure = is_34k && memcmp(legend->unsure, none, sizeof(none));

	if (legend->mix || legend->stalls || legend->overlap ||
	    legend->core || legend->impossible || unsure)
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
	if (unsure)
		print_doubts(out, legend);
}
