/* SPDX-License-Identifier: GPL-2.0 */
/* A counter as a dump shows it, and all readings that count the same. */
#ifndef PERFCNT_TOOLS_READING_H
#define PERFCNT_TOOLS_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/perfcnt.h>

/* The bits of a control word that say what is counted. */
#define READING_EVENT_BITS	(~(PERFCNT_CTL_M | PERFCNT_CTL_IE))

/* A counter in a dump. */
struct reading {
	unsigned int run; /* which run of the measurement it is from, from 0 */
	unsigned int counter; /* the counter's number */
	uint32_t control; /* its control word; 0 in PERFCNT_CTL_MODES means that it is stopped */
	uint64_t count;
	char native[PERFCNT_NAME_SIZE]; /* the name of a native event, or "" */
	bool shared; /* is it what the whole core did, while tasks ran that were to be counted? */
};

/* Does it count in a mode, so that it is not stopped? */
bool reading_counts(const struct reading *reading);

/* Does it count in a mode, or has it counted until it was suspended? */
bool reading_is_shown(const struct reading *reading);

/* All series of a measurement. */
struct series;

/* What series_find() gives for a reading that is not there. */
#define SERIES_NONE	SIZE_MAX

/*
 * Adds a reading that counts, by its place among the measurement's readings; @all is NULL at first.
 * Runs come in their order.
 */
void series_add(struct series **all, const struct reading *reading,
		size_t place);

/* The readings that count the same as @like, or NULL if there are none. */
const struct series *series_of(const struct series *all,
			       const struct reading *like);

/* The place of a series' first reading among the measurement's readings. */
size_t series_first(const struct series *series);

/* The first run, from @from on, with a reading of a series; UINT_MAX if there is none. */
unsigned int series_next_run(const struct series *series, unsigned int from);

/* The place of a series' first reading in a run, or SERIES_NONE. */
size_t series_find(const struct series *series, unsigned int run);

void series_free(struct series *all);

#endif /* PERFCNT_TOOLS_READING_H */
