/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tool's options as data: the command line, --help and the completion of shells read one table.
 * What several tools have is said once, here, and means the same in each.
 */
#ifndef PERFCNT_TOOLS_OPTION_TABLE_H
#define PERFCNT_TOOLS_OPTION_TABLE_H

#include <stdbool.h>

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

/* An option, or a heading above some.  The table ends with a row of zeros. */
struct option_row {
	const char *name; /* its long name, without --; NULL for a heading */
	char letter; /* its short name, or '\0' */
	const char *argument; /* what --help calls its argument, or NULL if it has none */
	/*
	 * what it does; NULL for another spelling, which --help leaves out; "" if the next row's
	 * words are about it as well
	 */
	const char *help;
	int id; /* a shared one, or from OPTION_OWN on */
	/* what the argument may be, with blanks between them, for completion; or NULL */
	const char *words;
	/* OPTION_OFTEN; or what follows the message that it was given again, or NULL */
	const char *again;
};

/* All options of a tool. */
struct option_set {
	const char *tool; /* its name */
	const char *synopsis; /* what stands above the options in --help */
	const struct option_row *rows; /* those that are its own */
	/* a bit 1 << OPTION_... for each of those that it shares; all have --help and --version */
	unsigned int shared;
	/*
	 * the words that --format takes, with blanks between them; the first is what holds without
	 * it
	 */
	const char *formats;
	const char *default_words; /* what --help says of the first format; NULL is (default) */
	const char *output; /* where results go without --output */
	const char *list; /* what --list lists */
	const char *machines; /* what --pretend takes, with blanks between them */
	const char *more; /* what stands below the options in --help */
};

/* What was given. */
struct option_values {
	bool given[OPTION_MOST]; /* was it? By the option's id */
	const char *format; /* one of those of the set, or NULL */
	const char *output; /* the file, or NULL */
	unsigned int repeats; /* how often each run is done, at least 1 */
	const char *pretend; /* the machine to plan for, or NULL for this one */
};

/* Nothing was given so far. */
void option_begin(struct option_values *values);

/* Options of another place follow, and may give other values: none of them was given so far. */
void option_again(struct option_values *values);

/*
 * The next option of a command line that is the tool's own; NULL after the last one.  If they are
 * @mixed, options may follow other words, which come last afterwards; otherwise they end at the
 * first word that is not one.  The argument is in optarg, and optind counts on, as with getopt(3).
 * Ends the tool with a message if there is no such option, and after --help and --version.
 */
const struct option_row *option_next(const struct option_set *set,
				     struct option_values *values, int argc,
				     char **argv, bool mixed);

/* The first row of an option. */
const struct option_row *option_row_of(const struct option_set *set, int id);

/* Takes a number from optarg, the option's argument; ends the tool if it is no such number. */
unsigned int option_number(const struct option_row *row, unsigned int least,
			   unsigned int most);

#endif /* PERFCNT_TOOLS_OPTION_TABLE_H */
