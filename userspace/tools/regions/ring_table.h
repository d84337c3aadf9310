/* SPDX-License-Identifier: GPL-2.0 */
/* A profile's summary as tables. */
#ifndef PERFCNT_REGIONS_RING_TABLE_H
#define PERFCNT_REGIONS_RING_TABLE_H

#include <stdio.h>

#include "ring_view.h"

/**
 * ring_table() - print a table for each thread
 * @out: where it goes
 * @view: what is printed
 */
void ring_table(FILE *out, const struct ring_view *view);

#endif /* PERFCNT_REGIONS_RING_TABLE_H */
