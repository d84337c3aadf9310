/* SPDX-License-Identifier: GPL-2.0 */
/* Where slots go, as JSON. */
#ifndef PERFCNT_TOPDOWN_JSON_H
#define PERFCNT_TOPDOWN_JSON_H

#include <stdio.h>

#include "topdown.h"

/* What needs memory ends the tool, with a message, if there is none. */

/**
 * topdown_json() - print an object in a line, as pc_topdown.schema.json says
 * @out: where it goes
 * @topdown: where the slots went
 */
void topdown_json(FILE *out, const struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_JSON_H */
