/* SPDX-License-Identifier: GPL-2.0 */
/* A profile as dumps of the profiler of Sun Netra DPS, version 1.1. */
#ifndef PERFCNT_REGIONS_RING_TEJA_H
#define PERFCNT_REGIONS_RING_TEJA_H

#include <stdio.h>

#include "ring_view.h"

/**
 * ring_teja() - print a dump for each thread
 * @out: where it goes
 * @view: what is printed
 */
void ring_teja(FILE *out, const struct ring_view *view);

#endif /* PERFCNT_REGIONS_RING_TEJA_H */
