/* SPDX-License-Identifier: GPL-2.0 */
/* A profile's records as CSV, RFC 4180. */
#ifndef PERFCNT_REGIONS_RING_CSV_H
#define PERFCNT_REGIONS_RING_CSV_H

#include <stdio.h>

#include "ring_view.h"

/**
 * ring_csv() - print a line for each record
 * @out: where it goes
 * @view: what is printed
 */
void ring_csv(FILE *out, const struct ring_view *view);

#endif /* PERFCNT_REGIONS_RING_CSV_H */
