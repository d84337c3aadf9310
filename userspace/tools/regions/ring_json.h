/* SPDX-License-Identifier: GPL-2.0 */
/* A profile as an object of JSON. */
#ifndef PERFCNT_REGIONS_RING_JSON_H
#define PERFCNT_REGIONS_RING_JSON_H

#include <stdio.h>

#include "ring_view.h"

/**
 * ring_json() - print its threads, their regions, and all records
 * @out: where it goes
 * @view: what is printed
 */
void ring_json(FILE *out, const struct ring_view *view);

#endif /* PERFCNT_REGIONS_RING_JSON_H */
