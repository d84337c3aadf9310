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
#include "exact_counts.h"
#include "mappings.h"
#include "modules.h"
#include "recording.h"

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
	struct perfcnt *perfcnt;
	struct perfcnt_event_set *set; /* its events */
	struct perfcnt_samples *rings; /* their samples */
	struct records *mappings; /* its mappings */
	struct address_spaces spaces; /* what these come to */
	struct processes processes; /* what is known of the processes that have them */
	struct modules *modules; /* the search for what samples are of */
	struct sample *pending; /* samples that were taken, and not yet looked for */
	size_t pending_count;
	uint64_t placed; /* when the last ones were looked for */
	struct samples *samples; /* the run */
	struct samples_file *file; /* what is written of it meanwhile */
	struct progress progress; /* what a terminal shows of it */
};

static void cannot_sample(const struct recording *recording, const char *name)
{
	fail("cannot sample %s: %s", name, perfcnt_strerror(recording->perfcnt));
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
	for (i = 0; i < sampled->count; i++) {
		event = sampled->specs[i].event;
		wrong = misspelt(event);
		if (wrong)
			fail("cannot sample '%s': %s", event, wrong);
		if (perfcnt_event_set_add(recording->set, event))
			cannot_sample(recording, event);
	}
	exact_counts_begin(recording->set, machine, settings, recording->samples);
}

static void begin(struct recording *recording, struct machine *machine,
		  const struct settings *settings)
{
	struct samples *samples = recording->samples;
	unsigned int i;

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

		if (perfcnt_samples_add(recording->rings, i, &sampling))
			cannot_sample(recording, spec->event);
		samples->triggers[samples->trigger_count++] =
			(struct sample_trigger){
				.event = copy_text(spec->event),
				.frequency = spec->frequency,
				.period = spec->frequency ? 0 : spec->period,
				.jitter = spec->frequency ? 0 : spec->jitter,
				.shared = perfcnt_event_set_shared(recording->set, i),
			};
	}
	recording->mappings = mappings_open();
	recording->modules = modules_open(samples, &recording->spaces, &recording->processes);
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
			.trigger = perfcnt_samples_event(recording->rings, got),
		};

		if (sample.trigger >= recording->samples->trigger_count)
			continue;
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
		place(recording, now - CLOCK_SECOND);
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

/* All is counted and taken that there will be. */
static void end(struct recording *recording)
{
	struct samples *samples = recording->samples;
	struct perfcnt_losses lost;
	unsigned int i;

	end_counts(recording);
	take(recording);
	for (i = 0; i < samples->trigger_count; i++) {
		struct sample_trigger *trigger = &samples->triggers[i];

		if (perfcnt_event_set_count(recording->set, i, &trigger->count))
			trigger->count = trigger->all.events; /* there were no fewer */
	}
	exact_counts_take(recording->set, samples, 1);
	lost = perfcnt_samples_lost(recording->rings);
	samples->lost.samples = lost.samples;
	samples->lost.periods = lost.periods;
	samples->lost.throttles = lost.throttles;
	samples->lost.throttled_ns = lost.throttled_ns;
	/* what is looked up takes long, and would be interrupted for samples of nobody */
	perfcnt_samples_free(recording->rings);
	recording->rings = NULL;
	perfcnt_event_set_free(recording->set);
	samples->lost.mappings += records_lost(recording->mappings);
	samples->unwatched = records_missed(recording->mappings);
	place(recording, UINT64_MAX);
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

static char *describe_end(const struct outcome *outcome)
{
	if (outcome->signal)
		return formatted("interrupted: %s", strsignal(outcome->signal));
	if (WIFSIGNALED(outcome->status))
		return formatted("killed by signal %d (%s)", WTERMSIG(outcome->status),
				 strsignal(WTERMSIG(outcome->status)));
	return formatted("exited with status %d", WEXITSTATUS(outcome->status));
}

static void describe(struct samples *samples, const struct machine *machine,
		     const struct options *options)
{
	struct utsname names;

	uname(&names);
	samples->title = copy_text(options->settings.title ?: "");
	samples->command = join(options->command);
	samples->driver = copy_text(machine->describe.driver);
	samples->machine = formatted("%s %s %s", names.sysname, names.release, names.machine);
}

static void describe_outcome(struct samples *samples, const struct outcome *outcome)
{
	time_t now = time(NULL);
	char date[64] = "";

	strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S %Z", localtime(&now));
	samples->date = copy_text(date);
	samples->ended = describe_end(outcome);
	samples->elapsed = outcome->time.elapsed;
}

static int make_poll(const struct recording *recording)
{
	struct epoll_event event = { .events = EPOLLIN };
	int epoll = epoll_create1(EPOLL_CLOEXEC);

	if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD,
				   perfcnt_fd(recording->perfcnt), &event))
		fail("epoll: %s", strerror(errno));
	mappings_watch(recording->mappings, epoll);
	return epoll;
}

struct outcome recording_run(const struct options *options, struct machine *machine,
			     struct command *command, struct samples_file *file,
			     struct samples *samples)
{
	struct recording recording = {
		.perfcnt = machine->perfcnt,
		.samples = samples,
		.file = file,
	};
	struct command_watch watch = { .ready = take, .argument = &recording };
	struct outcome outcome;

	*samples = (struct samples){ .keeps_each = samples->keeps_each };
	describe(samples, machine, options);
	begin(&recording, machine, &options->settings);
	samples_write_begin(file, samples);
	watch.fd = make_poll(&recording);
	progress_begin(&recording.progress, watch.fd);
	command->watch = &watch;
	fflush(NULL);
	command_prepare(command, options->repeat_runs ? 2 : 1);
	perfcnt_event_set_start(recording.set); /* when it is entered */
	outcome = command_run(command, perfcnt_event_set_enter_command, recording.set);
	command->watch = NULL;
	progress_end(&recording.progress);
	close(watch.fd);
	errno = outcome.error;
	if (outcome.error && !outcome.started)
		cannot_sample(&recording, *command->argv);
	if (outcome.error)
		command_cannot_run(*command->argv, outcome.error);
	describe_outcome(samples, &outcome);
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
