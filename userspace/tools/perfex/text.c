// SPDX-License-Identifier: GPL-2.0
/* Threads, counts, estimates, and what has to be said of them. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "measured.h"
#include "report.h"

#define LEAST_TIME	1e8 /* of CPU time, in nanoseconds */
#define FAR		0.05 /* of the clock that times are based on */

/* The lines of the measurement with a thread's counts. */
static void print_thread(FILE *out, const struct measured *measured,
			 const struct measured_thread *thread)
{
	struct perfex_line *lines = zeros(measured->line_count, sizeof(*lines));
	size_t i;

	fprintf(out, "Counts of thread %d (", (int)thread->tid);
	utf8_print(out, thread->name);
	if (thread->pid != thread->tid)
		fprintf(out, ") of process %d", (int)thread->pid);
	else
		fputc(')', out);
	fprintf(out, "%s%s\n",
		thread->flags & PERFCNT_THREAD_LEFT ? ", until it left by execve" :
		"", thread->flags & PERFCNT_THREAD_RUNS ? ", still running" : "");
	for (i = 0; i < measured->line_count; i++)
		lines[i] = line_of_thread(&measured->lines[i], thread);
	perfex_report_counts(out, lines, measured->line_count);
	fputc('\n', out);
	free(lines);
}

static void print_threads(FILE *out, const struct measured *measured)
{
	size_t i;

	for (i = 0; i < measured->thread_count; i++)
		print_thread(out, measured, &measured->threads[i]);
	if (measured->lost)
		fprintf(out,
			"%" PRIu64 " more threads are not shown: no room for their counts\n\n",
			measured->lost);
	fprintf(out, "Counts of all %" PRIu64 " threads\n",
		measured->thread_count + measured->lost);
}

/* Events of a 34K that cannot be told apart by VPE. */
static void print_shared(FILE *out, const struct measured *measured)
{
	bool any = false;
	size_t i;

	for (i = 0; i < measured->line_count; i++) {
		if (!measured->lines[i].shared)
			continue;
		fprintf(out, "%s%s", any ? ", " : "shared: ",
			measured->lines[i].name);
		any = true;
	}
	if (any)
		fputs(": counts of the whole core while the command ran\n", out);
}

static void print_times(FILE *out, const struct measured *measured)
{
	const struct run_time *time = &measured->time;

	fprintf(out, "\nelapsed %.6f s", time->elapsed / 1e9);
	if (!measured->pid)
		fprintf(out, ", user %.6f s, system %.6f s", time->user / 1e9,
			time->system / 1e9);
	if (measured->thread_count)
		fprintf(out, ", threads %" PRIu64,
			measured->thread_count + measured->lost);
	fputc('\n', out);
}

/* The time is known by ticks: of a short run it says nothing. */
static void print_clock(FILE *out, const struct measured *measured)
{
	const struct perfex_line *cycles = perfex_cycles(measured->lines,
							 measured->line_count);
	double mhz, time = measured->time.user;
	char modes[5];

	if (!cycles || measured->whole_machine || measured->signals || measured->pid)
		return;
	if (strchr(line_modes(cycles, modes), 'K'))
		time += measured->time.system;
	mhz = 1e3 * cycles->count / time;
	if (time >= LEAST_TIME && fabs(mhz / measured->clock.mhz - 1) > FAR)
		fprintf(out, "cycles / CPU time: %.4g MHz\n", mhz);
}

static void print_spread(FILE *out, const struct measured *measured)
{
	size_t i;

	fprintf(out, "medians of %u runs; spread:", measured->repeats);
	for (i = 0; i < measured->line_count; i++)
		fprintf(out, " %.0f", measured->spread[measured->lines[i].place]);
	fputc('\n', out);
}

void text_print(FILE *out, const struct measured *measured)
{
	if (measured->has_threads)
		print_threads(out, measured);
	if (measured->whole_machine)
		fputs("Counts of the whole machine\n", out);
	else if (measured->pid && !measured->has_threads)
		fprintf(out, "Counts of process %d\n", measured->pid);
	if (measured->times)
		perfex_report_costs(out, measured->lines, measured->line_count,
				    &measured->clock, measured->processor);
	else
		perfex_report_counts(out, measured->lines,
				     measured->line_count);
	if (measured->repeats > 1)
		print_spread(out, measured);
	print_shared(out, measured);
	if (measured->times) {
		print_times(out, measured);
		print_clock(out, measured);
	}
	if (measured->partial)
		fprintf(out, "partial: %s\n", measured->partial);
}
