/* SPDX-License-Identifier: GPL-2.0 */
/* What was measured, for all formats. */
#ifndef PERFCNT_PERFEX_MEASURED_H
#define PERFCNT_PERFEX_MEASURED_H

#include <stdio.h>
#include <sys/types.h>

#include "events/dump.h"
#include "ratios.h"

/**
 * struct measured_count - what a thread has counted of an event
 * @count: the count
 * @raw: what was really counted, if @factor is not 1
 * @factor: what the count was multiplied by, because the event was not counted all the
 *	    time for which the thread ran; 0 if it was never counted
 */
struct measured_count {
	uint64_t count;
	uint64_t raw;
	double factor;
};

/**
 * struct measured_thread - what a thread has counted until it exited
 * @tid: the thread
 * @pid: its process
 * @name: its name
 * @ran: how long it ran, in nanoseconds
 * @flags: PERFCNT_THREAD_*: it did not exit
 * @counts: of each line, by its place
 */
struct measured_thread {
	pid_t tid;
	pid_t pid;
	char name[32];
	uint64_t ran;
	unsigned int flags;
	struct measured_count *counts;
};

/**
 * struct measured - all of a measurement
 * @command: the words of the command
 * @driver: who counts: mips, perf or sim
 * @processor: the processor's name
 * @clock: the clock and the caches; @clock.mhz is 0 if it was not needed
 * @whole_machine: not only the command was counted
 * @pid: the process that was counted, and not the command; or 0
 * @multiplexed: events took turns: counts are scaled
 * @signals: counted between two signals alone
 * @times: estimated times and ratios are wanted
 * @lines: the events, by number
 * @line_count: how many
 * @values: the counts of each repetition, of the first line, the second, ...
 * @stride: how far the values of a line are from those of the next
 * @spread: of each line, as of struct statistics
 * @repeats: how many repetitions
 * @threads: in the order of their exits, then those that still run, with -mp; of the last
 *	     repetition
 * @thread_count: how many have exited
 * @lost: records of threads that were lost
 * @has_threads: -mp
 * @status: the command's exit status
 * @signal: the signal that killed it, or 0
 * @ended: the signal that ended perfex, or 0
 * @partial: why the counts are partial, or NULL
 * @time: how long the command took: the median of all repetitions
 */
struct measured {
	char *const *command;
	const char *driver;
	char processor[128];
	struct perfex_clock clock;
	bool whole_machine;
	int pid;
	bool multiplexed;
	bool signals;
	bool times;
	struct perfex_line *lines;
	size_t line_count;
	uint64_t *values;
	size_t stride;
	double *spread;
	unsigned int repeats;
	struct measured_thread *threads;
	size_t thread_count;
	uint64_t lost;
	bool has_threads;
	int status;
	int signal;
	int ended;
	char *partial;
	struct run_time time;
};

/**
 * line_modes() - the modes in which an event was counted
 * @line: the event
 * @modes: gets their letters, as reports have them
 *
 * Return: @modes.
 */
char *line_modes(const struct perfex_line *line, char modes[5]);

/**
 * line_of_thread() - a line with what a thread has counted
 * @line: the line of all
 * @thread: the thread
 *
 * Return: the line, without times.
 */
struct perfex_line line_of_thread(const struct perfex_line *line,
				  const struct measured_thread *thread);

/* The line of names of CSV, without its end, to be freed by free(). */
char *perfex_csv_names(void);

/* Lines of CSV: of each thread, of all, of ratios and of times; names unless @appended. */
void perfex_csv(FILE *out, const struct measured *measured, bool appended);

/* An object in a line, as perfcnt.schema.json says. */
void perfex_json(FILE *out, const struct measured *measured);

/**
 * text_print() - print what was measured
 * @out: where it goes
 * @measured: the measurement; its lines are sorted by cost with times
 */
void text_print(FILE *out, const struct measured *measured);

#endif /* PERFCNT_PERFEX_MEASURED_H */
