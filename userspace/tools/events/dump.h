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

/**
 * title_of() - the title of a command's measurement
 * @command: its words, up to NULL
 *
 * Return: the words with a space between, up to TITLE_MOST bytes, to be freed by
 * free().
 */
char *title_of(char *const *command);

/**
 * title_repetition() - the title of a repetition
 * @title: of the measurement
 * @number: which repetition, from 1
 * @count: of how many
 *
 * Return: "TITLE (NUMBER of COUNT)", to be freed by free().
 */
char *title_repetition(const char *title, unsigned int number,
		       unsigned int count);

/**
 * title_without_repetition() - take the end away that title_repetition() adds
 * @title: any title
 * @number: gets which repetition it is, 0 if it is none
 *
 * Return: how many bytes of the title are left.
 */
size_t title_without_repetition(const char *title, unsigned int *number);

/**
 * struct run_time - how long a run took, in nanoseconds
 * @run: the run
 * @elapsed: by the clock
 * @user: of the CPUs, in user mode, of the command and all that it has waited for
 * @system: the same in kernel mode
 */
struct run_time {
	unsigned int run;
	uint64_t elapsed;
	uint64_t user;
	uint64_t system;
};

/**
 * struct result - what the counts of a measurement that was repeated come to
 * @values: the counts, one of each repetition
 * @outlier: which of them are discarded
 * @count: how many these are
 * @statistics: what the others come to
 */
struct result {
	uint64_t *values;
	bool *outlier;
	unsigned int count;
	struct statistics statistics;
};

/**
 * enum scope_of_counts - whose events were counted
 * @SCOPE_UNKNOWN: nothing says so
 * @SCOPE_TASKS: those of a command, and of what it started
 * @SCOPE_MACHINE: those of everything that ran
 */
enum scope_of_counts {
	SCOPE_UNKNOWN,
	SCOPE_TASKS,
	SCOPE_MACHINE,
};

/**
 * struct measurement - the runs that belong together
 * @title: from the title's line, or the file's name
 * @file: the name of the file, or NULL if it is of none
 * @partial: why there are not all counts, or NULL
 * @differ: how its runs differ, so that their counts are not comparable, or NULL
 * @scope: whose events they are
 * @runs: how many there are
 * @counters: the highest number of a counter in what was read, and 1
 * @readings: of all runs, in their order
 * @count: how many readings there are
 * @series: the readings by what they count
 * @results: of medians, one of each reading; otherwise NULL
 * @times: of the runs of which it is known, in their order
 * @time_count: how many these are
 */
struct measurement {
	char *title;
	char *file;
	char *partial;
	char *differ;
	enum scope_of_counts scope;
	unsigned int runs;
	unsigned int counters;
	struct reading *readings;
	size_t count;
	struct series *series;
	struct result *results;
	struct run_time *times;
	size_t time_count;
};

/**
 * struct dump - all that was read
 * @measurements: in the order of the input
 * @count: how many there are
 * @damaged: how many lines were malformed
 */
struct dump {
	struct measurement *measurements;
	size_t count;
	size_t damaged;
};

/* What needs memory ends the program, with a message, if there is none. */

/**
 * dump_add() - add a reading to a measurement
 * @measurement: the measurement, zero at first
 * @reading: is copied; its run is below @measurement->runs afterwards
 */
void dump_add(struct measurement *measurement, const struct reading *reading);

/**
 * dump_add_time() - say how long a run took
 * @measurement: the measurement
 * @time: the run and its time; is copied
 */
void dump_add_time(struct measurement *measurement,
		   const struct run_time *time);

/**
 * dump_set_partial() - say that a measurement does not have all counts
 * @measurement: the measurement
 * @reason: why not; is copied as text_printable() does, "" changes nothing
 */
void dump_set_partial(struct measurement *measurement, const char *reason);

/**
 * dump_set_differ() - say that the runs of a measurement did not do the same
 * @measurement: the measurement
 * @how: how they differ
 */
void dump_set_differ(struct measurement *measurement, const char *how);

/**
 * dump_scope_name() - what files call a scope
 * @scope: the scope
 *
 * Return: its name, "" if it is not known.
 */
const char *dump_scope_name(enum scope_of_counts scope);

/**
 * dump_begin() - begin a measurement
 * @dump: gets it, zero at first
 * @title: is copied as text_printable() does
 *
 * Return: the measurement, until the next dump_begin() or dump_read().
 */
struct measurement *dump_begin(struct dump *dump, const char *title);

/**
 * dump_find() - the first reading that counts the same
 * @measurement: where it is looked for
 * @like: a reading
 *
 * Return: the reading, or NULL if there is none.
 */
const struct reading *dump_find(const struct measurement *measurement,
				const struct reading *like);

/**
 * measurement_is_of_34k() - can a 34K have counted it?
 * @measurement: the measurement
 *
 * A 34K has four counters at most; other machines have more, unless the module's parameter
 * says so.
 *
 * Return: whether it can.
 */
bool measurement_is_of_34k(const struct measurement *measurement);

/**
 * dump_is_of_34k() - can a 34K have counted all of it?
 * @dump: the dump
 *
 * Return: whether measurement_is_of_34k() of each.
 */
bool dump_is_of_34k(const struct dump *dump);

/**
 * dump_free() - free all measurements
 * @dump: is zero afterwards
 */
void dump_free(struct dump *dump);

/**
 * run_times_median() - the medians of the runs' times
 * @measurement: the measurement
 *
 * What needs memory ends the program, with a message, if there is none.
 *
 * Return: the times; all are NAN if they are not known.
 */
struct seconds run_times_median(const struct measurement *measurement);

/**
 * seconds_print() - print how long a measurement's runs took
 * @out: where it goes
 * @measurement: the measurement; nothing is printed if it is not known
 */
void seconds_print(FILE *out, const struct measurement *measurement);

/**
 * dump_write() - write a measurement as dump_read() reads it
 * @file: where it goes
 * @measurement: the measurement; without a title's line if its title is ""
 *
 * The M bits are those of a machine that has no other counters.
 */
void dump_write(FILE *file, const struct measurement *measurement);

/* How many malformed lines of a file are reported, one by one. */
#define DUMP_MOST_MESSAGES	20

/**
 * dump_read() - read a file of dumps
 * @dump: gets the file's measurements after those that it has
 * @file: the file
 * @name: what it is called in messages, and its measurement's title
 *
 * A malformed line is reported on standard error as NAME:LINE: REASON, and how many
 * more there are than DUMP_MOST_MESSAGES; all that is good is kept.
 *
 * Return: 0, or -1 with errno set if it cannot be read to its end.
 */
int dump_read(struct dump *dump, FILE *file, const char *name);

#endif /* PERFCNT_TOOLS_DUMP_H */
