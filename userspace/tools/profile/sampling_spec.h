/* SPDX-License-Identifier: GPL-2.0 */
/* PERIOD[,VARIATION[,EVENT[:MODES]]], in which fields are told apart by their form. */
#ifndef PERFCNT_PROFILE_SAMPLING_SPEC_H
#define PERFCNT_PROFILE_SAMPLING_SPEC_H

#include <stdbool.h>
#include <stdint.h>

/* An event that is to be sampled. */
struct sampling_spec {
	char *event; /* name[:modes], to be freed by free() */
	uint64_t frequency; /* so many samples a second; or 0: there is a period */
	bool has_period; /* has its text said the period? */
	uint64_t period; /* a sample every so many events */
	uint64_t jitter; /* so many events more or fewer */
	double percent; /* the same in percent of the period, or a negative number */
};

/* What holds if nothing is said. */
void sampling_spec_begin(struct sampling_spec *spec);

/*
 * The spec has what holds for what the text leaves out, and gets what it says, a period instead of
 * a frequency, too.  Returns NULL, or what is wrong with the text, to be freed by free().
 */
char *sampling_spec_read(struct sampling_spec *spec, const char *text);

#endif /* PERFCNT_PROFILE_SAMPLING_SPEC_H */
