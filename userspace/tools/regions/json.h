/* SPDX-License-Identifier: GPL-2.0 */
/* Summaries as JSON. */
#ifndef PERFCNT_REGIONS_JSON_H
#define PERFCNT_REGIONS_JSON_H

#include <stdio.h>

#include "base/json.h"
#include "view.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * region_json() - print an object in a line, as pc_regions.schema.json says
 * @out: where it goes
 * @view: what is printed
 */
void region_json(FILE *out, const struct region_view *view);

/**
 * region_series_object() - what numbers come to, as an object
 * @series: the numbers
 *
 * Return: the object, or NULL if there are none.
 */
struct json_object *region_series_object(const struct region_series *series);

#endif /* PERFCNT_REGIONS_JSON_H */
