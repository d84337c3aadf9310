// SPDX-License-Identifier: GPL-2.0
/* Raw dumps as they are read: whatever is damaged is told and left out. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "dump_reader.h"

/* The words of the comments that mean something. */
#define TITLE "# measurement:"

/**
 * struct input - how far a file has been read
 * @dump: where its measurements go
 * @name: the file's name
 * @line: the line's number
 * @open: whether a measurement of this file has begun
 * @titled: whether it began with a title
 * @title: of the measurement that begins with the next reading
 * @pending: whether @next waits for its count
 * @next: the counter that is being read
 * @next_line: where its control word is
 * @readings: of the dump that is being read
 * @count: how many there are
 * @excused: whether a line was damaged since its last reading
 * @natives: the names of native events that have come, for the next reading
 */
struct input {
	struct dump *dump;
	const char *name;
	size_t line;
	bool open;
	bool titled;
	char *title;
	bool pending;
	struct reading next;
	size_t next_line;
	struct reading readings[PERFCNT_MAX_COUNTERS];
	unsigned int count;
	bool excused;
	char natives[PERFCNT_MAX_COUNTERS][PERFCNT_NAME_SIZE];
};

__attribute__((format(printf, 3, 4)))
static void damaged(struct input *input, size_t line, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%zu: ", input->name, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	input->dump->damaged++;
	input->excused = true;
}

static bool counts_again(const struct input *input,
			 const struct measurement *measurement)
{
	unsigned int i;
	size_t j;

	for (i = 0; i < input->count; i++) {
		const struct reading *reading = &input->readings[i];

		if (!(reading->control & PERFCNT_CTL_MODES))
			continue;
		for (j = 0; j < measurement->count; j++)
			if (dump_counts_same(reading,
					     &measurement->readings[j]))
				return true;
	}
	return false;
}

/* Where the dump belongs that has been read. */
static struct measurement *measurement_of(struct input *input)
{
	struct measurement *last;

	if (input->title) {
		last = dump_begin(input->dump, input->title);
		free(input->title);
		input->title = NULL;
		input->titled = true;
		input->open = true;
		return last;
	}
	if (input->open) {
		last = &input->dump->measurements[input->dump->count - 1];
		if (input->titled || !counts_again(input, last))
			return last;
	}
	input->open = true;
	return dump_begin(input->dump, input->name);
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
	damaged(input, input->line,
		"counter %u is missing, which counter %u says there is",
		last->counter + 1, last->counter);
}

/* A control word must have its count right behind it. */
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
	input->next_line = input->line;
	input->pending = true;
}

static void take_count(struct input *input, unsigned int counter,
		       uint64_t count)
{
	if (!input->pending || input->next.counter != counter) {
		end_pending(input);
		damaged(input, input->line,
			"counter %u has a count without a control word",
			counter);
		return;
	}
	input->pending = false;
	input->next.count = count;
	memcpy(input->next.native, input->natives[counter], PERFCNT_NAME_SIZE);
	input->natives[counter][0] = '\0';
	input->readings[input->count++] = input->next;
	input->excused = false;
}

static void skip_blanks(const char **at)
{
	while (isspace((unsigned char)**at))
		++*at;
}

/* What begins with @word, after it. */
static bool skip_word(const char **at, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(*at, word, length))
		return false;
	*at += length;
	return true;
}

/* "PerfCnt[N].": PERFCNT_MAX_COUNTERS stands for all that are beyond. */
static bool take_counter(const char **at, unsigned int *counter)
{
	uint64_t number;

	if (!skip_word(at, "PerfCnt["))
		return false;
	if (!number_take(at, 10, PERFCNT_MAX_COUNTERS - 1, &number))
		*counter = number;
	else if (errno == ERANGE)
		*counter = PERFCNT_MAX_COUNTERS;
	else
		return false;
	return skip_word(at, "].");
}

/* ":" and what is behind it. */
static bool take_colon(const char **at)
{
	skip_blanks(at);
	if (!skip_word(at, ":"))
		return false;
	skip_blanks(at);
	return true;
}

static void take_value(struct input *input, const char *at, unsigned int counter,
		       bool is_control)
{
	uint64_t number;

	if (!is_control) {
		if (!number_read(at, 10, UINT64_MAX, &number))
			take_count(input, counter, number);
		else
			damaged(input, input->line,
				"the count is not a decimal number below 2^64");
	} else if (number_read(at, 16, UINT32_MAX, &number)) {
		damaged(input, input->line,
			"the control word is not a hexadecimal number of 32 bits");
	} else if (number & PERFCNT_CTL_MBZ) {
		damaged(input, input->line,
			"the control word has bits that must be zero");
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
		damaged(input, input->line, "a measurement without a reading");
	free(input->title);
	input->title = NULL;
}

static void take_title(struct input *input, const char *at)
{
	end_measurement(input);
	input->title = copy_text(at);
}

static void take_comment(struct input *input, const char *at)
{
	unsigned int counter;

	if (skip_word(&at, TITLE)) {
		skip_blanks(&at);
		take_title(input, at);
		return;
	}
	skip_word(&at, "#");
	skip_blanks(&at);
	if (take_counter(&at, &counter) && skip_word(&at, "Name") &&
	    take_colon(&at) && counter < PERFCNT_MAX_COUNTERS)
		snprintf(input->natives[counter], PERFCNT_NAME_SIZE, "%s", at);
}

static void take_line(struct input *input, const char *at)
{
	unsigned int counter;
	bool is_control;

	skip_blanks(&at);
	if (!*at)
		return;
	if (*at == '#') {
		take_comment(input, at);
		return;
	}
	if (!take_counter(&at, &counter)) {
		damaged(input, input->line, "not a line of a dump");
		return;
	}
	if (counter >= PERFCNT_MAX_COUNTERS) {
		damaged(input, input->line, "no machine has a counter beyond %d",
			PERFCNT_MAX_COUNTERS - 1);
		return;
	}
	is_control = skip_word(&at, "Ctl");
	if ((!is_control && !skip_word(&at, "Cnt")) || !take_colon(&at)) {
		damaged(input, input->line, "neither a control word nor a count");
		return;
	}
	take_value(input, at, counter, is_control);
}

/* Cuts the end of the line, and what is blank there. */
static bool chomp(struct input *input, char *line, size_t length)
{
	if (memchr(line, '\0', length)) {
		damaged(input, input->line, "a NUL byte");
		return false;
	}
	if (line[length - 1] != '\n')
		damaged(input, input->line,
			"the last line has no end: its number may be cut");
	while (length && isspace((unsigned char)line[length - 1]))
		line[--length] = '\0';
	return true;
}

int dump_read(struct dump *dump, FILE *file, const char *name)
{
	struct input input = { .dump = dump, .name = name };
	size_t size = 0;
	char *line = NULL;
	ssize_t length;

	while ((length = getline(&line, &size, file)) > 0) {
		input.line++;
		if (chomp(&input, line, length))
			take_line(&input, line);
	}
	end_measurement(&input);
	free(line);
	return ferror(file) ? -1 : 0;
}
