/* SPDX-License-Identifier: GPL-2.0 */
/* PERIOD[,VARIATION[,EVENT[:MODES]]], in which fields are told apart by their form. */
#ifndef PERFCNT_PROFILE_SAMPLING_SPEC_H
#define PERFCNT_PROFILE_SAMPLING_SPEC_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct sampling_spec - an event that is to be sampled
 * @event: name[:modes], to be freed by free()
 * @frequency: so many samples a second; or 0: there is a period
 * @has_period: its text has said the period
 * @period: a sample every so many events
 * @jitter: so many events more or fewer
 * @percent: the same in percent of the period, or a negative number
 */
struct sampling_spec {
	char *event;
	uint64_t frequency;
	bool has_period;
	uint64_t period;
	uint64_t jitter;
	double percent;
};

/**
 * sampling_spec_begin() - what holds if nothing is said
 * @spec: gets it
 */
void sampling_spec_begin(struct sampling_spec *spec);

/**
 * sampling_spec_read() - read one
 * @spec: what holds for what the text leaves out; gets what it says, a period instead of a
 *	  frequency, too
 * @text: the text
 *
 * Return: NULL, or what is wrong with it, to be freed by free().
 */
char *sampling_spec_read(struct sampling_spec *spec, const char *text);

#endif /* PERFCNT_PROFILE_SAMPLING_SPEC_H */
