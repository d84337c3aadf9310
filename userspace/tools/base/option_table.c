// SPDX-License-Identifier: GPL-2.0
/* getopt_long(3), whose two tables are made from one. */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>

#include "memory.h"
#include "message.h"
#include "number.h"
#include "option_table.h"
#include "output.h"

/* Where the help begins in a line, as in the help of GNU tools. */
#define HELP_COLUMN	26

/* What getopt_long returns for the first row, beyond all letters. */
#define FIRST_NAME	256

static bool is_end(const struct option_row *row)
{
	return !row->name && !row->help;
}

/* "+ab:": the + says that options end at the first word that is not one. */
static char *make_letters(const struct option_row *rows, unsigned int count)
{
	char *letters = resize(NULL, 2 * count + 2, 1), *end = letters;
	const struct option_row *row;

	*end++ = '+';
	for (row = rows; !is_end(row); row++) {
		if (!row->letter)
			continue;
		*end++ = row->letter;
		if (row->argument)
			*end++ = ':';
	}
	*end = '\0';
	return letters;
}

static struct option *make_names(const struct option_row *rows,
				 unsigned int count)
{
	struct option *names = zeros(count + 1, sizeof(*names)), *next = names;
	const struct option_row *row;

	for (row = rows; !is_end(row); row++)
		if (row->name)
			*next++ = (struct option){
				.name = row->name,
				.has_arg = row->argument ? required_argument :
							   no_argument,
				.val = FIRST_NAME + (row - rows),
			};
	return names;
}

static const struct option_row *find_letter(const struct option_row *rows,
					    int letter)
{
	const struct option_row *row;

	for (row = rows; row->letter != letter; row++)
		;
	return row;
}

const struct option_row *option_table_next(const struct option_row *rows,
					   int argc, char **argv, bool mixed)
{
	/* of the one command line that a tool has */
	static struct option *names;
	static char *letters;
	const struct option_row *row;
	unsigned int count = 0;
	int option;

	if (!names) {
		for (row = rows; !is_end(row); row++)
			count++;
		letters = make_letters(rows, count);
		names = make_names(rows, count);
	}
	option = getopt_long(argc, argv, letters + mixed, names, NULL);
	if (option == -1)
		return NULL;
	if (option == '?') /* getopt_long has said what is wrong */
		fail("try '%s --help' for more information",
		     program_invocation_short_name);
	return option < FIRST_NAME ? find_letter(rows, option) :
				     rows + option - FIRST_NAME;
}

static void print_row(FILE *out, const struct option_row *row)
{
	char left[80];
	int length;

	length = snprintf(left, sizeof(left), "  %c%c%c --%s%s%s",
			  row->letter ? '-' : ' ', row->letter ?: ' ',
			  row->letter ? ',' : ' ', row->name,
			  row->argument ? " " : "", row->argument ?: "");
	if (length > HELP_COLUMN - 2)
		fprintf(out, "%s\n%*s%s\n", left, HELP_COLUMN, "", row->help);
	else
		fprintf(out, "%-*s%s\n", HELP_COLUMN, left, row->help);
}

void option_table_print(FILE *out, const struct option_row *rows)
{
	const struct option_row *row;

	for (row = rows; !is_end(row); row++) {
		if (!row->name)
			fprintf(out, "\n%s\n", row->help);
		else if (row->help)
			print_row(out, row);
	}
}

void option_once(const struct option_row *row, bool *given, const char *once)
{
	if (given[row->id] && once)
		fail("--%s: given more than once%s", row->name, once);
	given[row->id] = true;
}

unsigned int option_number(const struct option_row *row, unsigned int least,
			   unsigned int most)
{
	uint64_t value;

	if (number_read(optarg, 10, most, &value) || value < least)
		fail("--%s: '%s' is not a number from %u to %u", row->name,
		     optarg, least, most);
	return value;
}

void option_help(const char *synopsis, const struct option_row *rows,
		 const char *more)
{
	fputs(synopsis, stdout);
	option_table_print(stdout, rows);
	fputs(more, stdout);
	output_finish(STATUS_GOOD);
}

void option_version(const char *tool)
{
	printf("%s " VERSION "\n", tool);
	output_finish(STATUS_GOOD);
}
