/* SPDX-License-Identifier: GPL-2.0 */
/* A tool's options as data: the command line and --help read one table. */
#ifndef PERFCNT_TOOLS_OPTION_TABLE_H
#define PERFCNT_TOOLS_OPTION_TABLE_H

#include <stdbool.h>
#include <stdio.h>

/**
 * struct option_row - an option, or a heading above some
 * @name: its long name, without --; NULL for a heading
 * @letter: its short name, or '\0'
 * @argument: what --help calls its argument, or NULL if it has none
 * @help: what it does; NULL for another spelling, which --help leaves out
 * @id: for the tool
 *
 * The table ends with a row of zeros.
 */
struct option_row {
	const char *name;
	char letter;
	const char *argument;
	const char *help;
	int id;
};

/**
 * option_table_next() - read the next option of a command line
 * @rows: the options that there are
 * @argc: the number of words
 * @argv: the words
 * @mixed: options may follow other words, which come last afterwards; otherwise
 *	   they end at the first word that is not one
 *
 * The argument is in optarg, and optind counts on, as with getopt(3).  Ends the
 * tool with a message if there is no such option.
 *
 * Return: the option's row, or NULL after the last option.
 */
const struct option_row *option_table_next(const struct option_row *rows,
					   int argc, char **argv, bool mixed);

/**
 * option_table_print() - print what the options do
 * @out: where it goes
 * @rows: the options
 */
void option_table_print(FILE *out, const struct option_row *rows);

/**
 * option_once() - note that an option was given
 * @row: the option
 * @given: of each option, by its id: was it given?
 * @once: NULL if it may be given again; otherwise what follows the message that it
 *	  may not, or ""
 *
 * Ends the tool if the last of two would win without a word.
 */
void option_once(const struct option_row *row, bool *given, const char *once);

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

/**
 * option_help() - print all that --help prints, and end the tool
 * @synopsis: what stands above the options
 * @rows: the options
 * @more: what stands below them
 */
void option_help(const char *synopsis, const struct option_row *rows,
		 const char *more) __attribute__((noreturn));

/**
 * option_version() - print the version, and end the tool
 * @tool: the tool's name
 */
void option_version(const char *tool) __attribute__((noreturn));

#endif /* PERFCNT_TOOLS_OPTION_TABLE_H */
