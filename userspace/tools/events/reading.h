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

/**
 * struct reading - a counter in a dump
 * @run: which run of the measurement it is from, from 0
 * @counter: the counter's number
 * @control: its control word; 0 in PERFCNT_CTL_MODES means that it is stopped
 * @count: its count
 * @native: the name of a native event, or ""
 * @shared: what the whole core did, while tasks ran that were to be counted
 */
struct reading {
	unsigned int run;
	unsigned int counter;
	uint32_t control;
	uint64_t count;
	char native[PERFCNT_NAME_SIZE];
	bool shared;
};

/**
 * reading_counts() - is the counter not stopped?
 * @reading: the reading
 *
 * Return: whether it counts in a mode.
 */
bool reading_counts(const struct reading *reading);

/**
 * reading_is_shown() - does the counter count, or has it counted until it was suspended?
 * @reading: the reading
 *
 * Return: whether it counts in a mode, or has a count.
 */
bool reading_is_shown(const struct reading *reading);

/* All series of a measurement. */
struct series;

/* What series_find() gives for a reading that is not there. */
#define SERIES_NONE	SIZE_MAX

/**
 * series_add() - add a reading
 * @all: all series, NULL at first
 * @reading: the reading, one that counts
 * @place: its place among the measurement's readings
 *
 * Runs come in their order.
 */
void series_add(struct series **all, const struct reading *reading,
		size_t place);

/**
 * series_of() - find the readings that count the same
 * @all: all series
 * @like: a reading
 *
 * Return: their series, or NULL if there are none.
 */
const struct series *series_of(const struct series *all,
			       const struct reading *like);

/**
 * series_first() - the first reading of a series
 * @series: the series
 *
 * Return: its place among the measurement's readings.
 */
size_t series_first(const struct series *series);

/**
 * series_next_run() - find a run with a reading of a series
 * @series: the series
 * @from: the first run that is meant
 *
 * Return: the run, UINT_MAX if there is none.
 */
unsigned int series_next_run(const struct series *series, unsigned int from);

/**
 * series_find() - the reading of a run
 * @series: the series
 * @run: the run
 *
 * Return: the place of its first reading there, or SERIES_NONE.
 */
size_t series_find(const struct series *series, unsigned int run);

/**
 * series_free() - free all series
 * @all: all series
 */
void series_free(struct series *all);

#endif /* PERFCNT_TOOLS_READING_H */
