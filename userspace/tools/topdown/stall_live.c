// SPDX-License-Identifier: GPL-2.0
/* What the counters have more than the last time. */
#include <stdlib.h>

#include "base/message.h"
#include "events/dump.h"
#include "live.h"
#include "runs.h"
#include "topdown.h"

/* What is read again and again. */
struct stalls {
	struct machine *machine; /* the counters */
	struct shown *shown; /* where results go */
	struct measurement *measurement; /* what they counted since the last time */
	uint64_t before[PERFCNT_MAX_COUNTERS]; /* what they had counted then */
};

static int start(void *argument)
{
	const struct stalls *stalls = argument;

	return perfcnt_event_set_enter(stalls->machine->set, 0, 0);
}

static void read_counts(struct stalls *stalls)
{
	struct measurement *measurement = stalls->measurement;
	size_t i;

	if (perfcnt_event_set_read(stalls->machine->set))
		fail("%s", perfcnt_strerror(stalls->machine->perfcnt));
	for (i = 0; i < measurement->count; i++) {
		struct reading *reading = &measurement->readings[i];
		uint64_t now;

		if (perfcnt_event_set_counter(stalls->machine->set, reading->counter, &now))
			fail("counter %u has no count", reading->counter);
		reading->count = now - stalls->before[reading->counter];
		stalls->before[reading->counter] = now;
	}
}

/* With no cycles, or with too many stalls, there are no parts: that is said. */
static void take(void *argument, double time, double period)
{
	struct stalls *stalls = argument;
	const struct options *options = stalls->shown->options;
	struct topdown topdown;
	char *wrong;

	read_counts(stalls);
	wrong = topdown_34k(stalls->measurement, options->modes, 1, &topdown);
	topdown.time = time;
	topdown.period = period;
	if (wrong)
		topdown_note(&topdown, "%s", wrong);
	if (options->level > 1)
		topdown_note(&topdown, "level 2 needs several runs of the command");
	free(wrong);
	shown_add(stalls->shown, &topdown, 1);
}

static void begin_measurement(struct stalls *stalls, struct dump *dump,
			      const struct sweep *sweep)
{
	char *title = title_of(sweep->command->argv);
	unsigned int i;

	stalls->measurement = dump_begin(dump, title);
	free(title);
	for (i = 0; i < sweep->requests->count; i++) {
		struct reading reading =
			request_reading(&sweep->requests->request[i]);

		dump_add(stalls->measurement, &reading);
	}
}

int stall_live(struct sweep *sweep, struct shown *shown)
{
	struct dump dump = { 0 };
	struct stalls stalls = { .machine = sweep->machine, .shown = shown };
	struct live live = {
		.command = sweep->command,
		.repeats = 1,
		.interval = shown->options->interval * 1000000ull,
		.start = start,
		.take = take,
		.argument = &stalls,
	};
	bool written;

	begin_measurement(&stalls, &dump, sweep);
	live.measurement = stalls.measurement;
	if (requests_set(sweep->requests, 0, NULL, sweep->machine))
		fail("%s", perfcnt_strerror(sweep->machine->perfcnt));
	perfcnt_event_set_start(sweep->machine->set); /* when it is entered */
	fflush(NULL);
	live_run(&live);
	machine_close(sweep->machine);
	shown_say_partial(shown, stalls.measurement->partial);
	written = shown_close(shown);
	dump_free(&dump);
	return live_end(&live, written);
}
