// SPDX-License-Identifier: GPL-2.0
/* The parts of a sampled run. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "samples.h"

size_t samples_module(struct samples *samples, const char *path,
		      const char *build_id)
{
	struct sample_module *module;
	size_t i;

	for (i = 0; i < samples->module_count; i++)
		if (!strcmp(samples->modules[i].path, path) &&
		    !strcmp(samples->modules[i].build_id, build_id))
			return i;
	samples->modules = grow(samples->modules, i, sizeof(*module));
	module = &samples->modules[samples->module_count++];
	module->path = copy_text(path);
	module->build_id = copy_text(build_id);
	return i;
}

void samples_add(struct samples *samples, const struct sample *sample)
{
	samples->samples = grow(samples->samples, samples->count, sizeof(*sample));
	samples->samples[samples->count++] = *sample;
	samples->triggers[sample->trigger].samples++;
	samples->triggers[sample->trigger].sampled += sample->period;
}

void samples_add_count(struct samples *samples, const struct sample_count *count)
{
	samples->counts = grow(samples->counts, samples->count_count, sizeof(*count));
	samples->counts[samples->count_count++] = *count;
}

void samples_add_symbol(struct samples *samples, size_t module, uint64_t start,
			uint64_t address, const char *name)
{
	struct sample_symbol *symbol;
	size_t i;

	for (i = 0; i < samples->symbol_count; i++) {
		symbol = &samples->symbols[i];
		if (symbol->module != module || symbol->start != start ||
		    strcmp(symbol->name, name))
			continue;
		if (address >= symbol->end)
			symbol->end = address + 1;
		return;
	}
	samples->symbols = grow(samples->symbols, i, sizeof(*symbol));
	samples->symbols[samples->symbol_count++] = (struct sample_symbol){
		.module = module, .start = start, .end = address + 1,
		.name = copy_text(name),
	};
}

const struct sample_symbol *samples_find_symbol(const struct samples *samples,
						size_t module, uint64_t address)
{
	size_t i;

	for (i = 0; i < samples->symbol_count; i++)
		if (samples->symbols[i].module == module &&
		    samples->symbols[i].start <= address &&
		    address < samples->symbols[i].end)
			return &samples->symbols[i];
	return NULL;
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
	for (i = 0; i < samples->trigger_count; i++)
		free(samples->triggers[i].event);
	for (i = 0; i < samples->count_count; i++)
		free(samples->counts[i].event);
	free(samples->counts);
	for (i = 0; i < samples->module_count; i++) {
		free(samples->modules[i].path);
		free(samples->modules[i].build_id);
	}
	for (i = 0; i < samples->symbol_count; i++)
		free(samples->symbols[i].name);
	free(samples->symbols);
	free(samples->modules);
	free(samples->samples);
}
