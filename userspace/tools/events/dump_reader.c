// SPDX-License-Identifier: GPL-2.0
/* Raw dumps as they are read: what is malformed is reported and skipped. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "dump.h"
#include "dump_words.h"

/* How far a file has been read. */
struct input {
	struct dump *dump; /* where its measurements go */
	const char *name;
	struct lines lines;
	size_t damaged; /* how many of its lines were malformed */
	bool open; /* has a measurement of this file begun? */
	bool titled; /* did it begin with a title? */
	char *title; /* of the measurement that begins with the next reading, or NULL */
	char *partial; /* why the next measurement does not have all counts, or NULL */
	char *differ; /* how its runs differ, or NULL */
	enum scope_of_counts scope; /* whose events the next measurement has */
	bool has_time; /* is @time of the next dump? */
	struct run_time time; /* how long its run took */
	bool pending; /* does @next wait for its count? */
	struct reading next; /* the counter that is being read */
	size_t next_line; /* where its control word is */
	struct reading readings[PERFCNT_MAX_COUNTERS]; /* of the dump that is being read */
	unsigned int count; /* how many readings there are */
	bool excused; /* was a line malformed since its last reading? */
	/* the names of native events that have come, for the next reading */
	char natives[PERFCNT_MAX_COUNTERS][PERFCNT_NAME_SIZE];
	uint32_t shared; /* the counters whose next reading is of the whole core, a mask */
};

/* All are counted, but no more reported than somebody reads. */
__attribute__((format(printf, 3, 4)))
static void damaged(struct input *input, size_t line, const char *format, ...)
{
	va_list args;

	input->dump->damaged++;
	input->excused = true;
	if (input->damaged++ >= DUMP_MOST_MESSAGES)
		return;
	va_start(args, format);
	vsay_at(input->name, line, format, args);
	va_end(args);
}

static struct measurement *last_measurement(const struct input *input)
{
	return &input->dump->measurements[input->dump->count - 1];
}

static bool counts_again(const struct input *input)
{
	const struct measurement *last = last_measurement(input);
	unsigned int i;

	for (i = 0; i < input->count; i++)
		if (reading_is_shown(&input->readings[i]) &&
		    dump_find(last, &input->readings[i]))
			return true;
	return false;
}

/* What is to be forgotten once it has been used. */
static void forget(char **text)
{
	free(*text);
	*text = NULL;
}

static struct measurement *begin_measurement(struct input *input)
{
	struct measurement *measurement =
		dump_begin(input->dump, input->title ? input->title :
			   input->name);

	measurement->file = copy_text(input->name);
	input->titled = input->title;
	input->open = true;
	if (input->partial)
		dump_set_partial(measurement, input->partial);
	if (input->differ)
		dump_set_differ(measurement, input->differ);
	measurement->scope = input->scope;
	input->scope = SCOPE_UNKNOWN;
	forget(&input->title);
	forget(&input->partial);
	forget(&input->differ);
	return measurement;
}

/* Where the dump belongs that has been read. */
static struct measurement *measurement_of(struct input *input)
{
	if (!input->title && input->open &&
	    (input->titled || !counts_again(input)))
		return last_measurement(input);
	return begin_measurement(input);
}

/* The dump's readings are complete. */
static void end_dump(struct input *input)
{
	struct measurement *measurement;
	unsigned int i, run;

	if (!input->count)
		return;
	measurement = measurement_of(input);
	run = measurement->runs;
	if (input->has_time) {
		input->time.run = run;
		dump_add_time(measurement, &input->time);
		input->has_time = false;
	}
	for (i = 0; i < input->count; i++) {
		input->readings[i].run = run;
		dump_add(measurement, &input->readings[i]);
	}
	input->count = 0;
}

/* The M bit of the last reading says that there is another one. */
static void check_missing(struct input *input, const struct reading *next)
{
	const struct reading *last;

	if (!input->count || input->excused)
		return;
	last = &input->readings[input->count - 1];
	if (!(last->control & PERFCNT_CTL_M) ||
	    last->counter + 1 == PERFCNT_MAX_COUNTERS ||
	    (next && next->counter == last->counter + 1))
		return;
	damaged(input, input->lines.number,
		"counter %u is missing: bit 31 (M) of counter %u says that it follows",
		last->counter + 1, last->counter);
}

/* A control word must have its count right after it. */
static void end_pending(struct input *input)
{
	if (input->pending)
		damaged(input, input->next_line, "counter %u has no count",
			input->next.counter);
	input->pending = false;
}

static void take_control(struct input *input, unsigned int counter,
			 uint32_t control)
{
	end_pending(input);
	input->next = (struct reading){
		.counter = counter,
		.control = control,
	};
	if (input->count &&
	    counter <= input->readings[input->count - 1].counter) {
		check_missing(input, NULL);
		end_dump(input);
	} else {
		check_missing(input, &input->next);
	}
	input->next_line = input->lines.number;
	input->pending = true;
}

static void take_count(struct input *input, unsigned int counter,
		       uint64_t count)
{
	if (!input->pending || input->next.counter != counter) {
		end_pending(input);
		damaged(input, input->lines.number,
			"counter %u has a count without a control word",
			counter);
		return;
	}
	input->pending = false;
	input->next.count = count;
	memcpy(input->next.native, input->natives[counter], PERFCNT_NAME_SIZE);
	input->natives[counter][0] = '\0';
	input->next.shared = input->shared & 1u << counter;
	input->shared &= ~(1u << counter);
	input->readings[input->count++] = input->next;
	input->excused = false;
}

static void take_value(struct input *input, const char *at, unsigned int counter,
		       bool is_control)
{
	uint64_t number;

	if (!is_control) {
		if (!number_read(at, 10, UINT64_MAX, &number))
			take_count(input, counter, number);
		else
			damaged(input, input->lines.number,
				"the count is not a decimal number below 2^64");
	} else if (number_read(at, 16, UINT32_MAX, &number)) {
		damaged(input, input->lines.number,
			"the control word is not a 32-bit hexadecimal number");
	} else if (number & PERFCNT_CTL_MBZ) {
		damaged(input, input->lines.number,
			"the control word sets bits that must be zero");
	} else {
		take_control(input, counter, number);
	}
}

/* All that there is before a title, or before the end of the file. */
static void end_measurement(struct input *input)
{
	end_pending(input);
	check_missing(input, NULL);
	end_dump(input);
	if (input->title)
		damaged(input, input->lines.number,
			"measurement without any counter");
	forget(&input->title);
}

static void take_title(struct input *input, const char *at)
{
	end_measurement(input);
	input->has_time = false;
	input->title = copy_text(at);
}

/* Of the measurement that it stands in; before the first, of that. */
static void take_reason(struct input *input, const char *at, char **next,
			void (*set)(struct measurement *measurement, const char *reason))
{
	if (!*at)
		at = "no reason given";
	if (!input->title) {
		end_pending(input);
		end_dump(input);
	}
	if (!input->title && input->open) {
		set(last_measurement(input), at);
		return;
	}
	forget(next);
	*next = copy_text(at);
}

static void take_partial(struct input *input, const char *at)
{
	take_reason(input, at, &input->partial, dump_set_partial);
}

static void take_differ(struct input *input, const char *at)
{
	take_reason(input, at, &input->differ, dump_set_differ);
}

/* As "partial:", of the measurement that it stands in, or of the first. */
static void take_scope(struct input *input, const char *at)
{
	enum scope_of_counts scope;

	for (scope = SCOPE_TASKS; scope <= SCOPE_MACHINE; scope++)
		if (!strcasecmp(at, dump_scope_name(scope)))
			break;
	if (scope > SCOPE_MACHINE) {
		damaged(input, input->lines.number,
			"expected '# scope: tasks' or '# scope: machine'");
		return;
	}
	if (!input->title) {
		end_pending(input);
		end_dump(input);
	}
	if (!input->title && input->open)
		last_measurement(input)->scope = scope;
	else
		input->scope = scope;
}

/* A run begins, and ends the one before. */
static void take_time(struct input *input, const char *at)
{
	struct run_time time = { 0 };

	if (!dump_take_seconds(&at, "elapsed", &time.elapsed) ||
	    !dump_take_seconds(&at, "user", &time.user) ||
	    !dump_take_seconds(&at, "system", &time.system) || *at) {
		damaged(input, input->lines.number,
			"expected '# time: elapsed S user S system S'");
		return;
	}
	end_pending(input);
	check_missing(input, NULL);
	end_dump(input);
	input->time = time;
	input->has_time = true;
}

static void take_name(struct input *input, unsigned int counter, const char *at)
{
	if (counter >= PERFCNT_MAX_COUNTERS)
		damaged(input, input->lines.number,
			"counter number too large (at most %d)",
			PERFCNT_MAX_COUNTERS - 1);
	else if (strlen(at) >= PERFCNT_NAME_SIZE)
		damaged(input, input->lines.number,
			"event name too long (at most %d bytes)",
			PERFCNT_NAME_SIZE - 1);
	else
		strcpy(input->natives[counter], at);
}

static void take_shared(struct input *input, unsigned int counter, const char *at)
{
	if (counter < PERFCNT_MAX_COUNTERS && !strcasecmp(at, "core"))
		input->shared |= 1u << counter;
	else
		damaged(input, input->lines.number,
			"expected '.Shared : core' after a counter from 0 to %d",
			PERFCNT_MAX_COUNTERS - 1);
}

static void take_comment(struct input *input, const char *at)
{
	static const struct {
		const char *word;
		void (*take)(struct input *input, const char *at);
	} comments[] = {
		{ "measurement:", take_title },
		{ "partial:", take_partial },
		{ "differ:", take_differ },
		{ "scope:", take_scope },
		{ "time:", take_time },
	};
	unsigned int counter, i;

	dump_skip_word(&at, "#");
	dump_skip_blanks(&at);
	for (i = 0; i < ARRAY_SIZE(comments); i++) {
		if (!dump_skip_word(&at, comments[i].word))
			continue;
		dump_skip_blanks(&at);
		comments[i].take(input, at);
		return;
	}
	if (!dump_take_counter(&at, &counter))
		return;
	if (dump_skip_word(&at, "Name") && dump_take_colon(&at))
		take_name(input, counter, at);
	else if (dump_skip_word(&at, "Shared") && dump_take_colon(&at))
		take_shared(input, counter, at);
}

static void take_line(struct input *input, const char *at)
{
	unsigned int counter;
	bool is_control;

	dump_skip_blanks(&at);
	if (!*at)
		return;
	if (*at == '#') {
		take_comment(input, at);
		return;
	}
	if (!dump_take_counter(&at, &counter)) {
		damaged(input, input->lines.number, "not a line of /proc/perf");
		return;
	}
	if (counter >= PERFCNT_MAX_COUNTERS) {
		damaged(input, input->lines.number, "counter number too large (at most %d)",
			PERFCNT_MAX_COUNTERS - 1);
		return;
	}
	is_control = dump_skip_word(&at, "Ctl");
	if ((!is_control && !dump_skip_word(&at, "Cnt")) || !dump_take_colon(&at)) {
		damaged(input, input->lines.number,
			"expected '.Ctl :' or '.Cnt :' after the counter");
		return;
	}
	take_value(input, at, counter, is_control);
}

static void say_how_many_more(const struct input *input)
{
	if (input->damaged > DUMP_MOST_MESSAGES)
		say("%s: %zu more bad lines", input->name,
		    input->damaged - DUMP_MOST_MESSAGES);
}

int dump_read(struct dump *dump, FILE *file, const char *name)
{
	struct input input = {
		.dump = dump,
		.name = name,
		.lines.file = file,
	};
	const size_t *line = &input.lines.number;
	enum lines_state state;
	int error;

	while ((state = lines_next(&input.lines)) < LINES_END) {
		if (state == LINES_NUL)
			damaged(&input, *line, "line contains a NUL byte");
		if (state == LINES_LONG)
			damaged(&input, *line, "line too long (at most %d bytes)",
				LINES_MOST);
		if (state == LINES_CUT)
			damaged(&input, *line,
				"no newline at end of file: the last number may be truncated");
		if (state == LINES_GOOD || state == LINES_CUT)
			take_line(&input, input.lines.text);
	}
	error = errno;
	end_measurement(&input);
	forget(&input.differ);
	forget(&input.partial);
	say_how_many_more(&input);
	errno = error;
	return state == LINES_ERROR ? -1 : 0;
}
