// SPDX-License-Identifier: LGPL-2.1-or-later
/* Reading and writing cost tables. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "costs.h"

static const char *const units[] = { [PERFEX_CLKS] = "clks", [PERFEX_NSEC] = "nsec" };

/**
 * struct reader - a file that is being read
 * @costs: what it had so far, in a copy
 * @known: is there an event of that name?
 * @line: which line
 * @at: the rest of the line
 * @error: comes back
 */
struct reader {
	struct perfex_costs costs;
	bool (*known)(const char *name);
	size_t line;
	char *at;
	struct perfex_costs_error *error;
};

__attribute__((format(printf, 2, 3)))
static int wrong(struct reader *reader, const char *format, ...)
{
	va_list arguments;

	reader->error->line = reader->line;
	va_start(arguments, format);
	vsnprintf(reader->error->words, sizeof(reader->error->words), format,
		  arguments);
	va_end(arguments);
	errno = EINVAL;
	return -1;
}

/* Cuts the next word off the line; NULL at its end. */
static char *take_word(struct reader *reader)
{
	char *word = reader->at + strspn(reader->at, " \t");

	if (!*word)
		return NULL;
	reader->at = word + strcspn(word, " \t");
	if (*reader->at)
		*reader->at++ = '\0';
	return word;
}

/* Decimal and finite, without a sign: no 0x10, no inf. */
static int take_number(struct reader *reader, const char *what, double *number)
{
	const char *word = take_word(reader);
	char *end;

	if (!word)
		return wrong(reader, "missing %s cost", what);
	if (word[strspn(word, "0123456789.eE+-")] ||
	    (!isdigit((unsigned char)*word) && *word != '.'))
		return wrong(reader, "%s cost '%.32s' is not a number of 0 or more",
			     what, word);
	*number = strtod(word, &end);
	if (*end || !isfinite(*number))
		return wrong(reader, "%s cost '%.32s' is not a number of 0 or more",
			     what, word);
	return 0;
}

static int take_event(struct reader *reader, struct perfex_cost_row *row)
{
	const char *word = take_word(reader);

	row->number = perfex_event_number(word);
	if (row->number >= 0)
		return 0;
	row->number = PERFEX_BY_NAME;
	if (isdigit((unsigned char)*word))
		return wrong(reader, "no event '%.32s'; use 0 to 31, or a name",
			     word);
	if (strlen(word) >= sizeof(row->name) || !reader->known(word))
		return wrong(reader,
			     "unknown event '%.32s'; a number from 0 to 31, or a name without modes",
			     word);
	strcpy(row->name, word);
	return 0;
}

static int take_unit(struct reader *reader, enum perfex_unit *unit)
{
	const char *word = take_word(reader);
	unsigned int i;

	if (!word)
		return wrong(reader, "missing unit; use clks or nsec");
	for (i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (!strcmp(word, units[i])) {
			*unit = i;
			return 0;
		}
	return wrong(reader, "unknown unit '%.32s'; use clks or nsec", word);
}

static struct perfex_cost_row *find(const struct perfex_costs *costs,
				    int number, const char *name)
{
	size_t i;

	for (i = 0; i < costs->count; i++)
		if (costs->rows[i].number == number &&
		    (number != PERFEX_BY_NAME ||
		     !strcmp(costs->rows[i].name, name)))
			return &costs->rows[i];
	return NULL;
}

/* Numbers before names. */
static bool is_before(const struct perfex_cost_row *one,
		      const struct perfex_cost_row *other)
{
	if (one->number == PERFEX_BY_NAME || other->number == PERFEX_BY_NAME)
		return other->number == PERFEX_BY_NAME &&
		       (one->number != PERFEX_BY_NAME ||
			strcmp(one->name, other->name) < 0);
	return one->number < other->number;
}

int perfex_costs_set(struct perfex_costs *costs,
		     const struct perfex_cost_row *row)
{
	struct perfex_cost_row *rows = find(costs, row->number, row->name);
	size_t i;

	if (rows) {
		*rows = *row;
		return 0;
	}
	rows = reallocarray(costs->rows, costs->count + 1, sizeof(*rows));
	if (!rows)
		return -1;
	costs->rows = rows;
	for (i = costs->count++; i && is_before(row, &rows[i - 1]); i--)
		rows[i] = rows[i - 1];
	rows[i] = *row;
	return 0;
}

static int read_line(struct reader *reader)
{
	struct perfex_cost_row row = { .line = reader->line };
	const struct perfex_cost_row *before;
	struct perfex_cost *cost = &row.cost;

	reader->at[strcspn(reader->at, "#\r\n")] = '\0';
	if (!reader->at[strspn(reader->at, " \t")])
		return 0;
	if (take_event(reader, &row))
		return -1;
	before = find(&reader->costs, row.number, row.name);
	if (before && before->line)
		return wrong(reader, "the event stands in line %zu already",
			     before->line);
	if (take_number(reader, "typical", &cost->typical) ||
	    take_number(reader, "minimum", &cost->minimum) ||
	    take_number(reader, "maximum", &cost->maximum) ||
	    take_unit(reader, &cost->unit))
		return -1;
	if (cost->minimum > cost->typical || cost->typical > cost->maximum)
		return wrong(reader, "costs must be in the order minimum <= typical <= maximum");
	return perfex_costs_set(&reader->costs, &row);
}

static int read_lines(struct reader *reader, FILE *file)
{
	char *text = NULL;
	size_t size = 0;
	ssize_t length;
	int result = 0;

	errno = 0;
	while (!result && (length = getline(&text, &size, file)) >= 0) {
		reader->line++;
		reader->at = text;
		if (strlen(text) != (size_t)length)
			result = wrong(reader, "the line has a NUL byte");
		else
			result = read_line(reader);
	}
	if (!result && ferror(file))
		result = -1;
	free(text);
	return result;
}

static int copy(struct perfex_costs *to, const struct perfex_costs *from)
{
	size_t i;

	memset(to, 0, sizeof(*to));
	for (i = 0; i < from->count; i++) {
		if (perfex_costs_set(to, &from->rows[i]))
			return -1;
		to->rows[i].line = 0; /* of another file */
	}
	return 0;
}

int perfex_costs_read(struct perfex_costs *costs, const char *path,
		      bool (*known)(const char *name),
		      struct perfex_costs_error *error)
{
	struct reader reader = { .known = known, .error = error };
	FILE *file = fopen(path, "re");
	int result, saved;

	memset(error, 0, sizeof(*error));
	if (!file) {
		snprintf(error->words, sizeof(error->words), "%s",
			 strerror(errno));
		return -1;
	}
	result = copy(&reader.costs, costs) ?: read_lines(&reader, file);
	saved = errno;
	fclose(file);
	if (result) {
		perfex_costs_free(&reader.costs);
		if (!*error->words)
			snprintf(error->words, sizeof(error->words), "%s",
				 strerror(saved));
		errno = saved;
		return -1;
	}
	perfex_costs_free(costs);
	*costs = reader.costs;
	return 0;
}

int perfex_costs_begin(struct perfex_costs *costs)
{
	static const struct perfex_cost_row rows[] = {
		{ .number = 0, .cost = { 1, 1, 1, PERFEX_CLKS }, .defined = true },
		{ .number = 1, .cost = { 0, 0, 1, PERFEX_CLKS }, .defined = true },
		{ .number = 15, .cost = { 0, 0, 1, PERFEX_CLKS }, .defined = true },
		{ .number = 16, .cost = { 1, 1, 1, PERFEX_CLKS }, .defined = true },
		{ .number = 17, .cost = { 0, 0, 1, PERFEX_CLKS }, .defined = true },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (perfex_costs_set(costs, &rows[i]))
			return -1;
	return 0;
}

bool perfex_costs_are_measured(const struct perfex_costs *costs)
{
	size_t i;

	for (i = 0; i < costs->count; i++)
		if (!costs->rows[i].defined)
			return true;
	return false;
}

const struct perfex_cost *perfex_costs_find(const struct perfex_costs *costs,
					    int number, const char *name)
{
	const struct perfex_cost_row *row = find(costs, number, name);

	return row ? &row->cost : NULL;
}

/* As it was written, unless two decimals are enough. */
static void print_number(FILE *out, double number)
{
	char text[400]; /* DBL_MAX without an exponent has 309 digits */
	int decimals = 2;

	do
		snprintf(text, sizeof(text), "%.*f", decimals, number);
	while (strtod(text, NULL) != number && ++decimals <= 20);
	if (decimals > 20)
		snprintf(text, sizeof(text), "%.17g", number);
	fprintf(out, " %9s", text);
}

void perfex_costs_print(FILE *out, const struct perfex_costs *costs)
{
	size_t i;

	fputs("# event   typical   minimum   maximum  unit  description\n", out);
	for (i = 0; i < costs->count; i++) {
		const struct perfex_cost_row *row = &costs->rows[i];
		bool has_number = row->number != PERFEX_BY_NAME;

		if (has_number)
			fprintf(out, "%7d", row->number);
		else
			fprintf(out, "%7s", row->name);
		print_number(out, row->cost.typical);
		print_number(out, row->cost.minimum);
		print_number(out, row->cost.maximum);
		fprintf(out, "  %s%s%s\n", units[row->cost.unit],
			has_number ? "  " : "",
			has_number ? perfex_label(row->number) : "");
	}
}

void perfex_costs_free(struct perfex_costs *costs)
{
	free(costs->rows);
	costs->rows = NULL;
	costs->count = 0;
}
