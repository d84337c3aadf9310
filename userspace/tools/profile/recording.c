// SPDX-License-Identifier: GPL-2.0
/*
 * Samples are taken from their rings while the command runs; what they are of is found when all
 * mappings up to them are known.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/message.h"
#include "session/misspelt.h"
#include "session/process.h"
#include "exact_counts.h"
#include "mappings.h"
#include "modules.h"
#include "recording.h"
#include "running.h"

/* What is done each second, with a line on standard error. */
struct progress {
	int timer; /* tells when, or -1 */
	bool is_shown; /* is there a terminal for the line? */
	unsigned long long seconds;
};

/* The line is overwritten, and removed in the end. */

/* To the line's begin, and what is there is erased (ECMA-48: EL). */
#define ERASE	"\r\033[K"

/* Wake up each second from now on. */
static void progress_begin(struct progress *progress, int epoll)
{
	static const struct itimerspec each_second = {
		.it_interval.tv_sec = 1, .it_value.tv_sec = 1,
	};
	struct epoll_event event = { .events = EPOLLIN };

	*progress = (struct progress){ .is_shown = isatty(STDERR_FILENO) };
	progress->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (progress->timer >= 0 &&
	    (timerfd_settime(progress->timer, 0, &each_second, NULL) ||
	     epoll_ctl(epoll, EPOLL_CTL_ADD, progress->timer, &event))) {
		close(progress->timer);
		progress->timer = -1;
	}
}

/* Print the line, if it is time to. */
static void progress_show(struct progress *progress, uint64_t samples)
{
	uint64_t passed;

	if (progress->timer < 0 ||
	    read(progress->timer, &passed, sizeof(passed)) != sizeof(passed))
		return;
	progress->seconds += passed;
	if (!progress->is_shown)
		return;
	fprintf(stderr, ERASE "%llu s, %" PRIu64 " samples", progress->seconds, samples);
	fflush(stderr);
}

/* Remove the line. */
static void progress_end(struct progress *progress)
{
	if (progress->timer < 0)
		return;
	if (progress->is_shown && progress->seconds)
		fputs(ERASE, stderr);
	close(progress->timer);
	progress->timer = -1;
}

/*
 * Samples may take so many thousandths of a CPU's time; what is left out for that is in the
 * next one.  Without it a short period stops a slow machine.
 */
#define SHARE	50

/* A command that is sampled. */
struct recording {
	const struct options *options;
	struct perfcnt *perfcnt;
	/* of the set's events, which begin with those that are sampled, their triggers */
	unsigned int trigger_of[PERFCNT_MULTIPLEX_EVENTS];
	unsigned int sampled; /* how many */
	struct perfcnt_event_set *set; /* its events */
	struct perfcnt_samples *rings; /* their samples */
	struct records *mappings; /* or NULL: without perf */
	struct running *running; /* what /proc knows of mappings, or NULL */
	struct address_spaces spaces; /* what these come to */
	struct processes processes; /* what is known of the processes that have them */
	struct modules *modules; /* the search for what samples are of */
	struct sample *pending; /* samples that were taken, and not yet looked for */
	size_t pending_count;
	uint64_t placed; /* when the last ones were looked for */
	struct samples *samples; /* the run */
	struct samples_file *file; /* what is written of it meanwhile */
	struct progress progress; /* what a terminal shows of it */
	bool is_signalled; /* without a command, did a signal end it? */
};

/* Till the samples say how often it was at least. */
#define COUNT_UNKNOWN	UINT64_MAX

static void cannot_sample(const struct recording *recording, const char *name)
{
	fail("cannot sample %s: %s", name, perfcnt_strerror(recording->perfcnt));
}

/* The module follows tasks by perf alone: without it there are all samples. */
static bool is_of_cpus(const struct options *options)
{
	return options->whole_machine || (options->pid && machine_lacks_perf());
}

static bool add(struct recording *recording, unsigned int trigger, const char *event)
{
	if (perfcnt_event_set_add(recording->set, event))
		return false;
	recording->trigger_of[recording->sampled++] = trigger;
	return true;
}

/*
 * A period of VPEs that count together has been one of either, and its end interrupts any: on CPUs
 * each VPE of a 34K has a counter of its own.
 */
static void add_event(struct recording *recording, const struct machine *machine,
		      unsigned int trigger, const char *event)
{
	const unsigned int vpes = is_of_cpus(recording->options) && !strchr(event, '@') ?
				  machine->describe.vpes : 0;
	unsigned int vpe;
	bool added;

	if (vpes < 2 && !add(recording, trigger, event))
		cannot_sample(recording, event);
	for (vpe = 0; vpes > 1 && vpe < vpes; vpe++) {
		char *filtered = formatted("%s@vpe%u", event, vpe);

		added = add(recording, trigger, filtered);
		free(filtered);
		if (!added && errno == EINVAL)
			fail("cannot sample %s on all CPUs: %s", event,
			     "VPEs count it together, so that nobody knows which one it was");
		if (!added)
			cannot_sample(recording, event);
	}
}

static void add_events(struct recording *recording, struct machine *machine,
		       const struct settings *settings)
{
	const struct sampling_specs *sampled = &settings->sampled;
	const char *event, *wrong;
	unsigned int i;

	recording->set = perfcnt_event_set_new(recording->perfcnt);
	if (!recording->set)
		out_of_memory();
	if (is_of_cpus(recording->options))
		perfcnt_event_set_count_cpus(recording->set);
	for (i = 0; i < sampled->count; i++) {
		event = sampled->specs[i].event;
		wrong = misspelt(event);
		if (wrong)
			fail("cannot sample '%s': %s", event, wrong);
		add_event(recording, machine, i, event);
	}
	exact_counts_begin(recording->set, machine, settings, recording->samples);
}

static void sample(struct recording *recording, unsigned int trigger, const char *event,
		   struct perfcnt_sampling *sampling)
{
	unsigned int i;

	for (i = 0; i < recording->sampled; i++)
		if (recording->trigger_of[i] == trigger &&
		    perfcnt_samples_add(recording->rings, i, sampling))
			cannot_sample(recording, event);
}

static void begin(struct recording *recording, struct machine *machine)
{
	const struct options *options = recording->options;
	const struct settings *settings = &options->settings;
	struct samples *samples = recording->samples;
	unsigned int i;

	recording->modules = modules_open(samples, &recording->spaces, &recording->processes);
	add_events(recording, machine, settings);
	recording->rings = perfcnt_samples_new(recording->set);
	if (!recording->rings)
		cannot_sample(recording, settings->sampled.specs[0].event);
	for (i = 0; i < settings->sampled.count; i++) {
		const struct sampling_spec *spec = &settings->sampled.specs[i];
		struct perfcnt_sampling sampling = {
			.period = spec->period, .jitter = spec->jitter, .share = SHARE,
		};

		if (spec->frequency)
			sampling = (struct perfcnt_sampling){
				.period = spec->frequency,
				.flags = PERFCNT_SAMPLING_FREQUENCY,
				.share = SHARE,
			};

		sample(recording, i, spec->event, &sampling);
		samples->triggers[samples->trigger_count++] =
			(struct sample_trigger){
				.event = copy_text(spec->event),
				.frequency = spec->frequency,
				.period = spec->frequency ? 0 : spec->period,
				.jitter = spec->frequency ? 0 : spec->jitter,
				.shared = recording->sampled == settings->sampled.count &&
					  perfcnt_event_set_shared(recording->set, i),
			};
	}
	if (options->whole_machine || options->pid) {
		recording->running = running_open(options->pid, &recording->spaces,
						  &recording->processes, samples);
		if (machine_lacks_perf())
			return;
	}
	recording->mappings = mappings_open(recording->running);
}

static bool is_of_others(const struct recording *recording, const struct sample *sample)
{
	const uint32_t pid = recording->options->pid;

	return pid && sample->pid != pid && is_of_cpus(recording->options);
}

/* The module and the place in it are found when all that was mapped before is known. */
static void take_samples(struct recording *recording)
{
	const struct perfcnt_ring_sample *got;

	while ((got = perfcnt_samples_next(recording->rings))) {
		struct sample sample = {
			.time = got->time,
			.address = got->ip,
			.period = got->period,
			.left_out = got->left_out,
			.pid = got->pid,
			.tid = got->tid,
			.cpu = got->cpu,
			.flags = got->record.flags,
		};
		const int event = perfcnt_samples_event(recording->rings, got);

		if (event < 0 || event >= (int)recording->sampled ||
		    is_of_others(recording, &sample))
			continue;
		sample.trigger = recording->trigger_of[event];
		recording->pending = grow(recording->pending, recording->pending_count,
					  sizeof(sample));
		recording->pending[recording->pending_count++] = sample;
	}
	if (errno != EAGAIN)
		say("samples are missing: %s", strerror(errno));
}

static int compare_times(const void *left, const void *right)
{
	const struct sample *one = left, *other = right;

	return (one->time > other->time) - (one->time < other->time);
}

static void take_all(struct recording *recording)
{
	if (recording->mappings)
		mappings_take(recording->mappings, &recording->spaces, &recording->processes,
			      recording->samples);
	take_samples(recording);
}

/* After so many samples the rings are looked at again, which are being filled meanwhile. */
#define SAMPLES_AT_ONCE	1000

/* All mappings up to that time are known; what is taken meanwhile is later. */
static void place(struct recording *recording, uint64_t time)
{
	const size_t count = recording->pending_count;
	struct sample *sample;
	size_t i;

	address_spaces_sort(&recording->spaces);
	if (count)
		qsort(recording->pending, count, sizeof(*recording->pending), compare_times);
	for (i = 0; i < count && recording->pending[i].time <= time; i++) {
		sample = &recording->pending[i];
		modules_place(recording->modules, sample);
		samples_add(recording->samples, sample);
		samples_write_sample(recording->file, recording->samples, sample);
		if (recording->rings && !((i + 1) % SAMPLES_AT_ONCE))
			take_all(recording);
	}
	recording->pending_count -= i;
	if (i)
		memmove(recording->pending, &recording->pending[i],
			recording->pending_count * sizeof(*recording->pending));
}

/*
 * A record is written at once, but there is none before the kernel has been through with it:
 * what was mapped up to a second ago is surely here.
 */
static void take(void *argument)
{
	struct recording *recording = argument;
	const uint64_t now = clock_now();

	take_all(recording);
	if (now - recording->placed >= CLOCK_SECOND) {
		if (!recording->mappings)
			running_look(recording->running);
		place(recording, recording->mappings ? now - CLOCK_SECOND :
		      running_looked(recording->running));
		recording->placed = now;
		if (recording->file->out)
			fflush(recording->file->out);
	}
	progress_show(&recording->progress,
		      recording->samples->count + recording->pending_count);
}

/* What became of the command has no more words if all of it was counted. */
static void end_counts(struct recording *recording)
{
	struct samples *samples = recording->samples;
	const char *missing = exact_counts_end(recording->set);
	char *ended = samples->ended;

	if (!missing) {
		samples->missing = copy_text("");
		return;
	}
	samples->partial = true;
	samples->missing = copy_text(missing);
	samples->ended = formatted("%s; counts are missing: %s", ended, missing);
	free(ended);
}

/* Those of a process alone there are not without perf; of what is not known there was no less. */
static void take_counts(struct recording *recording)
{
	const struct options *options = recording->options;
	const bool is_counted = !options->pid || !is_of_cpus(options);
	struct samples *samples = recording->samples;
	unsigned int i;

	for (i = 0; i < recording->sampled; i++) {
		uint64_t *all = &samples->triggers[recording->trigger_of[i]].count, count;

		if (!is_counted || perfcnt_event_set_count(recording->set, i, &count) ||
		    *all == COUNT_UNKNOWN)
			*all = COUNT_UNKNOWN;
		else
			*all += count;
	}
	if (is_counted)
		exact_counts_take(recording->set, samples, 1, recording->sampled);
	else
		exact_counts_forget(samples, MACHINE_NO_PERF ": a process alone is not counted");
}

/* All is counted and taken that there will be. */
static void end(struct recording *recording)
{
	struct samples *samples = recording->samples;
	struct perfcnt_losses lost;
	unsigned int i;

	end_counts(recording);
	take(recording);
	take_counts(recording);
	lost = perfcnt_samples_lost(recording->rings);
	samples->lost.samples = lost.samples;
	samples->lost.periods = lost.periods;
	samples->lost.throttles = lost.throttles;
	samples->lost.throttled_ns = lost.throttled_ns;
	/* what is looked up takes long, and would be interrupted for samples of nobody */
	perfcnt_samples_free(recording->rings);
	recording->rings = NULL;
	perfcnt_event_set_free(recording->set);
	if (recording->mappings) {
		samples->lost.mappings += records_lost(recording->mappings);
		samples->unwatched = records_missed(recording->mappings);
	} else {
		running_look(recording->running);
	}
	place(recording, UINT64_MAX);
	for (i = 0; i < samples->trigger_count; i++)
		if (samples->triggers[i].count == COUNT_UNKNOWN)
			samples->triggers[i].count = samples->triggers[i].all.events;
	running_close(recording->running);
	modules_close(recording->modules);
	free(recording->pending);
	records_close(recording->mappings);
	address_spaces_free(&recording->spaces);
	processes_free(&recording->processes);
}

static char *join(char *const *words)
{
	char *text = copy_text(*words), *longer;

	while (*++words) {
		longer = formatted("%s %s", text, *words);
		free(text);
		text = longer;
	}
	return text;
}

static char *describe_end(const struct recording *recording, const struct outcome *outcome)
{
	if (!*recording->options->command)
		return copy_text(recording->is_signalled ? "until a signal" :
				 "the process has ended");
	if (outcome->signal)
		return formatted("interrupted: %s", strsignal(outcome->signal));
	if (WIFSIGNALED(outcome->status))
		return formatted("killed by signal %d (%s)", WTERMSIG(outcome->status),
				 strsignal(WTERMSIG(outcome->status)));
	return formatted("exited with status %d", WEXITSTATUS(outcome->status));
}

/* The command, or what is sampled beside it. */
static char *describe_what(const struct options *options)
{
	char *command = *options->command ? join(options->command) : copy_text(""), *text;

	if (!options->whole_machine && !options->pid)
		return command;
	text = options->pid ? formatted("process %d%s%s", options->pid, *command ? ": " : "",
					command) :
	       formatted("whole machine%s%s", *command ? ": " : "", command);
	free(command);
	return text;
}

static void describe(struct samples *samples, const struct machine *machine,
		     const struct options *options)
{
	struct utsname names;

	uname(&names);
	samples->title = copy_text(options->settings.title ?: "");
	samples->command = describe_what(options);
	samples->driver = copy_text(machine->describe.driver);
	samples->machine = formatted("%s %s %s", names.sysname, names.release, names.machine);
}

static void describe_outcome(const struct recording *recording, const struct outcome *outcome)
{
	struct samples *samples = recording->samples;
	time_t now = time(NULL);
	char date[64] = "";

	strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S %Z", localtime(&now));
	samples->date = copy_text(date);
	samples->ended = describe_end(recording, outcome);
	samples->elapsed = outcome->time.elapsed;
}

static int make_poll(const struct recording *recording)
{
	struct epoll_event event = { .events = EPOLLIN };
	int epoll = epoll_create1(EPOLL_CLOEXEC);

	if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD,
				   perfcnt_fd(recording->perfcnt), &event))
		fail("epoll: %s", strerror(errno));
	if (recording->mappings)
		mappings_watch(recording->mappings, epoll);
	return epoll;
}

static int enter(void *argument)
{
	const struct recording *recording = argument;

	if (!recording->options->pid || is_of_cpus(recording->options))
		return perfcnt_event_set_enter_command(recording->set);
	return perfcnt_event_set_enter(recording->set, recording->options->pid,
				       PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_SHARED |
				       PERFCNT_SCOPE_PROCESS);
}

/* The command to its end; without one the process to its end, or to a signal. */
static struct outcome run_to_end(struct recording *recording, const struct command *command)
{
	const struct options *options = recording->options;
	struct outcome outcome;

	if (recording->mappings && recording->running)
		running_find(recording->running);
	else if (recording->running)
		running_look(recording->running);
	perfcnt_event_set_start(recording->set); /* when it is entered */
	if (*command->argv)
		return command_run(command, enter, recording);
	outcome = process_wait(command, options->pid, enter, recording);
	recording->is_signalled = command_signal(command); /* the usual end */
	return outcome;
}

static void cannot_run(const struct recording *recording, const char *name,
		       const struct outcome *outcome)
{
	errno = outcome->error;
	if (!outcome->started && recording->options->pid)
		fail("cannot sample process %d: %s", recording->options->pid,
		     outcome->error == ESRCH ? strerror(ESRCH) :
		     perfcnt_strerror(recording->perfcnt));
	if (!outcome->started)
		cannot_sample(recording, name ?: "the machine");
	command_cannot_run(name, outcome->error);
}

struct outcome recording_run(const struct options *options, struct machine *machine,
			     struct command *command, struct samples_file *file,
			     struct samples *samples)
{
	struct recording recording = {
		.options = options,
		.perfcnt = machine->perfcnt,
		.samples = samples,
		.file = file,
	};
	struct command_watch watch = { .ready = take, .argument = &recording };
	struct outcome outcome;

	*samples = (struct samples){ .keeps_each = samples->keeps_each };
	describe(samples, machine, options);
	begin(&recording, machine);
	samples_write_begin(file, samples);
	watch.fd = make_poll(&recording);
	progress_begin(&recording.progress, watch.fd);
	command->watch = &watch;
	fflush(NULL);
	command_prepare(command, options->repeat_runs ? 2 : 1);
	outcome = run_to_end(&recording, command);
	command->watch = NULL;
	progress_end(&recording.progress);
	close(watch.fd);
	if (outcome.error)
		cannot_run(&recording, *command->argv, &outcome);
	describe_outcome(&recording, &outcome);
	if (!options->repeat_runs)
		command_end(command);
	end(&recording);
	if (options->repeat_runs) {
		exact_counts_repeat(machine, command, samples, &outcome);
		command_end(command);
	}
	samples_write_end(file, samples);
	return outcome;
}
