// SPDX-License-Identifier: GPL-2.0
/* Lines of words and numbers, and the samples they stand for. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "samples.h"

#define FIRST_LINE	"perfcnt-samples 2"

/* Its samples do not say what was left out before them, nor modules which file it was. */
#define FIRST_LINE_1	"perfcnt-samples 1"

/* Does the character end a line, or the escape of one? */
static bool is_escaped(char character)
{
	return (unsigned char)character < ' ' || character == '%' || character == 0x7f;
}

/* A text up to the end of its line: a control character becomes %0A. */
static void write_text(FILE *out, const char *word, const char *text)
{
	fprintf(out, "%s ", word);
	for (; *text; text++)
		fprintf(out, is_escaped(*text) ? "%%%02X" : "%c", (unsigned char)*text);
	fputc('\n', out);
}

static void write_counts(FILE *out, const struct samples *samples)
{
	char word[128];
	size_t i;

	for (i = 0; i < samples->count_count; i++) {
		const struct sample_count *count = &samples->counts[i];

		snprintf(word, sizeof(word), "count %u %" PRIu64, count->run,
			 count->count);
		write_text(out, word, count->event);
	}
}

/* What the files of modules were that have no build-id, and which are not used. */
static void write_files(FILE *out, const struct samples *samples)
{
	char word[128];
	size_t i;

	for (i = 0; i < samples->module_count; i++) {
		const struct sample_module *module = &samples->modules[i];

		if (module->size)
			fprintf(out, "file %zu %" PRIu64 " %" PRIx64 "\n", i, module->size,
				module->checksum);
		if (!module->refused)
			continue;
		snprintf(word, sizeof(word), "refused %zu", i);
		write_text(out, word, module->refused);
	}
}

static void write_symbols(FILE *out, const struct samples *samples)
{
	char word[128];
	size_t i;

	for (i = 0; i < samples->symbol_count; i++) {
		const struct sample_symbol *symbol = &samples->symbols[i];

		snprintf(word, sizeof(word), "symbol %zu %" PRIx64 " %" PRIx64,
			 symbol->module, symbol->start, symbol->end);
		write_text(out, word, symbol->name);
	}
}

static void write_moves(FILE *out, const struct samples *samples)
{
	size_t i;

	for (i = 0; i < samples->move_count; i++) {
		const struct sample_move *move = &samples->moves[i];

		fprintf(out, "move %zu %" PRIx64 " %zu %" PRIx64 "\n", move->module,
			move->address, move->to, move->at);
	}
}

/* Those that there are meanwhile. */
static void write_modules(struct samples_file *file, const struct samples *samples)
{
	char word[128];

	for (; file->modules < samples->module_count; file->modules++) {
		const struct sample_module *module = &samples->modules[file->modules];

		snprintf(word, sizeof(word), "module %s",
			 *module->build_id ? module->build_id : "-");
		write_text(file->out, word, module->path);
	}
}

static void write_programs(struct samples_file *file, const struct samples *samples)
{
	for (; file->programs < samples->program_count; file->programs++)
		write_text(file->out, "program", samples->programs[file->programs]);
}

static void write_trigger(FILE *out, const struct sample_trigger *trigger)
{
	char word[128];

	if (trigger->frequency)
		snprintf(word, sizeof(word), "frequency %" PRIu64 " 0 %d", trigger->frequency,
			 trigger->shared);
	else
		snprintf(word, sizeof(word), "trigger %" PRIu64 " %" PRIu64 " 0 %d",
			 trigger->period, trigger->jitter, trigger->shared);
	write_text(out, word, trigger->event);
}

void samples_write_begin(struct samples_file *file, const struct samples *samples)
{
	FILE *out = file->out;
	size_t i;

	if (!out)
		return;
	fprintf(out, FIRST_LINE "\nrecording\n");
	write_text(out, "title", samples->title);
	write_text(out, "command", samples->command);
	write_text(out, "machine", samples->machine);
	write_text(out, "driver", samples->driver);
	for (i = 0; i < samples->trigger_count; i++)
		write_trigger(out, &samples->triggers[i]);
	fflush(out);
}

void samples_write_sample(struct samples_file *file, const struct samples *samples,
			  const struct sample *sample)
{
	if (!file->out)
		return;
	write_modules(file, samples);
	write_programs(file, samples);
	fprintf(file->out, "sample %u %zu %" PRIx64 " %" PRIu64 " %u %u %u %" PRIu64
		" %x %" PRIu64 " %u\n",
		sample->trigger, sample->module, sample->address, sample->period, sample->pid,
		sample->tid, sample->cpu, sample->time, sample->flags, sample->left_out,
		sample->program);
}

void samples_write_end(struct samples_file *file, const struct samples *samples)
{
	const struct sample_lost *lost = &samples->lost;
	FILE *out = file->out;
	size_t i;

	if (!out)
		return;
	write_text(out, "date", samples->date);
	write_text(out, "ended", samples->ended);
	fprintf(out, "elapsed %" PRIu64 "\n", samples->elapsed);
	if (*samples->missing)
		write_text(out, "missing", samples->missing);
	if (samples->unwatched)
		write_text(out, "unwatched", samples->unwatched);
	fprintf(out, "lost %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
		lost->samples, lost->periods, lost->throttles, lost->mappings,
		lost->throttled_ns);
	for (i = 0; i < samples->trigger_count; i++)
		fprintf(out, "total %zu %" PRIu64 "\n", i, samples->triggers[i].count);
	write_counts(out, samples);
	write_modules(file, samples);
	write_files(out, samples);
	write_symbols(out, samples);
	write_moves(out, samples);
	fprintf(out, "samples %" PRIu64 "\n", samples->count);
}

/* How far a file has been read. */
struct reader {
	FILE *file;
	size_t number; /* of the line, from 1 */
	unsigned int version; /* of the file */
	char *text; /* the line, however long it is */
	size_t room; /* what there is room for */
	const char *at; /* the rest of the line */
	struct samples *samples; /* what it has come to */
	uint64_t wanted; /* so many of them the file says that it has, if @has_wanted */
	bool has_wanted;
	bool is_recording; /* was it written while the run was made? */
};

/* The next number of a line. */
static bool take_number(struct reader *reader, int base, uint64_t most,
			uint64_t *number)
{
	if (number_take(&reader->at, base, most, number))
		return false;
	if (*reader->at == ' ')
		reader->at++;
	return true;
}

/* The rest of a line. */
static char *take_text(struct reader *reader)
{
	char *text = copy_text(reader->at), *to = text, *from = text;

	while (*from) {
		char digits[3] = "";
		uint64_t code;

		if (*from == '%')
			strncpy(digits, from + 1, 2);
		if (strlen(digits) == 2 && !number_read(digits, 16, 0xff, &code) &&
		    code) {
			*to++ = code;
			from += 3;
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
	return text;
}

/* The rest of an event's line, behind how it is sampled. */
static bool take_event(struct reader *reader, struct sample_trigger *trigger)
{
	uint64_t shared;

	if (reader->samples->trigger_count == SAMPLES_MOST_TRIGGERS ||
	    !take_number(reader, 10, UINT64_MAX, &trigger->count) ||
	    !take_number(reader, 10, 1, &shared) || !*reader->at)
		return false;
	trigger->shared = shared;
	trigger->event = take_text(reader);
	reader->samples->triggers[reader->samples->trigger_count++] = *trigger;
	return true;
}

static bool take_trigger(struct reader *reader)
{
	struct sample_trigger trigger = { 0 };

	return take_number(reader, 10, UINT64_MAX, &trigger.period) && trigger.period &&
	       take_number(reader, 10, UINT64_MAX, &trigger.jitter) &&
	       take_event(reader, &trigger);
}

static bool take_frequency(struct reader *reader)
{
	struct sample_trigger trigger = { 0 };

	return take_number(reader, 10, UINT64_MAX, &trigger.frequency) &&
	       trigger.frequency && take_event(reader, &trigger);
}

static bool take_count(struct reader *reader)
{
	struct sample_count count = { 0 };
	uint64_t run;

	if (!take_number(reader, 10, UINT32_MAX, &run) ||
	    !take_number(reader, 10, UINT64_MAX, &count.count) || !*reader->at)
		return false;
	count.run = run;
	count.event = take_text(reader);
	samples_add_count(reader->samples, &count);
	return true;
}

/* Modules are numbered by their order, also if two are alike. */
static bool take_module(struct reader *reader)
{
	struct samples *samples = reader->samples;
	size_t length = strcspn(reader->at, " ");
	char build_id[64] = "", *path;
	bool good;

	if (length >= sizeof(build_id) || reader->at[length] != ' ')
		return false;
	memcpy(build_id, reader->at, length);
	if (!strcmp(build_id, "-"))
		*build_id = '\0';
	reader->at += length + 1;
	path = take_text(reader);
	good = *path;
	if (good)
		samples_add_module(samples, path, build_id)->is_any = reader->version == 1;
	free(path);
	return good;
}

/* Programs are numbered by their order, too. */
static bool take_program(struct reader *reader)
{
	struct samples *samples = reader->samples;
	const size_t count = samples->program_count;
	char *name = take_text(reader);

	samples_program(samples, name);
	free(name);
	return samples->program_count == count + 1;
}

/* The module that a line is of. */
static struct sample_module *take_number_of_module(struct reader *reader)
{
	struct samples *samples = reader->samples;
	uint64_t module;

	if (!take_number(reader, 10, UINT32_MAX, &module) || module >= samples->module_count)
		return NULL;
	return &samples->modules[module];
}

static bool take_file(struct reader *reader)
{
	struct sample_module *module = take_number_of_module(reader);

	return module && take_number(reader, 10, UINT64_MAX, &module->size) &&
	       take_number(reader, 16, UINT64_MAX, &module->checksum) && !*reader->at;
}

static bool take_refused(struct reader *reader)
{
	struct sample_module *module = take_number_of_module(reader);

	if (!module || module->refused || !*reader->at)
		return false;
	module->refused = take_text(reader);
	return true;
}

static bool take_symbol(struct reader *reader)
{
	struct samples *samples = reader->samples;
	uint64_t module, start, end;
	char *name;

	if (!take_number(reader, 10, UINT32_MAX, &module) ||
	    module >= samples->module_count ||
	    !take_number(reader, 16, UINT64_MAX, &start) ||
	    !take_number(reader, 16, UINT64_MAX, &end) || end <= start || !*reader->at)
		return false;
	name = take_text(reader);
	samples_add_symbol(samples, module, start, end - 1, name);
	free(name);
	return true;
}

static bool take_sample(struct reader *reader)
{
	const struct samples *samples = reader->samples;
	uint64_t trigger, module, pid, tid, cpu, flags, program = 0;
	struct sample sample = { 0 };

	if (!take_number(reader, 10, UINT32_MAX, &trigger) ||
	    trigger >= samples->trigger_count ||
	    !take_number(reader, 10, UINT32_MAX, &module) ||
	    module >= samples->module_count ||
	    !take_number(reader, 16, UINT64_MAX, &sample.address) ||
	    !take_number(reader, 10, UINT64_MAX, &sample.period) ||
	    !take_number(reader, 10, UINT32_MAX, &pid) ||
	    !take_number(reader, 10, UINT32_MAX, &tid) ||
	    !take_number(reader, 10, UINT32_MAX, &cpu) ||
	    !take_number(reader, 10, UINT64_MAX, &sample.time) ||
	    !take_number(reader, 16, UINT32_MAX, &flags) ||
	    (*reader->at && !take_number(reader, 10, UINT64_MAX, &sample.left_out)) ||
	    (*reader->at && !take_number(reader, 10, samples->program_count, &program)) ||
	    *reader->at)
		return false;
	sample.trigger = trigger;
	sample.module = module;
	sample.pid = pid;
	sample.tid = tid;
	sample.cpu = cpu;
	sample.flags = flags;
	sample.program = program;
	samples_add(reader->samples, &sample);
	return true;
}

/* Where what was put down before it was known belongs. */
static bool take_move(struct reader *reader)
{
	const size_t count = reader->samples->module_count;
	struct sample_move move;
	uint64_t module, to;

	if (!take_number(reader, 10, UINT32_MAX, &module) || module >= count ||
	    !take_number(reader, 16, UINT64_MAX, &move.address) ||
	    !take_number(reader, 10, UINT32_MAX, &to) || to >= count ||
	    !take_number(reader, 16, UINT64_MAX, &move.at) || *reader->at)
		return false;
	move.module = module;
	move.to = to;
	samples_move(reader->samples, &move);
	return true;
}

/* How often an event has happened. */
static bool take_total(struct reader *reader)
{
	struct samples *samples = reader->samples;
	uint64_t trigger, count;

	if (!take_number(reader, 10, UINT32_MAX, &trigger) ||
	    trigger >= samples->trigger_count ||
	    !take_number(reader, 10, UINT64_MAX, &count) || *reader->at)
		return false;
	samples->triggers[trigger].count = count;
	return true;
}

static bool take_lost(struct reader *reader)
{
	struct sample_lost *lost = &reader->samples->lost;

	return take_number(reader, 10, UINT64_MAX, &lost->samples) &&
	       take_number(reader, 10, UINT64_MAX, &lost->periods) &&
	       take_number(reader, 10, UINT64_MAX, &lost->throttles) &&
	       take_number(reader, 10, UINT64_MAX, &lost->mappings) &&
	       (!*reader->at ||
		take_number(reader, 10, UINT64_MAX, &lost->throttled_ns)) && !*reader->at;
}

/* Does the line begin with this word? */
static bool has_word(struct reader *reader, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(reader->text, word, length) ||
	    (reader->text[length] && reader->text[length] != ' '))
		return false;
	reader->at = reader->text + length;
	reader->at += *reader->at == ' ';
	return true;
}

static bool take_line(struct reader *reader)
{
	struct samples *samples = reader->samples;
	const struct {
		const char *word;
		char **text;
	} texts[] = {
		{ "title", &samples->title },
		{ "command", &samples->command }, { "machine", &samples->machine },
		{ "driver", &samples->driver }, { "date", &samples->date },
		{ "ended", &samples->ended }, { "missing", &samples->missing },
		{ "unwatched", &samples->unwatched },
	};
	size_t i;

	if (has_word(reader, "sample"))
		return take_sample(reader);
	if (has_word(reader, "module"))
		return take_module(reader);
	if (has_word(reader, "program"))
		return take_program(reader);
	if (has_word(reader, "file"))
		return take_file(reader);
	if (has_word(reader, "refused"))
		return take_refused(reader);
	if (has_word(reader, "symbol"))
		return take_symbol(reader);
	if (has_word(reader, "move"))
		return take_move(reader);
	if (has_word(reader, "total"))
		return take_total(reader);
	if (has_word(reader, "trigger"))
		return take_trigger(reader);
	if (has_word(reader, "frequency"))
		return take_frequency(reader);
	if (has_word(reader, "count"))
		return take_count(reader);
	if (has_word(reader, "lost"))
		return take_lost(reader);
	if (has_word(reader, "elapsed"))
		return take_number(reader, 10, UINT64_MAX, &samples->elapsed) &&
		       !*reader->at;
	if (has_word(reader, "recording")) {
		reader->is_recording = true;
		return !*reader->at;
	}
	if (has_word(reader, "samples")) {
		reader->has_wanted = true;
		return take_number(reader, 10, UINT64_MAX, &reader->wanted) && !*reader->at;
	}
	for (i = 0; i < ARRAY_SIZE(texts); i++)
		if (has_word(reader, texts[i].word) && !*texts[i].text) {
			*texts[i].text = take_text(reader);
			return true;
		}
	return false;
}

/* A recording that was broken off has no last lines: its events have happened so often at least. */
static void break_off(struct samples *samples)
{
	unsigned int i;

	samples->broken_off = true;
	for (i = 0; i < samples->trigger_count; i++)
		samples->triggers[i].count = samples->triggers[i].all.events;
}

/* What a file does not say is empty. */
static void complete(struct samples *samples)
{
	char **const texts[] = { &samples->title, &samples->command,
				 &samples->machine, &samples->driver, &samples->date,
				 &samples->ended, &samples->missing };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		if (!*texts[i])
			*texts[i] = copy_text("");
}

/* The next line, without its end; false after the last one, or if it is not whole. */
static bool next_line(struct reader *reader, bool *is_whole)
{
	ssize_t length = getline(&reader->text, &reader->room, reader->file);

	*is_whole = true;
	if (length < 0)
		return false;
	reader->number++;
	*is_whole = strlen(reader->text) == (size_t)length &&
		    reader->text[length - 1] == '\n';
	if (*is_whole)
		reader->text[length - 1] = '\0';
	return *is_whole;
}

static bool read_lines(struct reader *reader, const char *name)
{
	bool is_whole;

	while (next_line(reader, &is_whole)) {
		if (reader->number == 1)
			reader->version = !strcmp(reader->text, FIRST_LINE) ? 2 :
					  !strcmp(reader->text, FIRST_LINE_1) ? 1 : 0;
		if (!reader->version) {
			say_at(name, 1, "not a file of pc_profile --save: it does not begin with '"
			       FIRST_LINE "'");
			return false;
		}
		if (reader->number > 1 && !take_line(reader)) {
			say_at(name, reader->number, "cannot be understood: %.40s",
			       reader->text);
			return false;
		}
	}
	if (ferror(reader->file)) {
		say("%s: %s", name, strerror(errno));
		return false;
	}
	if (reader->is_recording && !reader->has_wanted)
		break_off(reader->samples);
	else if (!is_whole)
		say_at(name, reader->number, "the line is not whole");
	if (!is_whole && !reader->samples->broken_off)
		return false;
	if (!reader->samples->trigger_count)
		say("%s: no event was sampled", name);
	else if (reader->has_wanted && reader->wanted != reader->samples->count)
		say("%s: the file is cut: it has %" PRIu64 " of %" PRIu64 " samples", name,
		    reader->samples->count, reader->wanted);
	else
		return true;
	return false;
}

bool samples_read(struct samples *samples, FILE *file, const char *name)
{
	struct reader reader = { .samples = samples, .file = file };
	bool good;

	*samples = (struct samples){ .keeps_each = samples->keeps_each };
	good = read_lines(&reader, name);
	free(reader.text);
	samples_sort_symbols(samples);
	samples_settle(samples);
	complete(samples);
	return good;
}
