// SPDX-License-Identifier: GPL-2.0
/* The grammar of /proc/perf: parse and format; grammar.h has it. */
#include "control.h"
#include "grammar.h"
#include "event.h"

/* So much of a word that is rejected is quoted. */
#define QUOTED_MOST ((size_t)63)

struct grammar_word {
	const char *start;
	size_t length;
};

/* A line and how far it has been read. */
struct grammar_line {
	const char *start;
	size_t length;
	size_t at;
	unsigned int number;
	const struct perfcnt_limits *limits;
	struct perfcnt_reason *reason;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The next word; at the end of the line an empty one. */
static struct grammar_word next_word(struct grammar_line *line)
{
	struct grammar_word word;

	while (line->at < line->length && is_blank(line->start[line->at]))
		line->at++;
	word.start = line->start + line->at;
	while (line->at < line->length && !is_blank(line->start[line->at]))
		line->at++;
	word.length = line->start + line->at - word.start;
	return word;
}

static bool word_is(struct grammar_word word, const char *string)
{
	return word.length == strlen(string) &&
	       !memcmp(word.start, string, word.length);
}

/* Says where a word is wrong, and which one, before the reason. */
static int grammar_place(struct grammar_line *line, struct grammar_word word,
			 size_t offset, int code)
{
	char quoted[QUOTED_MOST + 1];
	const char *quote = word.length ? "'" : "";
	size_t i;

	for (i = 0; i < min(word.length, QUOTED_MOST); i++) {
		char c = word.start[i];

		quoted[i] = c > ' ' && c <= '~' ? c : '?';
	}
	quoted[i] = '\0';
	if (word.length > QUOTED_MOST)
		memcpy(quoted + QUOTED_MOST - 3, "...", 3);
	perfcnt_reason_prefix(line->reason, "line %u, column %u: %s%s%s%s",
			      line->number,
			      (unsigned int)(word.start + offset - line->start + 1),
			      quote, quoted, quote, *quote ? ": " : "");
	return code;
}

/* Rejects a word, which is wrong at @offset. */
__printf(5, 6)
static int grammar_refuse(struct grammar_line *line, struct grammar_word word,
			  size_t offset, int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vscnprintf(line->reason->words, sizeof(line->reason->words), format, args);
	va_end(args);
	return grammar_place(line, word, offset, code);
}

/* @or says what else the line may have there. */
static int parse_index(struct grammar_line *line, struct grammar_word word, const char *or,
		       unsigned int *index)
{
	u64 number;
	int err;

	err = perfcnt_number_decimal(word.start, word.length, &number);
	if (err == -EINVAL)
		return grammar_refuse(line, word, 0, err,
				      "expected a decimal counter number%s", or);
	if (err)
		return grammar_refuse(line, word, 0, err,
				      "counter number too large");
	if (number >= line->limits->counters)
		return grammar_refuse(line, word, 0, -EINVAL,
				      "no such counter; this machine has 0 to %u",
				      line->limits->counters - 1);
	*index = number;
	return 0;
}

static int parse_control(struct grammar_line *line, struct grammar_word word,
			 unsigned int index, struct perfcnt_control *control)
{
	u64 number;
	int err;

	if (!word.length)
		return grammar_refuse(line, word, 0, -EINVAL,
				      "missing control word or event name");
	err = perfcnt_number_hexadecimal(word.start, word.length, &number);
	if (err == -EINVAL) {
		err = perfcnt_control_from_name(word.start, word.length, index,
						line->limits, control,
						line->reason);
	} else if (err || number > 0xffffffff) {
		return grammar_refuse(line, word, 0, -ERANGE,
				      "control word too large (at most 32 bits)");
	} else {
		err = perfcnt_control_from_word(number, index, line->limits,
						control, line->reason);
	}
	return err ? grammar_place(line, word, line->reason->offset, err) : 0;
}

static int parse_count(struct grammar_line *line, struct grammar_word word,
		       struct perfcnt_setting *setting)
{
	bool negative = word.length && word.start[0] == '-';
	u64 number;
	int err;

	if (!word.length || word_is(word, "-1"))
		return 0;
	err = perfcnt_number_decimal(word.start + negative,
				     word.length - negative, &number);
	if (err == -EINVAL)
		return grammar_refuse(line, word, 0, err,
				      "the count must be decimal");
	if (err || negative)
		return grammar_refuse(line, word, 0, -ERANGE,
				      "count out of range: 0 to 2^64 - 1, or -1 to keep the current count");
	setting->count = number;
	setting->change |= PERFCNT_SETTING_COUNT;
	return 0;
}

/* suspend and resume: all counters, or those that are named */
static int parse_command(struct grammar_line *line, struct perfcnt_setting *settings,
			 unsigned int set, unsigned int clear)
{
	struct grammar_word word = next_word(line);
	unsigned int index;
	int err;

	if (!word.length) {
		for (index = 0; index < line->limits->counters; index++) {
			if (!settings[index].change)
				set |= PERFCNT_SETTING_IF_FREE;
			settings[index].change &= ~clear;
			settings[index].change |= set;
			set &= ~PERFCNT_SETTING_IF_FREE;
		}
		return 0;
	}
	for (; word.length; word = next_word(line)) {
		err = parse_index(line, word, "", &index);
		if (err)
			return err;
		settings[index].change &= ~(clear | PERFCNT_SETTING_IF_FREE);
		settings[index].change |= set;
	}
	return 0;
}

static int parse_setting(struct grammar_line *line, struct grammar_word word,
			 struct perfcnt_setting *settings)
{
	struct perfcnt_setting *setting;
	unsigned int index;
	int err;

	err = parse_index(line, word, ", 'suspend' or 'resume'", &index);
	if (err)
		return err;
	setting = &settings[index];
	err = parse_control(line, next_word(line), index, &setting->control);
	if (err)
		return err;
	setting->change |= PERFCNT_SETTING_CONTROL;
	setting->change &= ~(PERFCNT_SETTING_SUSPEND | PERFCNT_SETTING_RESUME |
			     PERFCNT_SETTING_IF_FREE);
	err = parse_count(line, next_word(line), setting);
	if (err)
		return err;
	word = next_word(line);
	if (word.length)
		return grammar_refuse(line, word, 0, -EINVAL, "unexpected extra word");
	return 0;
}

static int parse_line(struct grammar_line *line, struct perfcnt_setting *settings)
{
	struct grammar_word word;

	if (line->length > PERFCNT_LINE_MAX) {
		word.start = line->start + PERFCNT_LINE_MAX;
		word.length = line->length - PERFCNT_LINE_MAX;
		return grammar_refuse(line, word, 0, -EINVAL,
				      "line too long (at most %d bytes)",
				      PERFCNT_LINE_MAX);
	}
	word = next_word(line);
	if (!word.length || word.start[0] == '#')
		return 0;
	if (word_is(word, "suspend"))
		return parse_command(line, settings, PERFCNT_SETTING_SUSPEND,
				     PERFCNT_SETTING_RESUME);
	if (word_is(word, "resume"))
		return parse_command(line, settings, PERFCNT_SETTING_RESUME,
				     PERFCNT_SETTING_SUSPEND);
	return parse_setting(line, word, settings);
}

/**
 * perfcnt_grammar_parse - what a text asks for, all of it checked
 * @text: lines; the last one may lack its newline
 * @length: the text's length in bytes
 * @limits: what the machine has
 * @settings: an entry for each of @limits->counters; what the lines ask for
 *	      one after the other, each counter's folded into one
 * @reason: where the first error is, the word if any, and why; if there is one
 *
 * Return: 0, -EINVAL, -ERANGE for a number that is too large, or -ENOENT for an
 * event that only other drivers have.  After an error @settings must not be
 * used.
 */
int perfcnt_grammar_parse(const char *text, size_t length,
			  const struct perfcnt_limits *limits,
			  struct perfcnt_setting *settings,
			  struct perfcnt_reason *reason)
{
	struct grammar_line line = { .limits = limits, .reason = reason };
	size_t at = 0;
	int err;

	memset(settings, 0, limits->counters * sizeof(*settings));
	while (at < length) {
		const char *end = memchr(text + at, '\n', length - at);

		line.start = text + at;
		line.length = end ? (size_t)(end - line.start) : length - at;
		line.at = 0;
		line.number++;
		err = parse_line(&line, settings);
		if (err)
			return err;
		at += line.length + 1;
	}
	return 0;
}

/* A number's digits, at least one, before @end; returns where they begin. */
static char *put_decimal(char *end, u64 value)
{
	unsigned int digits;
	u32 part;

	while (value > 0xffffffff) {
		value = div_u64_rem(value, 1000000000, &part);
		for (digits = 0; digits < 9; digits++, part /= 10)
			*--end = '0' + part % 10;
	}
	part = value;
	do {
		*--end = '0' + part % 10;
		part /= 10;
	} while (part);
	return end;
}

static char *put_hexadecimal(char *end, u32 value)
{
	unsigned int digits;

	for (digits = 0; digits < 8; digits++, value >>= 4)
		*--end = "0123456789abcdef"[value & 0xf];
	return end;
}

/* The compiler's own memcpy(): a few stores, where the kernel's is a call. */
#define PUT(end, string)						\
	((char *)__builtin_memcpy((end) - (sizeof(string) - 1), string,	\
				  sizeof(string) - 1))

/* One counter, from its last byte to its first: no length is needed ahead. */
static char *put_reading(char *end, unsigned int i,
			 const struct perfcnt_shown *reading)
{
	end = PUT(end, "\n");
	end = put_decimal(end, reading->count);
	end = PUT(end, "].Cnt : ");
	end = put_decimal(end, i);
	end = PUT(end, "\nPerfCnt[");
	end = put_hexadecimal(end, reading->control);
	end = PUT(end, "].Ctl : 0x");
	end = put_decimal(end, i);
	return PUT(end, "PerfCnt[");
}

/**
 * perfcnt_grammar_format - counters as MD00548, Figure 3 shows them
 * @buf: where the text goes, not NUL-terminated
 * @size: at least PERFCNT_GRAMMAR_COUNTER_SIZE a counter
 * @readings: an entry a counter
 * @counters: how many there are
 *
 * By hand: the kernel's vsnprintf() takes three times as long, and a program
 * may read often.
 *
 * Return: the text's length.
 */
size_t perfcnt_grammar_format(char *buf, size_t size,
			      const struct perfcnt_shown *readings,
			      unsigned int counters)
{
	char *start = buf + size;
	size_t length;

	while (counters) {
		counters--;
		start = put_reading(start, counters, &readings[counters]);
	}
	length = buf + size - start;
	memmove(buf, start, length);
	return length;
}
