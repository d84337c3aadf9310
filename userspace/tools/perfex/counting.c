// SPDX-License-Identifier: GPL-2.0
/* Events of libperfcnt, for a tree of tasks or the whole machine. */
#include <errno.h>
#include <math.h>

#include "base/memory.h"
#include "base/message.h"
#include "counting.h"

/* No room: which events are in each other's way. */
static void fail_to_add(struct counting *counting, const struct part *part)
{
	const char *reason = perfcnt_strerror(counting->machine->perfcnt);

	if (errno == EBUSY && !counting->machine->describe.claimed)
		chosen_conflict(counting->chosen, part->banks, reason);
	fail("%s: %s", part->name, reason);
}

void counting_begin(struct counting *counting, const struct options *options,
		    const struct chosen *chosen, struct machine *machine)
{
	unsigned int i;

	*counting = (struct counting){
		.machine = machine,
		.chosen = chosen,
		.pid = options->pid,
		.multiplexes = options->all,
		.records = (options->threads || options->times) &&
			   !options->whole_machine,
	};
	counting->set = perfcnt_event_set_new(machine->perfcnt);
	if (!counting->set)
		out_of_memory();
	if (options->whole_machine)
		perfcnt_event_set_count_cpus(counting->set);
	if (counting->records)
		perfcnt_event_set_keep_records(counting->set);
	if (counting->multiplexes &&
	    perfcnt_event_set_multiplex(counting->set, 1000 * options->slot_ms))
		fail("%s", counting_reason(counting));
	for (i = 0; i < chosen->part_count; i++)
		if (perfcnt_event_set_add(counting->set, chosen->parts[i].name))
			fail_to_add(counting, &chosen->parts[i]);
	/* here, so that the command's process need not tell us which they are */
	if (perfcnt_event_set_claim(counting->set))
		fail("%s", counting_reason(counting));
}

int counting_enter(void *argument)
{
	const struct counting *counting = argument;

	if (!counting->pid)
		return perfcnt_event_set_enter_command(counting->set);
	return perfcnt_event_set_enter(counting->set, counting->pid, PERFCNT_SCOPE_INHERIT |
				       PERFCNT_SCOPE_SHARED | PERFCNT_SCOPE_PROCESS);
}

/* What a part has counted. */
struct amount {
	uint64_t count; /* the count, scaled if events take turns */
	uint64_t raw; /* what was counted */
	uint64_t enabled; /* the time in which it could have been counted */
	uint64_t running; /* the time in which it was */
	double error; /* the standard error of @count, NAN if it is not known */
};

static int get_turns(const struct perfcnt_event_set *set, unsigned int part,
		     struct amount *amount)
{
	struct multiplex_sum sum;

	if (perfcnt_event_set_sum(set, part, &sum))
		return -1;
	amount->raw = sum.event.count;
	amount->enabled = sum.enabled;
	amount->running = sum.event.running;
	amount->error = perfcnt_multiplex_error(&sum);
	if (amount->error < 0)
		amount->error = NAN;
	return 0;
}

/* Of a thread no error is known: its record has no counts of single slots. */
static int get_of_thread(const struct counting *counting,
			 const struct perfcnt_thread *thread, unsigned int part,
			 struct amount *amount)
{
	const struct perfcnt_thread_count *turn;

	*amount = (struct amount){ .enabled = thread->ran, .error = NAN };
	if (perfcnt_thread_count(counting->set, thread, part, &amount->count))
		return -1;
	if (!counting->multiplexes)
		return 0;
	turn = perfcnt_thread_turn(counting->set, thread, part);
	amount->raw = turn->count;
	amount->running = turn->running;
	return 0;
}

static int get(const struct counting *counting, unsigned int part,
	       struct amount *amount)
{
	*amount = (struct amount){ 0 };
	if (perfcnt_event_set_count(counting->set, part, &amount->count))
		return -1;
	return counting->multiplexes ? get_turns(counting->set, part, amount) : 0;
}

static uint64_t of_event(const struct chosen_event *event, uint64_t count)
{
	return event->line ? perfex_quadwords(count, event->line) : count;
}

/* The sum of its parts: of a thread, or of all. */
static void set_line(const struct counting *counting,
		     const struct perfcnt_thread *thread,
		     const struct chosen_event *event, struct perfex_line *line)
{
	double squares = 0;
	unsigned int i;

	line->counted = true;
	line->factor = 1;
	line->count = 0;
	line->raw = 0;
	line->enabled = 0;
	line->running = 0;
	for (i = 0; i < event->part_count; i++) {
		unsigned int part = event->parts[i];
		struct amount amount;

		if (thread ? get_of_thread(counting, thread, part, &amount) :
			     get(counting, part, &amount)) {
			line->counted = false;
			return;
		}
		line->count += amount.count;
		line->raw += amount.raw;
		line->enabled += amount.enabled;
		line->running += amount.running;
		squares += amount.error * amount.error;
		if (perfcnt_event_set_shared(counting->set, part))
			line->shared = true;
	}
	line->count = of_event(event, line->count);
	line->raw = counting->multiplexes ? of_event(event, line->raw) : line->count;
	line->error = sqrt(squares);
	if (event->line)
		line->error *= (double)event->line / R10000_QUADWORD;
	if (line->running)
		line->factor = (double)line->enabled / line->running;
}

bool counting_was_short(const struct counting *counting)
{
	struct multiplex_sum sum;

	return counting->multiplexes &&
	       (perfcnt_event_set_sum(counting->set, 0, &sum) || !sum.rounds);
}

int counting_end(struct counting *counting, struct perfex_line *lines)
{
	unsigned int i;

	if (perfcnt_event_set_end(counting->set))
		return -1;
	for (i = 0; i < counting->chosen->count; i++)
		set_line(counting, NULL, &counting->chosen->events[i], &lines[i]);
	return 0;
}

static void take_counts(const struct counting *counting,
			const struct perfcnt_thread *thread,
			struct measured_count *counts)
{
	const struct chosen *chosen = counting->chosen;
	unsigned int i;

	for (i = 0; i < chosen->count; i++) {
		struct perfex_line line = { 0 };

		set_line(counting, thread, &chosen->events[i], &line);
		if (line.counted)
			counts[i] = (struct measured_count){
				line.count, line.raw, line.factor
			};
	}
}

bool counting_thread(struct counting *counting, struct measured_thread *thread,
		     uint64_t *lost)
{
	struct perfcnt_thread record;

	if (perfcnt_thread_next(counting->set, &record))
		return false;
	thread->tid = record.tid;
	thread->pid = record.pid;
	snprintf(thread->name, sizeof(thread->name), "%s", record.comm);
	thread->ran = record.ran;
	thread->flags = record.flags;
	thread->counts = zeros(counting->chosen->count, sizeof(*thread->counts));
	take_counts(counting, &record, thread->counts);
	*lost = record.lost;
	return true;
}

int counting_fd(const struct counting *counting)
{
	return counting->records ? perfcnt_fd(counting->machine->perfcnt) : -1;
}

const char *counting_reason(struct counting *counting)
{
	return perfcnt_strerror(counting->machine->perfcnt);
}
