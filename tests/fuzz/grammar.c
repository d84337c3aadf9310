// SPDX-License-Identifier: GPL-2.0
/* The grammar of /proc/perf: the input is what is written. */
#include <stdlib.h>

#include "encoding/grammar.h"
#include "fuzz.h"
#include "machines.h"

#define CONTROL	PERFCNT_SETTING_CONTROL
#define COUNT	PERFCNT_SETTING_COUNT
#define SUSPEND	PERFCNT_SETTING_SUSPEND
#define RESUME	PERFCNT_SETTING_RESUME
#define FREE	PERFCNT_SETTING_IF_FREE

/* As many settings as the machine has counters: one more is found. */
static struct perfcnt_setting *new_settings(const struct perfcnt_limits *machine)
{
	return malloc(machine->counters * sizeof(struct perfcnt_setting));
}

/* Where the line begins, or NULL. */
static const char *find_line(const char *text, size_t size, unsigned int line,
			     size_t *length)
{
	const char *end = text + size, *newline = NULL;

	while (line && text <= end) {
		newline = memchr(text, '\n', end - text);
		*length = (newline ? newline : end) - text;
		if (!--line)
			return text;
		if (!newline)
			return NULL;
		text = newline + 1;
	}
	return NULL;
}

/* An error says where, what and why. */
static void check_error(int err, const char *text, size_t size,
			const struct perfcnt_limits *machine,
			const struct perfcnt_reason *reason)
{
	unsigned int number, column;
	const char *line, *at;
	size_t length;
	int words = 0;

	require(err == -EINVAL || err == -ERANGE ||
		(err == -ENOENT && !machine->native));
	require(memchr(reason->words, '\0', sizeof(reason->words)));
	require(sscanf(reason->words, "line %u, column %u: %n", &number, &column,
		       &words) == 2 && words);
	line = find_line(text, size, number, &length);
	require(line);
	require(column >= 1 && column <= length + 1);
	require(reason->words[words]);
	for (at = reason->words; *at; at++)
		require(*at >= ' ' && *at <= '~');
}

static void check_setting(const struct perfcnt_setting *setting,
			  unsigned int counter,
			  const struct perfcnt_limits *machine)
{
	unsigned int change = setting->change;

	require(!(change & ~(CONTROL | COUNT | SUSPEND | RESUME | FREE)));
	require((change & (SUSPEND | RESUME)) != (SUSPEND | RESUME));
	require(!(change & COUNT) || (change & CONTROL));
	require(!(change & FREE) || change == (FREE | SUSPEND) ||
		change == (FREE | RESUME));
	if (change & CONTROL)
		check_control(&setting->control, counter, machine);
}

/* Does the filter fit in the word? */
static bool has_word(const struct perfcnt_control *control)
{
	unsigned int mt_en = perfcnt_control_mt_en(control->word);

	return control->unit <= perfcnt_unit_most(mt_en);
}

/*
 * A line that leaves the native event to one with the word, which may be one that no
 * name has: without modes, or with IE.
 */
static size_t put_native(char *text, const struct perfcnt_control *control,
			 unsigned int counter,
			 const struct perfcnt_limits *machine)
{
	struct perfcnt_control event = {
		.word = (PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT) |
			machine->modes,
		.native = control->native,
	};
	char name[NAME_ROOM];

	require(name_of(&event, counter, machine, name));
	return sprintf(text, "%u %s\n", counter, name);
}

/* One counter's settings as lines. */
static size_t put_setting(char *text, const struct perfcnt_setting *setting,
			  unsigned int counter,
			  const struct perfcnt_limits *machine)
{
	const struct perfcnt_control *control = &setting->control;
	unsigned int change = setting->change;
	char word[NAME_ROOM] = "";
	size_t length = 0;

	if (change & CONTROL) {
		if (!has_word(control)) {
			require(name_of(control, counter, machine, word));
		} else {
			if (control->native.known)
				length = put_native(text, control, counter,
						    machine);
			sprintf(word, "0x%08x", control->word);
		}
		length += sprintf(text + length, "%u %s", counter, word);
		if (change & COUNT)
			length += sprintf(text + length, " %llu",
					  setting->count);
		text[length++] = '\n';
	}
	if (!(change & FREE) && (change & (SUSPEND | RESUME)))
		length += sprintf(text + length, "%s %u\n", change & SUSPEND ?
				  "suspend" : "resume", counter);
	return length;
}

/* All settings as lines. */
static size_t put_settings(char *text, const struct perfcnt_setting *settings,
			   const struct perfcnt_limits *machine)
{
	unsigned int i, all = 0;
	size_t length = 0;

	for (i = 0; i < machine->counters; i++)
		if (settings[i].change & FREE)
			all |= settings[i].change;
	if (all)
		length = sprintf(text, "%s\n", all & SUSPEND ? "suspend" :
							       "resume");
	/* that was for all: words and commands of their own come later */
	for (i = 0; i < machine->counters; i++)
		length += put_setting(text + length, &settings[i], i,
				      machine);
	return length;
}

static void check_same(const struct perfcnt_setting *a,
		       const struct perfcnt_setting *b)
{
	require(a->change == b->change);
	if (a->change & CONTROL)
		require(same_control(&a->control, &b->control));
	if (a->change & COUNT)
		require(a->count == b->count);
}

/* What was understood, written down and read again, is the same. */
static void check_again(const struct perfcnt_setting *settings,
			const struct perfcnt_limits *machine)
{
	static char text[PERFCNT_MAX_COUNTERS * (NAME_ROOM + 64)];
	struct perfcnt_setting *again = new_settings(machine);
	struct perfcnt_reason reason;
	size_t length = put_settings(text, settings, machine);
	unsigned int i;

	require(!perfcnt_grammar_parse(text, length, machine, again, &reason));
	for (i = 0; i < machine->counters; i++)
		check_same(&settings[i], &again[i]);
	free(again);
}

/* A word that is seen can be written back, unless it says that it cannot. */
static void check_word(unsigned int counter, u32 word,
		       const struct perfcnt_setting *setting,
		       const struct perfcnt_limits *machine)
{
	struct perfcnt_setting *again = new_settings(machine);
	struct perfcnt_reason reason;
	char line[32];
	int err;

	sprintf(line, "%u %x", counter, word);
	err = perfcnt_grammar_parse(line, strlen(line), machine, again, &reason);
	if ((word & PERFCNT_CTL_MT_EN) == PERFCNT_CTL_MT_EN) {
		require(err == -EINVAL);
	} else {
		require(!err);
		require(again[counter].control.word == setting->control.word);
		require(again[counter].control.unit == setting->control.unit);
	}
	free(again);
}

/* What a reader sees, as the lines of all counters. */
static void check_shown(const struct perfcnt_setting *settings,
			const struct perfcnt_limits *machine)
{
	char text[PERFCNT_MAX_COUNTERS * PERFCNT_GRAMMAR_COUNTER_SIZE + 1];
	struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	unsigned int i, ctl = 0, cnt = 0, word = 0;
	unsigned long long count = 0;
	char *at = text;
	int used;

	for (i = 0; i < machine->counters; i++) {
		readings[i].control =
			perfcnt_control_visible(&settings[i].control, i,
						machine);
		readings[i].count = settings[i].count;
	}
	text[perfcnt_grammar_format(text, sizeof(text) - 1, readings,
				    machine->counters)] = '\0';
	for (i = 0; i < machine->counters; i++, at += used) {
		used = 0;
		require(sscanf(at, "PerfCnt[%u].Ctl : 0x%8x\nPerfCnt[%u].Cnt : %llu\n%n",
			       &ctl, &word, &cnt, &count, &used) == 4 && used);
		require(ctl == i && cnt == i);
		require(word == readings[i].control);
		require(count == settings[i].count);
		require(!(word & PERFCNT_CTL_M) == (i + 1 == machine->counters));
		if (settings[i].change & CONTROL)
			check_word(i, word, &settings[i], machine);
	}
	require(!*at);
}

static void try_on(const char *text, size_t size,
		   const struct perfcnt_limits *machine)
{
	struct perfcnt_setting *settings = new_settings(machine);
	struct perfcnt_reason reason;
	unsigned int i;
	int err;

	err = perfcnt_grammar_parse(text, size, machine, settings, &reason);
	if (err) {
		check_error(err, text, size, machine, &reason);
	} else {
		for (i = 0; i < machine->counters; i++)
			check_setting(&settings[i], i, machine);
		check_again(settings, machine);
		check_shown(settings, machine);
	}
	free(settings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* a copy of its own: whoever reads beyond its end is found */
	char *text = malloc(size);
	unsigned int i;

	memcpy(text, data, size);
	for (i = 0; i < MACHINES; i++)
		try_on(text, size, &machines[i]);
	free(text);
	return 0;
}
