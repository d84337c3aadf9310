// SPDX-License-Identifier: GPL-2.0
/* Records become intervals: what is wrong is reported and skipped. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "events/dump.h"
#include "events.h"
#include "reader.h"
#include "record.h"

#define DUMP_START	"TEJA_PROFILE_DUMP_START"
#define DUMP_END	"TEJA_PROFILE_DUMP_END"
#define DUMP_VERSION	"ver1.1"
#define DUMP_HEADER	"CPUID,"

/* libperfcnt's comment before a dump. */
#define DUMP_NANOSECONDS	"# perfcnt: Cycles are nanoseconds"

#define NO_BREAK_SPACE	"\xc2\xa0"

/* What a group has counted since it was started. */
struct running {
	struct region_record start; /* the record that started it: the types of the events */
	size_t line; /* of that record */
	struct region_record last; /* the last record, from which the next interval counts */
	size_t updates; /* how many there were since the start */
};

/* How far a file has been read. */
struct input {
	struct intervals *intervals;
	const char *name;
	struct lines lines;
	size_t damaged;
	struct region_notices notices;
	size_t dump_line;	/* where the dump begins, 0 outside of one */
	size_t dumps;
	bool skips;		/* the dump's version is not known */
	uint64_t latest;	/* cycles of the last record of the dump */
	bool marked;		/* so has the last record, or there is none */
	bool gap;		/* records are missing before the next interval */
	bool nanoseconds;	/* the cycles of this dump, or the next one, are these */
	struct running *groups;
	size_t count;
};

/* All are counted, but no more reported than people read. */
__attribute__((format(printf, 3, 4)))
static void damaged(struct input *input, size_t line, const char *format, ...)
{
	va_list args;

	if (input->damaged++ >= DUMP_MOST_MESSAGES)
		return;
	va_start(args, format);
	vsay_at(input->name, line, format, args);
	va_end(args);
}

/* Forget a group; the last one takes its place. */
static void forget(struct input *input, size_t which)
{
	struct running *running = &input->groups[which];

	if (!running->updates)
		region_notice(&input->notices, REGION_NO_UPDATE, running->line);
	*running = input->groups[--input->count];
}

static size_t find(const struct input *input, uint64_t group)
{
	size_t i = 0;

	while (i < input->count && input->groups[i].start.group != group)
		i++;
	return i;
}

/*
 * Records are missing before this one: what began before them does not end here.
 * Where every record of a dump has the mark, it does not tell where they are.
 */
static void take_overrun(struct input *input)
{
	size_t i = input->count;

	input->intervals->overrun = true;
	input->gap |= !input->marked;
	region_notice(&input->notices, REGION_OVERRUN, input->lines.number);
	while (i--)
		if (!input->groups[i].last.overrun)
			forget(input, i);
}

static void check_order(struct input *input, const struct region_record *record)
{
	if (record->cycles < input->latest)
		region_notice(&input->notices, REGION_ORDER,
			      input->lines.number);
	input->latest = record->cycles;
}

static void take_start(struct input *input, const struct region_record *record)
{
	size_t which = find(input, record->group);
	struct running running = {
		.start = *record,
		.line = input->lines.number,
		.last = *record,
	};

	check_order(input, record);
	if (which < input->count)
		forget(input, which);
	/* it counts from here, whatever the types look like */
	running.last.high = 0;
	running.last.low = 0;
	input->groups = grow(input->groups, input->count,
			     sizeof(*input->groups));
	input->groups[input->count++] = running;
}

/* A 32-bit counter that went round is marked, or is less than before. */
static struct interval_event event_of(struct input *input, uint64_t type,
				      uint64_t before, uint64_t after,
				      bool overflow)
{
	const struct interval_event event = {
		.type = type,
		.value = after - before,
		.good = !overflow && after >= before,
	};

	if (!event.good)
		region_notice(&input->notices, REGION_OVERFLOW,
			      input->lines.number);
	return event;
}

static void set_events(struct input *input, struct interval *interval,
		       const struct running *running,
		       const struct region_record *record)
{
	const struct region_record *start = &running->start;
	/* a count that overflowed before is not known now */
	uint64_t overflow = record->overflow | running->last.overflow;
	unsigned int i;

	if (start->high == start->low) {
		interval->event_count = 1;
		interval->events[0] = event_of(input, start->high,
					       running->last.high, record->high,
					       overflow);
	} else {
		interval->event_count = 2;
		interval->events[0] = event_of(input, start->high,
					       running->last.high, record->high,
					       overflow & REGION_OVERFLOW_HIGH);
		interval->events[1] = event_of(input, start->low,
					       running->last.low, record->low,
					       overflow & REGION_OVERFLOW_LOW);
	}
	for (i = 0; i < interval->event_count && !input->nanoseconds; i++)
		if (interval->events[i].good &&
		    interval->events[i].value > interval->cycles &&
		    region_event_counts_instructions(interval->group,
						     interval->events[i].type))
			region_notice(&input->notices, REGION_TOO_MANY,
				      input->lines.number);
}

/* Takes the record's user data. */
static void add_interval(struct input *input, struct running *running,
			 struct region_record *record)
{
	const struct region_record *last = &running->last;
	struct interval interval = {
		.file = input->name,
		.line = input->lines.number,
		.cpu = last->cpu,
		.end_cpu = record->cpu,
		.from_id = last->id,
		.to_id = record->id,
		.from_pc = last->pc,
		.to_pc = record->pc,
		.begin = last->cycles,
		.cycles = record->cycles - last->cycles,
		.group = record->group,
		.after_gap = input->gap,
		.user = record->user,
		.user_count = record->user_count,
	};

	check_order(input, record);
	set_events(input, &interval, running, record);
	if (interval.cpu != interval.end_cpu)
		region_notice(&input->notices, REGION_MOVED,
			      input->lines.number);
	intervals_add(input->intervals, &interval);
	record->user = NULL;
	input->gap = false;
	running->last = *record;
	running->updates++;
}

static void take_update(struct input *input, struct region_record *record)
{
	size_t which = find(input, record->group);

	if (which == input->count) {
		region_notice(&input->notices, REGION_NO_START,
			      input->lines.number);
	} else if (record->cycles < input->groups[which].last.cycles) {
		damaged(input, input->lines.number,
			"the cycles are less than those of the record that the interval begins with");
		input->count = 0;
	} else {
		add_interval(input, &input->groups[which], record);
	}
}

static void take_record(struct input *input)
{
	struct region_record record;
	char *wrong = region_record_parse(input->lines.text, &record);

	if (wrong) {
		damaged(input, input->lines.number, "%s", wrong);
		free(wrong);
		input->count = 0; /* what it was may have been their end */
		return;
	}
	if (record.overrun)
		take_overrun(input);
	input->marked = record.overrun;
	if (record.call != REGION_CALL_START &&
	    record.call != REGION_CALL_UPDATE) {
		region_notice(&input->notices, REGION_OTHER_CALL,
			      input->lines.number);
		return;
	}
	if (record.call == REGION_CALL_START)
		take_start(input, &record);
	else
		take_update(input, &record);
	free(record.user);
}

static void end_dump(struct input *input)
{
	while (input->count)
		forget(input, 0);
	input->dump_line = 0;
	input->nanoseconds = false;
}

static void check_end(struct input *input)
{
	if (!input->dump_line)
		return;
	damaged(input, input->dump_line, "the dump has no " DUMP_END);
	end_dump(input);
}

static void begin_dump(struct input *input, const char *rest)
{
	check_end(input);
	input->dump_line = input->lines.number;
	input->dumps++;
	input->latest = 0;
	input->marked = true;
	input->gap = true; /* no step leads into a dump */
	input->intervals->nanoseconds |= input->nanoseconds;
	input->intervals->clocks |= !input->nanoseconds;
	rest += *rest == ',';
	input->skips = strcmp(rest, DUMP_VERSION);
	if (input->skips)
		damaged(input, input->lines.number,
			"dump of version '%s'; only " DUMP_VERSION " can be read",
			rest);
}

/* A dump that went through a web page can have blanks that do not break a line. */
static bool is_empty(const char *text)
{
	return text[strspn(text, " \t" NO_BREAK_SPACE)] == '\0';
}

/* Of the dump that follows. */
static void take_comment(struct input *input, const char *text)
{
	input->nanoseconds |= !strcmp(text, DUMP_NANOSECONDS);
	region_names_read(&input->intervals->names, text);
}

static void take_line(struct input *input, enum lines_state state)
{
	const char *text = input->lines.text + strspn(input->lines.text, " \t");
	const char *rest = text + strlen(DUMP_START);

	/* a line of more than its most bytes is cut */
	if (state != LINES_LONG &&
	    !strncmp(text, DUMP_START, strlen(DUMP_START)) &&
	    (*rest == ',' || !*rest))
		begin_dump(input, rest);
	else if (!input->dump_line)
		take_comment(input, text);
	else if (state != LINES_LONG && !strcmp(text, DUMP_END))
		end_dump(input);
	else if (input->skips || is_empty(text))
		return;
	else if (state == LINES_LONG)
		damaged(input, input->lines.number,
			"line too long (at most %d bytes)", LINES_MOST);
	else if (state == LINES_NUL)
		damaged(input, input->lines.number, "line contains a NUL byte");
	else if (state == LINES_CUT)
		damaged(input, input->lines.number,
			"no newline at end of file: the last number may be truncated");
	else if (strncmp(text, DUMP_HEADER, strlen(DUMP_HEADER)))
		take_record(input);
}

bool region_read(struct intervals *intervals, FILE *file, const char *name)
{
	struct input input = {
		.intervals = intervals,
		.name = name,
		.lines = { .file = file },
	};
	enum lines_state state;

	while ((state = lines_next(&input.lines)) < LINES_END)
		take_line(&input, state);
	if (state == LINES_ERROR) {
		say("%s: %s", name, strerror(errno));
		input.damaged++;
	}
	check_end(&input);
	free(input.groups);
	if (input.damaged > DUMP_MOST_MESSAGES)
		say("%s: %zu more bad lines", name,
		    input.damaged - DUMP_MOST_MESSAGES);
	region_notices_say(&input.notices, name);
	if (input.dumps)
		return !input.damaged;
	say("%s: no dump found", name);
	return false;
}
