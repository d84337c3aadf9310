/* SPDX-License-Identifier: GPL-2.0 */
/* Sampled runs as lines of frames and counts, as flame graphs take them. */
#ifndef PERFCNT_PROFILE_FOLDED_H
#define PERFCNT_PROFILE_FOLDED_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_folded_print() - print a run, with all its functions
 * @out: where it goes
 * @view: what is shown; its cutoff is not looked at
 */
void sample_folded_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_FOLDED_H */
