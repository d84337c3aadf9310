// SPDX-License-Identifier: GPL-2.0
/* One group of events for all that is counted, each time from the last time on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/output.h"
#include "events/dump.h"
#include "session/leavers.h"
#include "live.h"
#include "runs.h"
#include "slots.h"
#include "topdown.h"

/* What is done with what was read. */
struct taking {
	const struct options *options;
	struct slots slots; /* the counters */
	struct measurement *measurement; /* the run */
	struct shown *shown; /* where the results go */
	struct leavers *leavers; /* whether a program leaves perf, or NULL */
};

/* With a single reading, the times are those of the command's runs. */
static void set_time(const struct taking *taking, struct topdown *topdown,
		     double time, double period)
{
	if (taking->options->interval)
		topdown->time = time;
	if (taking->options->interval || !taking->measurement->time_count)
		topdown->period = period;
}

static void take(void *argument, double time, double period)
{
	struct taking *taking = argument;
	const struct options *options = taking->options;
	struct slots_sum *sums;
	struct topdown *all;
	size_t count, i;

	slots_read(&taking->slots);
	count = slots_sums(&taking->slots, options->each, options->idle, &sums);
	all = zeros(count, sizeof(*all));
	for (i = 0; i < count; i++) {
		topdown_metrics(&sums[i].found, taking->measurement,
				options->modes, options->level,
				options->normalize, &all[i]);
		memcpy(all[i].name, sums[i].name, sizeof(all[i].name));
		if (sums[i].cpus.count)
			all[i].cpus = number_list_text(&sums[i].cpus);
		set_time(taking, &all[i], time, period);
	}
	shown_add(taking->shown, all, count);
	free(all);
	slots_sums_free(sums, count);
}

/* What the kernel says when it counts no slots for us. */
static void cannot_open(const struct options *options)
{
	if (options->pid)
		fail("%s %d: %s", options->thread ? "thread" : "process",
		     options->pid, perfcnt_strerror(NULL));
	if (errno == EACCES || errno == EPERM)
		fail("slots: %s; see perf_event_paranoid in proc(5)",
		     perfcnt_strerror(NULL));
	fail("slots: %s", perfcnt_strerror(NULL));
}

static bool open_slots(const struct options *options, struct slots *slots)
{
	bool good;

	slots->level = options->level;
	if (options->modes & PERFCNT_CTL_U)
		slots->flags |= PERFCNT_TOPDOWN_USER;
	if (options->modes & PERFCNT_CTL_K)
		slots->flags |= PERFCNT_TOPDOWN_KERNEL;
	if (options->thread)
		good = slots_open_thread(slots, options->pid);
	else if (options->pid)
		good = slots_open_process(slots, options->pid);
	else if (options->all_cpus || options->cpus.count)
		good = slots_open_cpus(slots, options->all_cpus ? NULL :
							      &options->cpus);
	else
		good = slots_open(slots);
	if (!good && errno != ENOTSUP)
		cannot_open(options);
	if (good)
		slots_read(slots); /* of nothing: it says how it is counted */
	return good;
}

const char *slot_runs_method(void)
{
	struct slots slots = { .level = 1, .flags = PERFCNT_TOPDOWN_USER };
	const char *name = NULL;

	if (slots_open(&slots)) {
		slots_read(&slots);
		name = topdown_metrics_method(&slots.counters->since)->name;
	}
	slots_close(&slots);
	return name;
}

/* Whether it is the method that was chosen, if one was. */
static bool suits(const struct options *options, const struct slots *slots)
{
	return !options->method ||
	       !strcmp(options->method,
		       topdown_metrics_method(&slots->counters->since)->name);
}

static void check_level(const struct options *options, const struct slots *slots)
{
	if (options->shared.given[OPTION_STRICT] && slots->counters->since.level < options->level)
		fail("--strict: this core has no level 2");
}

static char *make_title(const struct options *options)
{
	if (*options->command)
		return title_of(options->command);
	if (!options->pid)
		return copy_text("all programs");
	return formatted("%s %d", options->thread ? "thread" : "process", options->pid);
}

static void show_plan(const struct topdown_method *method, unsigned int level)
{
	printf("1 run: method %s, %s (%s), by the kernel's perf: no counter of the module\n",
	       method->name, method->unit,
	       level < 2 ? "level 1" : "levels 1 and 2");
	output_finish(STATUS_GOOD);
}

/* What has counted so far is not the command's own. */
static int start(void *argument)
{
	struct taking *taking = argument;

	return slots_start(&taking->slots);
}

static void again(void *argument)
{
	struct taking *taking = argument;

	slots_again(&taking->slots);
}

static const char *missing(void *argument)
{
	const struct taking *taking = argument;

	return leavers_end(taking->leavers);
}

/* Of a program, and all that it begins: those that perf does not count must not be missed. */
static void watch_leavers(struct taking *taking, struct live *live)
{
	taking->leavers = leavers_new();
	if (!taking->leavers)
		fail("perf cannot tell which programs leave it: %s", strerror(errno));
	live->also = leavers_watch(taking->leavers);
	live->missing = missing;
}

static void run(struct taking *taking, struct command *command, int *status)
{
	const struct options *options = taking->options;
	const bool is_program = taking->slots.counters->cpu < 0 && !options->pid;
	struct live live = {
		.command = command,
		.pid = options->pid,
		.repeats = options->shared.repeats,
		.interval = options->interval * 1000000ull,
		.start = is_program ? NULL : start,
		.again = is_program ? again : NULL,
		.take = take,
		.argument = taking,
		.measurement = taking->measurement,
	};

	if (is_program)
		watch_leavers(taking, &live);
	fflush(NULL);
	live_run(&live);
	leavers_free(taking->leavers);
	shown_say_partial(taking->shown, taking->measurement->partial);
	*status = live_end(&live, shown_close(taking->shown));
}

bool slot_runs(const struct options *options, int *status)
{
	struct command command = { .argv = options->command };
	struct dump dump = { 0 };
	struct shown shown;
	struct taking taking = { .options = options, .shown = &shown };
	struct slots *slots = &taking.slots;
	char *title;

	if (!open_slots(options, slots))
		return false;
	if (!suits(options, slots)) {
		slots_close(slots);
		return false;
	}
	if (options->shared.given[OPTION_DRY_RUN])
		show_plan(topdown_metrics_method(&slots->counters->since),
			  slots->counters->since.level);
	check_level(options, slots);
	if (*options->command)
		command_find(&command, options->command);
	shown_open(&shown, options, stderr, "standard error");
	title = make_title(options);
	taking.measurement = dump_begin(&dump, title);
	taking.measurement->runs = options->shared.repeats;
	free(title);
	run(&taking, &command, status);
	slots_close(slots);
	dump_free(&dump);
	return true;
}
