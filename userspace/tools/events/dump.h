/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Raw dumps: what /proc/perf prints, one dump after another.
 *
 *	PerfCnt[0].Ctl : 0x80000028
 *	PerfCnt[0].Cnt : 108399
 *
 * A run of a program gives one dump, and a measurement is the runs that
 * together count what was asked for.  Some comments say what /proc/perf has no
 * place for; small and capital letters mean the same there:
 *
 *	# measurement: TITLE		a measurement begins, with any title
 *	# partial: REASON		the measurement does not have all counts
 *	# differ: REASON		its runs did not do the same
 *	# scope: tasks			of a command and of what it started; or machine
 *	# time: elapsed S user S system S	of the run that follows, in seconds
 *	# PerfCnt[0].Name : NAME	the native event of the next counter 0
 *	# PerfCnt[0].Shared : core	it counts what the whole core does meanwhile
 *
 * Without titles a measurement ends where a dump counts again what the
 * measurement has already; and always at the end of a file.
 */
#ifndef PERFCNT_TOOLS_DUMP_H
#define PERFCNT_TOOLS_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/statistics.h"
#include "reading.h"

/* The most bytes of a command that a title has. */
#define TITLE_MOST	200

/*
 * The words of a command, up to NULL, with a space between, up to TITLE_MOST bytes; to be freed by
 * free().
 */
char *title_of(char *const *command);

/* "TITLE (NUMBER of COUNT)", where NUMBER is from 1 on; to be freed by free(). */
char *title_repetition(const char *title, unsigned int number,
		       unsigned int count);

/*
 * Takes the end away that title_repetition() adds; the number is 0 if there is none.  Returns how
 * many bytes of the title are left.
 */
size_t title_without_repetition(const char *title, unsigned int *number);

/* How long a run took, in nanoseconds. */
struct run_time {
	unsigned int run;
	uint64_t elapsed; /* by the clock */
	/* of the CPUs, in user mode, of the command and all that it has waited for */
	uint64_t user;
	uint64_t system; /* the same in kernel mode */
};

/* What the counts of a measurement that was repeated come to. */
struct result {
	uint64_t *values; /* one of each repetition */
	bool *outlier; /* which of them are discarded */
	unsigned int count; /* how many values there are */
	struct statistics statistics; /* what those come to that are not discarded */
};

/* Whose events were counted. */
enum scope_of_counts {
	SCOPE_UNKNOWN, /* nothing says so */
	SCOPE_TASKS, /* those of a command, and of what it started */
	SCOPE_MACHINE, /* those of everything that ran */
};

/* The runs that belong together. */
struct measurement {
	char *title; /* from the title's line, or the file's name */
	char *file; /* the name of the file, or NULL if it is of none */
	char *partial; /* why there are not all counts, or NULL */
	char *differ; /* how its runs differ, so that their counts are not comparable, or NULL */
	enum scope_of_counts scope;
	unsigned int runs; /* how many there are */
	unsigned int counters; /* the highest number of a counter in what was read, and 1 */
	struct reading *readings; /* of all runs, in their order */
	size_t count; /* how many readings there are */
	struct series *series; /* the readings by what they count */
	struct result *results; /* of medians, one of each reading; otherwise NULL */
	struct run_time *times; /* of the runs of which it is known, in their order */
	size_t time_count;
};

/* All that was read. */
struct dump {
	struct measurement *measurements; /* in the order of the input */
	size_t count;
	size_t damaged; /* how many lines were malformed */
};

/* What needs memory ends the program, with a message, if there is none. */

/*
 * The measurement is zero at first; the reading is copied, and its run is below @measurement->runs
 * afterwards.
 */
void dump_add(struct measurement *measurement, const struct reading *reading);

/* Says how long a run took; the time is copied. */
void dump_add_time(struct measurement *measurement,
		   const struct run_time *time);

/*
 * Says why a measurement does not have all counts; "" changes nothing.  The reason is copied as
 * text_printable() does.
 */
void dump_set_partial(struct measurement *measurement, const char *reason);

/* Says how the runs of a measurement did not do the same. */
void dump_set_differ(struct measurement *measurement, const char *how);

/* What files call a scope, "" if it is not known. */
const char *dump_scope_name(enum scope_of_counts scope);

/*
 * Begins a measurement of a dump, which is zero at first; the title is copied as text_printable()
 * does.  It stays until the next dump_begin() or dump_read().
 */
struct measurement *dump_begin(struct dump *dump, const char *title);

/* The first reading that counts the same as @like, or NULL. */
const struct reading *dump_find(const struct measurement *measurement,
				const struct reading *like);

/*
 * Can a 34K have counted it?  It has four counters at most; other machines have more, unless the
 * module's parameter says so.
 */
bool measurement_is_of_34k(const struct measurement *measurement);

/* Can a 34K have counted all of it? */
bool dump_is_of_34k(const struct dump *dump);

/* The dump is zero afterwards. */
void dump_free(struct dump *dump);

/* The medians of the runs' times; all are NAN if they are not known. */
struct seconds run_times_median(const struct measurement *measurement);

/* Prints how long a measurement's runs took, nothing if it is not known. */
void seconds_print(FILE *out, const struct measurement *measurement);

/*
 * Writes a measurement as dump_read() reads it, without a title's line if its title is "".  The M
 * bits are those of a machine that has no other counters.
 */
void dump_write(FILE *file, const struct measurement *measurement);

/* How many malformed lines of a file are reported, one by one. */
#define DUMP_MOST_MESSAGES	20

/*
 * Adds a file's measurements to those that a dump has; @name is what the file is called in
 * messages, and its measurement's title.  A malformed line is reported on standard error as
 * NAME:LINE: REASON, and how many more there are than DUMP_MOST_MESSAGES; all that is good is kept.
 * Returns 0, or -1 with errno set if the file cannot be read to its end.
 */
int dump_read(struct dump *dump, FILE *file, const char *name);

#endif /* PERFCNT_TOOLS_DUMP_H */
