/* SPDX-License-Identifier: GPL-2.0 */
/* Sampled runs as one JSON object. */
#ifndef PERFCNT_PROFILE_JSON_H
#define PERFCNT_PROFILE_JSON_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_json_print() - print a run, with all its functions
 * @out: where it goes
 * @view: what is shown; its cutoffs are not looked at
 */
void sample_json_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_JSON_H */
