/* SPDX-License-Identifier: GPL-2.0 */
/* What was measured, for all formats. */
#ifndef PERFCNT_PERFEX_MEASURED_H
#define PERFCNT_PERFEX_MEASURED_H

#include <stdio.h>
#include <sys/types.h>

#include "events/dump.h"
#include "ratios.h"

/* What a thread has counted of an event. */
struct measured_count {
	uint64_t count;
	uint64_t raw; /* what was really counted, if @factor is not 1 */
	/*
	 * what the count was multiplied by, because the event was not counted all the time for
	 * which the thread ran; 0 if it was never counted
	 */
	double factor;
};

/* What a thread has counted until it exited. */
struct measured_thread {
	pid_t tid; /* the thread */
	pid_t pid; /* its process */
	char name[32];
	uint64_t ran; /* how long it ran, in nanoseconds */
	unsigned int flags; /* PERFCNT_THREAD_*: it did not exit */
	struct measured_count *counts; /* of each line, by its place */
};

/* All of a measurement. */
struct measured {
	char *const *command; /* the words of the command */
	const char *driver; /* who counts: mips, perf or sim */
	char processor[128]; /* the processor's name */
	/* the clock and the caches; @clock.mhz is 0 if it was not needed */
	struct perfex_clock clock;
	bool whole_machine; /* not only the command was counted */
	int pid; /* the process that was counted, and not the command; or 0 */
	bool multiplexed; /* events took turns: counts are scaled */
	bool signals; /* counted between two signals alone */
	bool times; /* estimated times and ratios are wanted */
	struct perfex_line *lines; /* the events, by number */
	size_t line_count;
	uint64_t *values; /* the counts of each repetition, of the first line, the second, ... */
	size_t stride; /* how far the values of a line are from those of the next */
	double *spread; /* of each line, as of struct statistics */
	unsigned int repeats; /* how many repetitions */
	/*
	 * in the order of their exits, then those that still run, with -mp; of the last repetition
	 */
	struct measured_thread *threads;
	size_t thread_count; /* how many have exited */
	uint64_t lost; /* records of threads that were lost */
	bool has_threads; /* -mp */
	int status; /* the command's exit status */
	int signal; /* the signal that killed it, or 0 */
	int ended; /* the signal that ended perfex, or 0 */
	char *partial; /* why the counts are partial, or NULL */
	struct run_time time; /* how long the command took: the median of all repetitions */
};

/* The letters of the modes in which an event was counted: @modes. */
char *line_modes(const struct perfex_line *line, char modes[5]);

/* A line with what a thread has counted, without times. */
struct perfex_line line_of_thread(const struct perfex_line *line,
				  const struct measured_thread *thread);

/* The line of names of CSV, without its end, to be freed by free(). */
char *perfex_csv_names(void);

/* Lines of CSV: of each thread, of all, of ratios and of times; names unless @appended. */
void perfex_csv(FILE *out, const struct measured *measured, bool appended);

/* An object in a line, as perfcnt.schema.json says. */
void perfex_json(FILE *out, const struct measured *measured);

/* The report; with times its lines must be sorted by cost. */
void text_print(FILE *out, const struct measured *measured);

#endif /* PERFCNT_PERFEX_MEASURED_H */
