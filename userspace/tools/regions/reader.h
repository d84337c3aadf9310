/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the dumps of the profiler of Sun Netra DPS, ver1.1. */
#ifndef PERFCNT_REGIONS_READER_H
#define PERFCNT_REGIONS_READER_H

#include <stdio.h>

#include "record.h"

/*
 * Reads a file of dumps, whose name messages have and must stay; what is not between the
 * delimiters of a dump is skipped.  What is wrong is reported on standard error as NAME:LINE:
 * REASON, and how many more there are than DUMP_MOST_MESSAGES; all that is good is kept.  What is
 * only strange is reported once, with the place of the first.  Returns whether the whole file was
 * good.
 */
bool region_read(struct intervals *intervals, FILE *file, const char *name);

#endif /* PERFCNT_REGIONS_READER_H */
