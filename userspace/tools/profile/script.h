/* SPDX-License-Identifier: GPL-2.0 */
/* Sampled runs as the text of perf script. */
#ifndef PERFCNT_PROFILE_SCRIPT_H
#define PERFCNT_PROFILE_SCRIPT_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_script_print() - print a run, with all its samples
 * @out: where it goes
 * @view: what is shown; of all events, whatever tables are of
 */
void sample_script_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_SCRIPT_H */
