/* SPDX-License-Identifier: GPL-2.0 */
/* Sampled runs as speedscope reads them. */
#ifndef PERFCNT_PROFILE_SPEEDSCOPE_H
#define PERFCNT_PROFILE_SPEEDSCOPE_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_speedscope_print() - print a run, with all its functions
 * @out: where it goes
 * @view: what is shown; each event becomes a profile, that of the tables is shown first
 */
void sample_speedscope_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_SPEEDSCOPE_H */
