/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The readings that count the same, over all runs of a measurement: what finds a
 * reading by its event, modes and filter takes a time that does not depend on how
 * many there are.
 */
#ifndef PERFCNT_TOOLS_SERIES_H
#define PERFCNT_TOOLS_SERIES_H

#include "reading.h"

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

#endif /* PERFCNT_TOOLS_SERIES_H */
