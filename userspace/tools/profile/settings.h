/* SPDX-License-Identifier: GPL-2.0 */
/* What is sampled and how it is reported. */
#ifndef PERFCNT_PROFILE_SETTINGS_H
#define PERFCNT_PROFILE_SETTINGS_H

#include <stdbool.h>

#include "rows.h"
#include "sampling_spec.h"

/**
 * struct sampling_specs - events that are sampled
 * @specs: the events
 * @count: how many
 */
struct sampling_specs {
	struct sampling_spec specs[SAMPLES_MOST_TRIGGERS];
	unsigned int count;
};

/**
 * struct settings - what is sampled, and how it is reported
 * @title: what the measurement is called, or NULL
 * @sampled: the events that are sampled
 * @before: those of the last place that had some: what a field is that is left out
 * @frequency: the samples a second that were asked for, or 0
 * @frequency_is_new: they were by the place that is being read
 * @counts: the events that are counted, with blanks between them, or NULL
 * @metrics: the metrics that the report has, or NULL for all
 * @modes: of events that have none, with their colon, or NULL
 * @sort_by: the event that tables have, or NULL for the first one
 * @columns: of the summaries of modules and functions
 * @cutoff: which rows tables have
 * @detail_cutoff: which functions have details
 * @details: what details
 * @context: so many instructions around those that have samples
 */
struct settings {
	char *title;
	struct sampling_specs sampled;
	struct sampling_specs before;
	uint64_t frequency;
	bool frequency_is_new;
	char *counts;
	char *metrics;
	char *modes;
	char *sort_by;
	unsigned int columns;
	struct sample_cutoff cutoff;
	struct sample_cutoff detail_cutoff;
	enum sample_details details;
	unsigned int context;
};

/**
 * settings_begin() - what holds if nothing is said
 * @settings: gets it; no event is sampled so far
 */
void settings_begin(struct settings *settings);

/**
 * settings_end() - free what settings have
 * @settings: the settings
 */
void settings_end(struct settings *settings);

/**
 * settings_next() - what comes now is from another place
 * @settings: the settings: the first event that is to be sampled replaces all that
 *	      were there
 */
void settings_next(struct settings *settings);

/**
 * settings_complete() - no more comes
 * @settings: the settings, which sample something then, and whose events have modes
 */
void settings_complete(struct settings *settings);

/**
 * settings_has() - is there a setting of that name?
 * @name: the name
 *
 * Return: whether there is.
 */
bool settings_has(const char *name);

/**
 * settings_take() - take a setting
 * @settings: the settings
 * @name: its name, as that of its option; one that there is
 * @value: its value
 *
 * Return: NULL, or what is wrong with the value, to be freed by free().
 */
char *settings_take(struct settings *settings, const char *name, const char *value);

/**
 * settings_event() - which event tables have
 * @settings: the settings
 * @samples: the run
 *
 * Return: the number of the event; ends the tool if it was not sampled.
 */
unsigned int settings_event(const struct settings *settings,
			    const struct samples *samples);

#endif /* PERFCNT_PROFILE_SETTINGS_H */
