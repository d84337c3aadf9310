/* SPDX-License-Identifier: GPL-2.0 */
/* What is sampled and how it is reported. */
#ifndef PERFCNT_PROFILE_SETTINGS_H
#define PERFCNT_PROFILE_SETTINGS_H

#include <stdbool.h>

#include "rows.h"
#include "sampling_spec.h"

/* Events that are sampled. */
struct sampling_specs {
	struct sampling_spec specs[SAMPLES_MOST_TRIGGERS];
	unsigned int count;
};

/* What is sampled, and how it is reported. */
struct settings {
	char *title; /* what the measurement is called, or NULL */
	struct sampling_specs sampled;
	/* those of the last place that had some: what a field is that is left out */
	struct sampling_specs before;
	uint64_t frequency; /* the samples a second that were asked for, or 0 */
	bool frequency_is_new; /* were they by the place that is being read? */
	char *counts; /* the events that are counted, with blanks between them, or NULL */
	char *metrics; /* the metrics that the report has, or NULL for all */
	char *modes; /* of events that have none, with their colon, or NULL */
	char *sort_by; /* the event that tables have, or NULL for the first one */
	unsigned int columns; /* of the summaries of modules and functions */
	struct sample_cutoff cutoff; /* which rows tables have */
	struct sample_cutoff detail_cutoff; /* which functions have details */
	enum sample_details details;
	unsigned int context; /* so many instructions around those that have samples */
};

/* What holds if nothing is said; no event is sampled so far. */
void settings_begin(struct settings *settings);

/* Frees what settings have. */
void settings_end(struct settings *settings);

/*
 * What comes now is from another place: the first event that is to be sampled replaces all that
 * were there.
 */
void settings_next(struct settings *settings);

/* No more comes: the settings sample something then, and their events have modes. */
void settings_complete(struct settings *settings);

bool settings_has(const char *name);

/*
 * Takes a setting by its name, which settings_has(): that of its option.  Returns NULL, or what is
 * wrong with the value, to be freed by free().
 */
char *settings_take(struct settings *settings, const char *name, const char *value);

/* The number of the event that tables have.  Ends the tool if it was not sampled. */
unsigned int settings_event(const struct settings *settings,
			    const struct samples *samples);

#endif /* PERFCNT_PROFILE_SETTINGS_H */
