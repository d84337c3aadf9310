// SPDX-License-Identifier: GPL-2.0
/* getopt_long(3), whose two tables are made from one. */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "memory.h"
#include "message.h"
#include "number.h"
#include "option_table.h"
#include "output.h"

/* Where the help begins in a line, as in the help of GNU tools, and where it ends. */
#define HELP_COLUMN	26
#define HELP_WIDTH	80

/* What getopt_long returns for the first row, beyond all letters. */
#define FIRST_NAME	256

/* The help of some is completed with what the tool's set says. */
static const struct option_row shared_rows[] = {
	{ .help = "Results:" },
	{ "format", 'f', "FORMAT", "%s", OPTION_FORMAT },
	{ "output", 'o', "FILE", "write results to FILE (default: %s)", OPTION_OUTPUT },
	{ "append", 0, "FILE", "append results to FILE", OPTION_APPEND },
	{ "repeat", 0, "N", "do each run N times, and combine the counts", OPTION_REPEAT },
	{ "keep-outliers", 0, NULL, "combine all counts, outliers too", OPTION_KEEP_OUTLIERS },
	{ .help = "Other:" },
	{ "definitions", 0, "FILE", "read groups and metrics from FILE",
	  OPTION_DEFINITIONS, .again = OPTION_OFTEN },
	{ "strict", 0, NULL, "fail on unsupported events (default: skip them)",
	  OPTION_STRICT },
	{ "wait", 0, NULL, "wait until the counters are free", OPTION_WAIT },
	{ "quiet", 0, NULL, "print no plan, no progress and no notes",
	  OPTION_QUIET },
	{ "dry-run", 0, NULL, "show the plan, run nothing", OPTION_DRY_RUN },
	{ "list", 0, NULL, "list %s, run nothing", OPTION_LIST },
	{ "pretend", 0, "MACHINE", "plan or list for another machine: %s",
	  OPTION_PRETEND },
	{ "help", 'h', NULL, "", OPTION_HELP },
	{ "version", 'V', NULL, "show this help, or the version", OPTION_VERSION },
	{ "complete", 0, NULL, NULL, OPTION_COMPLETE }, /* for shells */
	{ 0 }
};

static bool is_end(const struct option_row *row)
{
	return !row->name && !row->help;
}

static bool is_taken(const struct option_set *set, const struct option_row *row)
{
	return !row->name || row->id >= OPTION_HELP || set->shared & 1u << row->id;
}

/* A heading that the tool's own rows end with is not repeated. */
static bool is_repeated(const struct option_row *row, const struct option_row *last)
{
	return !row->name && last && !strcmp(row->help, last->help);
}

static struct option_row *join(const struct option_set *set)
{
	const struct option_row *row, *last = NULL;
	struct option_row *rows = NULL;
	size_t count = 0;

	for (row = set->rows; !is_end(row); row++) {
		rows = grow(rows, count, sizeof(*rows));
		rows[count++] = *row;
		last = row->name ? last : row;
	}
	for (row = shared_rows; !is_end(row); row++) {
		if (!is_taken(set, row) || is_repeated(row, last))
			continue;
		rows = grow(rows, count, sizeof(*rows));
		rows[count] = *row;
		if (row->id == OPTION_FORMAT)
			rows[count].words = set->formats;
		if (row->id == OPTION_PRETEND)
			rows[count].words = set->machines;
		count++;
	}
	rows = grow(rows, count, sizeof(*rows));
	rows[count] = (struct option_row){ 0 };
	return rows;
}

/* Of the one command line that a tool has. */
static const struct option_row *all_rows(const struct option_set *set)
{
	static struct option_row *rows;

	if (!rows)
		rows = join(set);
	return rows;
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

static const struct option_row *read_option(const struct option_set *set, int argc,
					    char **argv, bool mixed)
{
	static struct option *names;
	static char *letters;
	const struct option_row *rows = all_rows(set), *row;
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

/* "a, b or c"; the first is the default, which is said if that is wanted. */
static char *list_words(const char *words, const char *after_first)
{
	char *all = copy_text(""), *longer;

	while (*words) {
		size_t length = strcspn(words, " ");
		const char *next = words + length + strspn(words + length, " ");
		bool first = !*all;

		longer = formatted("%s%s%.*s%s", all, first ? "" : *next ? ", " : " or ",
				   (int)length, words, first ? after_first : "");
		free(all);
		all = longer;
		words = next;
	}
	return all;
}

/* Words from one column on, in as many lines as they need. */
static void print_words(FILE *out, const char *words, int indent)
{
	int column = indent;

	while (*words) {
		size_t length = strcspn(words, " ");

		if (column + length > HELP_WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		}
		fprintf(out, "%.*s", (int)length, words);
		column += length + 1;
		words += length;
		if (*words && column + strcspn(words + 1, " ") <= HELP_WIDTH)
			fputc(' ', out);
		words += !!*words;
	}
	fputc('\n', out);
}

static char *help_of(const struct option_set *set, const struct option_row *row)
{
	char *words, *help;

	switch (row->id) {
	case OPTION_FORMAT:
		return list_words(set->formats, set->default_words ?: " (default)");
	case OPTION_OUTPUT:
		return formatted(row->help, set->output);
	case OPTION_LIST:
		return formatted(row->help, set->list);
	case OPTION_PRETEND:
		words = list_words(set->machines, "");
		help = formatted(row->help, words);
		free(words);
		return help;
	}
	return copy_text(row->help);
}

/* Those before it that its words are about as well, in the same lines. */
static char *names_of(const struct option_row *row)
{
	const struct option_row *first = row;
	char *names = copy_text(" "), *longer;

	while (first[-1].help && !*first[-1].help)
		first--;
	for (; first <= row; first++) {
		char letter[] = { '-', first->letter, ',', ' ', '\0' };
		bool alone = first == row && names[1] == '\0';

		longer = formatted("%s%s %s--%s%s%s", names, names[1] ? "," : "",
				   first->letter ? letter : alone ? "    " : "",
				   first->name, first->argument ? " " : "",
				   first->argument ?: "");
		free(names);
		names = longer;
	}
	return names;
}

static void print_row(FILE *out, const struct option_set *set,
		      const struct option_row *row)
{
	char *names = names_of(row), *help = help_of(set, row);
	size_t length = strlen(names);
	const char *rest = names + 2 + strspn(names + 2, " ");

	if (length > HELP_WIDTH) {
		fputs("  ", out);
		print_words(out, rest, 2);
		fprintf(out, "%*s", HELP_COLUMN, "");
	} else if (length > HELP_COLUMN - 2) {
		fprintf(out, "%s\n%*s", names, HELP_COLUMN, "");
	} else {
		fprintf(out, "%-*s", HELP_COLUMN, names);
	}
	print_words(out, help, HELP_COLUMN);
	free(names);
	free(help);
}

static void print_help(const struct option_set *set)
{
	const struct option_row *row;

	fputs(set->synopsis, stdout);
	for (row = all_rows(set); !is_end(row); row++) {
		if (!row->name)
			printf("\n%s\n", row->help);
		else if (row->help && *row->help)
			print_row(stdout, set, row);
	}
	printf("\n%s", set->more);
	printf("See %s(1) for details.\n", set->tool);
	output_finish(STATUS_GOOD);
}

/* For shells: name, letter, argument, and what that may be, a line an option. */
static void print_complete(const struct option_set *set)
{
	const struct option_row *row;

	for (row = all_rows(set); !is_end(row); row++)
		if (row->name && (row->help || row->id < OPTION_COMPLETE))
			printf("--%s %c %s %s\n", row->name, row->letter ?: '-',
			       row->argument ?: "-", row->words ?: "");
	output_finish(STATUS_GOOD);
}

static void take_format(const struct option_set *set, struct option_values *values)
{
	const char *formats = set->formats ?: "", *word = optarg, *at = formats;
	size_t length;

	if (!strcmp(word, "text")) /* as some tools have called it always */
		word = "table";
	for (length = strlen(word); at; at = strchr(at, ' '), at += !!at)
		if (strcspn(at, " ") == length && !strncmp(at, word, length))
			break;
	if (!at)
		fail("--format: unknown format '%s'; use %s", optarg,
		     list_words(formats, ""));
	values->format = word;
}

static void take_shared(const struct option_set *set, struct option_values *values,
			const struct option_row *row)
{
	switch (row->id) {
	case OPTION_FORMAT:
		take_format(set, values);
		break;
	case OPTION_OUTPUT:
	case OPTION_APPEND:
		if (values->given[OPTION_OUTPUT + OPTION_APPEND - row->id])
			fail("--output and --append are mutually exclusive");
		values->output = output_named(row->name, optarg);
		break;
	case OPTION_REPEAT:
		values->repeats = option_number(row, 1, OPTION_MOST_REPEATS);
		break;
	case OPTION_DEFINITIONS:
		definitions_add(optarg);
		break;
	case OPTION_PRETEND:
		values->pretend = optarg;
		break;
	case OPTION_QUIET:
		message_quiet();
		break;
	case OPTION_HELP:
		print_help(set);
		break;
	case OPTION_VERSION:
		printf("%s " VERSION "\n", set->tool);
		output_finish(STATUS_GOOD);
	case OPTION_COMPLETE:
		print_complete(set);
	}
}

static bool allowed_again(const struct option_row *row)
{
	return row->again && !strcmp(row->again, OPTION_OFTEN);
}

/* The last of two would win without a word. */
static void check_again(const struct option_row *row, const bool *given)
{
	if (given[row->id] && row->argument && !allowed_again(row))
		fail("--%s: given more than once%s", row->name, row->again ?: "");
}

void option_begin(struct option_values *values)
{
	*values = (struct option_values){ .repeats = 1 };
}

void option_again(struct option_values *values)
{
	memset(values->given, 0, sizeof(values->given));
}

const struct option_row *option_next(const struct option_set *set,
				     struct option_values *values, int argc,
				     char **argv, bool mixed)
{
	const struct option_row *row;

	while ((row = read_option(set, argc, argv, mixed))) {
		check_again(row, values->given);
		if (row->id < OPTION_OWN)
			take_shared(set, values, row);
		values->given[row->id] = true;
		if (row->id >= OPTION_OWN)
			break;
	}
	return row;
}

const struct option_row *option_row_of(const struct option_set *set, int id)
{
	const struct option_row *row;

	for (row = all_rows(set); row->id != id; row++)
		;
	return row;
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
