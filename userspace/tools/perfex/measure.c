// SPDX-License-Identifier: GPL-2.0
/* The command from its start to its end, and the signals meanwhile. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/perfcnt.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/statistics.h"
#include "session/process.h"
#include "counting.h"

/* The command while it runs. */
struct run {
	const struct options *options; /* what was asked for */
	struct counting *counting; /* what counts */
	struct measured *measured; /* what comes of it */
	struct run_time *times; /* of each repetition */
};

/* With -s they are ours, otherwise the command's. */
static void take_signal(void *argument, pid_t pid, const siginfo_t *info)
{
	struct run *run = argument;
	int result;

	if (!run->options->signals) {
		kill(pid, info->si_signo);
		return;
	}
	result = info->si_signo == SIGUSR1 ? perfcnt_event_set_start(run->counting->set) :
					     perfcnt_event_set_stop(run->counting->set);
	if (result)
		say("%s: %s", info->si_signo == SIGUSR1 ? "start" : "stop",
		    counting_reason(run->counting));
}

__attribute__((format(printf, 2, 3)))
static void set_partial(struct measured *measured, const char *format, ...)
{
	va_list arguments;

	if (measured->partial)
		return;
	va_start(arguments, format);
	measured->partial = vformatted(format, arguments);
	va_end(arguments);
}

/* All threads that have exited so far. */
static void take_threads(void *argument)
{
	struct run *run = argument;
	struct measured *measured = run->measured;
	struct measured_thread thread;
	int error;

	for (;;) {
		if (counting_thread(run->counting, &thread, &measured->lost)) {
			measured->threads = grow(measured->threads,
						 measured->thread_count,
						 sizeof(thread));
			measured->threads[measured->thread_count++] = thread;
			continue;
		}
		error = errno;
		if (error == EPROTO || error == EIO)
			set_partial(measured, "%s", counting_reason(run->counting));
		if (error != EPROTO)
			return;
	}
}

/* Of an earlier run. */
static void forget_threads(struct measured *measured, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		free(measured->threads[i].counts);
	measured->thread_count -= count;
	memmove(measured->threads, measured->threads + count,
		measured->thread_count * sizeof(*measured->threads));
}

/* A daemon can outlive the command. */
static void say_running(const struct measured *measured)
{
	size_t i;

	for (i = 0; i < measured->thread_count; i++) {
		const struct measured_thread *thread = &measured->threads[i];

		if (thread->flags & PERFCNT_THREAD_RUNS)
			say("thread %d (%s) still runs; it was counted so far",
			    (int)thread->tid, thread->name);
	}
}

static void cannot_run(const struct run *run, const char *name,
		       const struct outcome *outcome)
{
	errno = outcome->error;
	if (!outcome->started && run->options->pid)
		fail("cannot count process %d: %s", run->options->pid,
		     counting_reason(run->counting));
	if (!outcome->started)
		fail("cannot count %s: %s", name, counting_reason(run->counting));
	command_cannot_run(name, outcome->error);
}

/* What became of the command: the first failure is kept. */
static void note_outcome(struct measured *measured, const char *name,
			 const struct outcome *outcome)
{
	if (outcome->signal) {
		measured->ended = outcome->signal;
		set_partial(measured, "interrupted: %s",
			    strsignal(outcome->signal));
	} else if (WIFSIGNALED(outcome->status)) {
		measured->signal = WTERMSIG(outcome->status);
		set_partial(measured, "%.40s was killed by signal %d (%s)", name,
			    measured->signal, strsignal(measured->signal));
	} else if (!measured->status) {
		measured->status = WEXITSTATUS(outcome->status);
	}
}

/* The command to its end; without one the process to its end. */
static struct outcome run_to_end(struct run *run, const struct command *command)
{
	if (!run->options->signals)
		perfcnt_event_set_start(run->counting->set); /* when it is entered */
	if (*command->argv)
		return command_run(command, counting_enter, run->counting);
	return process_wait(command, run->options->pid, counting_enter, run->counting);
}

/* What was counted, and whether it is all of it. */
static void take_counts(struct run *run)
{
	struct measured *measured = run->measured;
	int left = -1;

	if (!counting_end(run->counting, measured->lines))
		left = perfcnt_event_set_left(run->counting->set);
	if (left)
		set_partial(measured, "%s", left < 0 ? counting_reason(run->counting) :
			    PERFCNT_LEFT_WORDS);
}

/* Runs it once; nothing more shall be run if it was not a success. */
static bool run_once(struct run *run, struct command *command,
		     unsigned int repetition)
{
	struct measured *measured = run->measured;
	const size_t before = measured->thread_count;
	struct outcome outcome;
	size_t i;

	outcome = run_to_end(run, command);
	if (outcome.error && !repetition)
		cannot_run(run, *command->argv, &outcome);
	if (outcome.error) {
		errno = outcome.error;
		set_partial(measured, "run %u: %s", repetition + 1, outcome.started ?
			    strerror(outcome.error) : counting_reason(run->counting));
		return false;
	}
	if (before)
		forget_threads(measured, before);
	take_counts(run);
	if (counting_was_short(run->counting))
		say("the command ended before every event was counted; use a shorter --slot");
	if (counting_fd(run->counting) >= 0) {
		take_threads(run);
		if (!measured->pid)
			say_running(measured);
	}
	note_outcome(measured, *command->argv, &outcome);
	for (i = 0; i < measured->line_count; i++)
		measured->values[i * measured->stride + repetition] =
			measured->lines[i].count;
	run->times[repetition] = outcome.time;
	measured->repeats = repetition + 1;
	return !measured->partial && !command_signal(command);
}

static int compare_times(const void *left, const void *right)
{
	const struct run_time *one = left, *other = right;

	return (one->elapsed > other->elapsed) - (one->elapsed < other->elapsed);
}

/* The median of each line, and the repetition whose time is the median. */
static void summarize(struct run *run)
{
	struct measured *measured = run->measured;
	bool *outlier = zeros(measured->repeats, sizeof(*outlier));
	struct statistics found;
	size_t i;

	for (i = 0; i < measured->line_count; i++) {
		uint64_t *values = measured->values + i * measured->stride;

		if (statistics_of(values, outlier, measured->repeats, &found))
			out_of_memory();
		measured->lines[i].count = found.median;
		measured->spread[i] = found.spread;
	}
	free(outlier);
	qsort(run->times, measured->repeats, sizeof(*run->times), compare_times);
	measured->time = run->times[measured->repeats / 2];
}

void measure_command(const struct options *options, struct counting *counting,
		     struct command *command, struct measured *measured)
{
	struct run run = {
		.options = options,
		.counting = counting,
		.measured = measured,
		.times = zeros(options->shared.repeats, sizeof(*run.times)),
	};
	struct command_watch watch = {
		.signal = take_signal,
		.fd = counting_fd(counting),
		.ready = take_threads,
		.argument = &run,
	};
	unsigned int i;

	measured->stride = options->shared.repeats;
	measured->values = zeros(measured->line_count * measured->stride,
				 sizeof(*measured->values));
	measured->spread = zeros(measured->line_count, sizeof(*measured->spread));
	if (*command->argv) {
		watch.signals[0] = SIGUSR1;
		watch.signals[1] = SIGUSR2;
	}
	command->watch = &watch;
	fflush(NULL);
	command_prepare(command, options->shared.repeats);
	if (options->signals)
		say("pid %d", (int)getpid());
	for (i = 0; i < options->shared.repeats; i++) {
		if (i && perfcnt_event_set_reset(counting->set)) {
			set_partial(measured, "%s", counting_reason(counting));
			break;
		}
		if (!run_once(&run, command, i))
			break;
	}
	summarize(&run);
	command->watch = NULL;
	command_end(command);
	free(run.times);
}
