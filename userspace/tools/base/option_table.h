/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tool's options as data: the command line, --help and the completion of shells read
 * one table. What several tools have is said once, here, and means the same in each.
 */
#ifndef PERFCNT_TOOLS_OPTION_TABLE_H
#define PERFCNT_TOOLS_OPTION_TABLE_H

#include <stdbool.h>
#include <stdio.h>

/* The options that tools share, then each tool's own. */
enum option_shared {
	OPTION_FORMAT = 1,
	OPTION_OUTPUT,
	OPTION_APPEND,
	OPTION_REPEAT,
	OPTION_KEEP_OUTLIERS,
	OPTION_DEFINITIONS,
	OPTION_STRICT,
	OPTION_WAIT,
	OPTION_QUIET,
	OPTION_DRY_RUN,
	OPTION_LIST,
	OPTION_PRETEND,
	OPTION_HELP,
	OPTION_VERSION,
	OPTION_COMPLETE,
	OPTION_OWN,
	OPTION_MOST = 64, /* also of a tool's own */
};

#define OPTION_MOST_REPEATS	1000

/* What struct option_row.again says of an option that may be given again. */
#define OPTION_OFTEN	"often"

/**
 * struct option_row - an option, or a heading above some
 * @name: its long name, without --; NULL for a heading
 * @letter: its short name, or '\0'
 * @argument: what --help calls its argument, or NULL if it has none
 * @help: what it does; NULL for another spelling, which --help leaves out; "" if the
 *	  next row's words are about it as well
 * @id: a shared one, or from OPTION_OWN on
 * @words: what the argument may be, with blanks between them, for completion; or NULL
 * @again: OPTION_OFTEN; or what follows the message that it was given again, or NULL
 *
 * The table ends with a row of zeros.
 */
struct option_row {
	const char *name;
	char letter;
	const char *argument;
	const char *help;
	int id;
	const char *words;
	const char *again;
};

/**
 * struct option_set - all options of a tool
 * @tool: its name
 * @synopsis: what stands above the options in --help
 * @rows: those that are its own
 * @shared: a bit 1 << OPTION_... for each of those that it shares; all have --help and
 *	    --version
 * @formats: the words that --format takes, with blanks between them; the first is what
 *	     holds without it
 * @default_words: what --help says of the first format; NULL is (default)
 * @output: where results go without --output
 * @list: what --list lists
 * @machines: what --pretend takes, with blanks between them
 * @more: what stands below the options in --help
 */
struct option_set {
	const char *tool;
	const char *synopsis;
	const struct option_row *rows;
	unsigned int shared;
	const char *formats;
	const char *default_words;
	const char *output;
	const char *list;
	const char *machines;
	const char *more;
};

/**
 * struct option_values - what was given
 * @given: was it? By the option's id
 * @format: one of those of the set, or NULL
 * @output: the file, or NULL
 * @repeats: how often each run is done, at least 1
 * @pretend: the machine to plan for, or NULL for this one
 */
struct option_values {
	bool given[OPTION_MOST];
	const char *format;
	const char *output;
	unsigned int repeats;
	const char *pretend;
};

/**
 * option_begin() - nothing was given so far
 * @values: gets it
 */
void option_begin(struct option_values *values);

/**
 * option_again() - options of another place follow, and may give other values
 * @values: keeps the values; none of the options was given so far
 */
void option_again(struct option_values *values);

/**
 * option_next() - read the next option of a command line
 * @set: the options that there are
 * @values: gets what was given
 * @argc: the number of words
 * @argv: the words
 * @mixed: options may follow other words, which come last afterwards; otherwise
 *	   they end at the first word that is not one
 *
 * The argument is in optarg, and optind counts on, as with getopt(3).  Ends the
 * tool with a message if there is no such option, and after --help and --version.
 *
 * Return: the row of an option of the tool's own, or NULL after the last option.
 */
const struct option_row *option_next(const struct option_set *set,
				     struct option_values *values, int argc,
				     char **argv, bool mixed);

/**
 * option_row_of() - find the row of an option
 * @set: the options
 * @id: its id
 *
 * Return: its first row.
 */
const struct option_row *option_row_of(const struct option_set *set, int id);

/**
 * option_number() - take a number from an option
 * @row: the option; its argument is optarg
 * @least: the smallest that is meant
 * @most: the largest that is meant
 *
 * Ends the tool if it is no such number.
 *
 * Return: the number.
 */
unsigned int option_number(const struct option_row *row, unsigned int least,
			   unsigned int most);

#endif /* PERFCNT_TOOLS_OPTION_TABLE_H */
