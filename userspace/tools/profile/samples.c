// SPDX-License-Identifier: GPL-2.0
/* The parts of a sampled run. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/utf8.h"
#include "samples.h"

/* At least so many spots are kept before those that are alike become one. */
#define SPOTS_LEAST	65536

struct sample_module *samples_add_module(struct samples *samples, const char *path,
					 const char *build_id)
{
	struct sample_module *module;

	samples->modules = grow(samples->modules, samples->module_count, sizeof(*module));
	module = &samples->modules[samples->module_count++];
	*module = (struct sample_module){
		.path = copy_text(path), .build_id = copy_text(build_id), .file = -1,
	};
	return module;
}

size_t samples_module(struct samples *samples, const char *path,
		      const char *build_id)
{
	const struct sample_module *module;
	size_t i;

	for (i = 0; i < samples->module_count; i++) {
		module = &samples->modules[i];
		if (!strcmp(module->path, path) && !strcmp(module->build_id, build_id) &&
		    !module->inode && !module->process)
			return i;
	}
	samples_add_module(samples, path, build_id);
	return i;
}

size_t samples_file(struct samples *samples, const char *path, uint64_t device,
		    uint64_t inode, uint64_t generation)
{
	struct sample_module *module;
	size_t i;

	for (i = 0; i < samples->module_count; i++) {
		module = &samples->modules[i];
		if (module->device == device && module->inode == inode &&
		    module->generation == generation && !*module->build_id &&
		    !strcmp(module->path, path))
			return i;
	}
	module = samples_add_module(samples, path, "");
	module->device = device;
	module->inode = inode;
	module->generation = generation;
	return i;
}

uint32_t samples_program(struct samples *samples, const char *name)
{
	size_t i;

	for (i = samples->program_count; i--; )
		if (!strcmp(samples->programs[i], name))
			return i + 1;
	samples->programs = grow(samples->programs, samples->program_count,
				 sizeof(*samples->programs));
	samples->programs[samples->program_count++] = copy_text(name);
	return samples->program_count;
}

/* As many bytes as the kernel keeps of a program's name. */
#define NAME_MOST	15

/* What the kernel would call the command. */
static char *name_of_command(const char *command)
{
	size_t length = strcspn(command, " ");
	const char *from = command + length;

	while (from > command && from[-1] != '/')
		from--;
	length -= from - command;
	length = utf8_cut(from, length < NAME_MOST ? length : NAME_MOST);
	return formatted("%.*s", (int)length, from);
}

char *samples_program_name(const struct samples *samples, uint32_t program)
{
	char *name = program ? copy_text(samples->programs[program - 1]) :
		     samples->program_count ? copy_text("[unknown]") :
					      name_of_command(samples->command), *at;

	for (at = name; *at; at++)
		if (isspace((unsigned char)*at) || iscntrl((unsigned char)*at))
			*at = '_';
	if (*name)
		return name;
	free(name);
	return copy_text("-");
}

uint64_t sample_events(const struct sample *sample)
{
	uint64_t events;

	if (sample->left_out == UINT64_MAX ||
	    __builtin_mul_overflow(sample->period, 1 + sample->left_out, &events))
		return UINT64_MAX;
	return events;
}

static void add_up(uint64_t *sum, uint64_t more)
{
	if (__builtin_add_overflow(*sum, more, sum))
		*sum = UINT64_MAX;
}

void sample_sum_add(struct sample_sum *sum, const struct sample *sample)
{
	const uint64_t events = sample_events(sample);

	sum->samples++;
	add_up(&sum->events, events);
	sum->squares += (double)events * events;
}

void samples_refuse(struct sample_module *module, const char *why)
{
	if (!module->refused)
		module->refused = copy_text(why);
}

void sample_sum_merge(struct sample_sum *sum, const struct sample_sum *part)
{
	sum->samples += part->samples;
	add_up(&sum->events, part->events);
	sum->squares += part->squares;
}

static int compare_spots(const void *left, const void *right)
{
	const struct sample_spot *one = left, *other = right;

	if (one->module != other->module)
		return one->module < other->module ? -1 : 1;
	if (one->address != other->address)
		return one->address < other->address ? -1 : 1;
	if (one->flags != other->flags)
		return one->flags < other->flags ? -1 : 1;
	if (one->trigger != other->trigger)
		return one->trigger < other->trigger ? -1 : 1;
	return (one->program > other->program) - (one->program < other->program);
}

/* Each once. */
static void merge_spots(struct samples *samples)
{
	struct sample_spot *spots = samples->spots;
	size_t i, kept = 0;

	if (!samples->spot_count)
		return;
	qsort(spots, samples->spot_count, sizeof(*spots), compare_spots);
	for (i = 1; i < samples->spot_count; i++) {
		if (compare_spots(&spots[kept], &spots[i]))
			spots[++kept] = spots[i];
		else
			sample_sum_merge(&spots[kept].sum, &spots[i].sum);
	}
	samples->spot_count = kept + 1;
}

static void add_spot(struct samples *samples, const struct sample *sample)
{
	struct sample_spot spot = {
		.module = sample->module, .address = sample->address,
		.flags = sample->flags, .trigger = sample->trigger,
		.program = sample->program,
	};

	sample_sum_add(&spot.sum, sample);
	if (samples->spot_count >= samples->spot_most) {
		merge_spots(samples);
		samples->spot_most = 2 * samples->spot_count;
		if (samples->spot_most < SPOTS_LEAST)
			samples->spot_most = SPOTS_LEAST;
	}
	samples->spots = grow(samples->spots, samples->spot_count, sizeof(spot));
	samples->spots[samples->spot_count++] = spot;
}

void samples_add(struct samples *samples, const struct sample *sample)
{
	struct sample_trigger *trigger = &samples->triggers[sample->trigger];

	samples->count++;
	sample_sum_add(&trigger->all, sample);
	add_up(&trigger->left_out, sample->left_out);
	add_spot(samples, sample);
	if (!samples->keeps_each)
		return;
	samples->samples = grow(samples->samples, samples->sample_count, sizeof(*sample));
	samples->samples[samples->sample_count++] = *sample;
}

void samples_move(struct samples *samples, const struct sample_move *move)
{
	samples->moves = grow(samples->moves, samples->move_count, sizeof(*move));
	samples->moves[samples->move_count++] = *move;
}

static int compare_moves(const void *left, const void *right)
{
	const struct sample_move *one = left, *other = right;

	if (one->module != other->module)
		return one->module < other->module ? -1 : 1;
	return (one->address > other->address) - (one->address < other->address);
}

/* Where that has been moved, or NULL. */
static const struct sample_move *find_move(const struct samples *samples, size_t module,
					   uint64_t address)
{
	const struct sample_move from = { .module = module, .address = address };

	return bsearch(&from, samples->moves, samples->move_count, sizeof(from), compare_moves);
}

static void move_spot(const struct samples *samples, struct sample_spot *spot)
{
	const struct sample_move *found = find_move(samples, spot->module, spot->address);

	if (!found)
		return;
	spot->module = found->to;
	spot->address = found->at;
}

static void move_sample(const struct samples *samples, struct sample *sample)
{
	const struct sample_move *found = find_move(samples, sample->module, sample->address);

	if (!found)
		return;
	sample->module = found->to;
	sample->address = found->at;
}

void samples_settle(struct samples *samples)
{
	size_t i;

	if (samples->move_count) {
		qsort(samples->moves, samples->move_count, sizeof(*samples->moves),
		      compare_moves);
		for (i = 0; i < samples->spot_count; i++)
			move_spot(samples, &samples->spots[i]);
		for (i = 0; i < samples->sample_count; i++)
			move_sample(samples, &samples->samples[i]);
	}
	merge_spots(samples);
}

size_t samples_spot(const struct samples *samples, const struct sample *sample)
{
	const struct sample_spot wanted = {
		.module = sample->module, .address = sample->address,
		.flags = sample->flags, .trigger = sample->trigger,
		.program = sample->program,
	};
	const struct sample_spot *found =
		bsearch(&wanted, samples->spots, samples->spot_count, sizeof(wanted),
			compare_spots);

	return found - samples->spots;
}

void samples_add_count(struct samples *samples, const struct sample_count *count)
{
	samples->counts = grow(samples->counts, samples->count_count, sizeof(*count));
	samples->counts[samples->count_count++] = *count;
}

void samples_add_symbol(struct samples *samples, size_t module, uint64_t start,
			uint64_t address, const char *name)
{
	samples->symbols = grow(samples->symbols, samples->symbol_count,
				sizeof(*samples->symbols));
	samples->symbols[samples->symbol_count++] = (struct sample_symbol){
		.module = module, .start = start, .end = address + 1,
		.name = copy_text(name),
	};
}

static int compare_symbols(const void *left, const void *right)
{
	const struct sample_symbol *one = left, *other = right;

	if (one->module != other->module)
		return one->module < other->module ? -1 : 1;
	if (one->start != other->start)
		return one->start < other->start ? -1 : 1;
	return strcmp(one->name, other->name);
}

/* How far those of its module reach, up to each. */
static void set_reach(struct samples *samples)
{
	struct sample_symbol *symbol = samples->symbols;
	size_t i;

	for (i = 0; i < samples->symbol_count; i++, symbol++) {
		symbol->reach = symbol->end;
		if (i && symbol->module == symbol[-1].module &&
		    symbol[-1].reach > symbol->reach)
			symbol->reach = symbol[-1].reach;
	}
}

void samples_sort_symbols(struct samples *samples)
{
	struct sample_symbol *symbols = samples->symbols;
	size_t i, kept = 0;

	if (!samples->symbol_count)
		return;
	qsort(symbols, samples->symbol_count, sizeof(*symbols), compare_symbols);
	for (i = 1; i < samples->symbol_count; i++) {
		if (compare_symbols(&symbols[kept], &symbols[i])) {
			symbols[++kept] = symbols[i];
			continue;
		}
		if (symbols[i].end > symbols[kept].end)
			symbols[kept].end = symbols[i].end;
		free(symbols[i].name);
	}
	samples->symbol_count = kept + 1;
	set_reach(samples);
}

const struct sample_symbol *samples_find_symbol(const struct samples *samples,
						size_t module, uint64_t address)
{
	const struct sample_symbol *symbols = samples->symbols;
	size_t low = 0, high = samples->symbol_count;

	while (low < high) { /* the first one that begins behind the address */
		size_t middle = low + (high - low) / 2;

		if (symbols[middle].module < module ||
		    (symbols[middle].module == module &&
		     symbols[middle].start <= address))
			low = middle + 1;
		else
			high = middle;
	}
	while (low-- && symbols[low].module == module && symbols[low].reach > address)
		if (address < symbols[low].end)
			return &symbols[low];
	return NULL;
}

bool samples_is_low(const struct samples *samples)
{
	return *samples->missing || samples->lost.throttles || samples->broken_off;
}

/* Add a part to words. */
static __attribute__((format(printf, 2, 3)))
void add_words(char **words, const char *format, ...)
{
	char *part, *longer;
	va_list args;

	va_start(args, format);
	if (vasprintf(&part, format, args) < 0)
		out_of_memory();
	va_end(args);
	longer = *words ? formatted("%s; %s", *words, part) : copy_text(part);
	free(part);
	free(*words);
	*words = longer;
}

/* If not there is not all that the command would have done: see describe_end(). */
static bool ended_by_itself(const struct samples *samples)
{
	static const char *const others[] = { "interrupted: ", "killed by signal " };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (!strncmp(samples->ended, others[i], strlen(others[i])))
			return false;
	return true;
}

uint64_t sample_trigger_missing(const struct sample_trigger *trigger)
{
	return trigger->count > trigger->all.events ? trigger->count - trigger->all.events : 0;
}

bool sample_trigger_misses_many(const struct sample_trigger *trigger)
{
	return 100.0 * sample_trigger_missing(trigger) > MOST_MISSING * (double)trigger->count;
}

/*
 * Should there be more samples?  Those of a period that did not end are missing in each run.  The
 * periods of a frequency differ: twice as many as they have on average are too many.
 */
static bool lacks_samples(const struct sample_trigger *trigger)
{
	uint64_t longest = trigger->period + trigger->jitter;

	if (trigger->frequency) {
		if (!trigger->all.samples)
			return false;
		longest = 2 * (trigger->all.events / trigger->all.samples);
	}
	return longest && !trigger->shared && sample_trigger_misses_many(trigger) &&
	       sample_trigger_missing(trigger) >= longest;
}

char *samples_partial(const struct samples *samples)
{
	const struct sample_lost *lost = &samples->lost;
	bool is_known = lost->throttles || lost->periods || lost->samples;
	char *words = NULL;
	unsigned int i;

	if (samples->broken_off)
		add_words(&words, "the recording was broken off");
	if (!ended_by_itself(samples))
		add_words(&words, "%s", samples->ended);
	if (*samples->missing)
		add_words(&words, "counts are missing: %s", samples->missing);
	if (lost->throttles)
		add_words(&words, "perf has stopped an event %" PRIu64 " times, for %.3f ms",
			  lost->throttles, lost->throttled_ns / 1e6);
	if (lost->periods)
		add_words(&words, "%" PRIu64 " periods are in no sample", lost->periods);
	if (lost->samples)
		add_words(&words, "%" PRIu64 " samples were lost", lost->samples);
	for (i = 0; i < samples->trigger_count; i++) {
		const struct sample_trigger *trigger = &samples->triggers[i];

		if (!is_known && lacks_samples(trigger))
			add_words(&words, "%.2f %% of %s are in no sample",
				  100.0 * sample_trigger_missing(trigger) / trigger->count,
				  trigger->event);
	}
	if (lost->mappings)
		add_words(&words, "%" PRIu64 " mappings were lost: names may be wrong",
			  lost->mappings);
	if (samples->unwatched)
		add_words(&words, "%s: names of what ran there may be wrong", samples->unwatched);
	return words;
}

void samples_say_partial(const struct samples *samples)
{
	const struct sample_lost *lost = &samples->lost;
	char *words = samples_partial(samples);

	if (words)
		say("%s%s%s", words, lost->throttles || lost->periods || lost->samples ?
		    "; use a longer period" : "", lost->periods && !lost->throttles ?
		    ", or raise /sys/module/perfcnt/parameters/sample_rate" : "");
	free(words);
}

void samples_free(struct samples *samples)
{
	size_t i;

	free(samples->title);
	free(samples->command);
	free(samples->machine);
	free(samples->driver);
	free(samples->date);
	free(samples->ended);
	free(samples->missing);
	free(samples->unwatched);
	for (i = 0; i < samples->trigger_count; i++)
		free(samples->triggers[i].event);
	for (i = 0; i < samples->count_count; i++)
		free(samples->counts[i].event);
	free(samples->counts);
	for (i = 0; i < samples->module_count; i++) {
		free(samples->modules[i].path);
		free(samples->modules[i].build_id);
		free(samples->modules[i].refused);
		free(samples->modules[i].root);
		if (samples->modules[i].file >= 0)
			close(samples->modules[i].file);
	}
	for (i = 0; i < samples->program_count; i++)
		free(samples->programs[i]);
	free(samples->programs);
	for (i = 0; i < samples->symbol_count; i++)
		free(samples->symbols[i].name);
	free(samples->symbols);
	free(samples->modules);
	free(samples->moves);
	free(samples->spots);
	free(samples->samples);
}
