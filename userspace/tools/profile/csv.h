/* SPDX-License-Identifier: GPL-2.0 */
/* Sampled runs as RFC 4180: a line for each function and event. */
#ifndef PERFCNT_PROFILE_CSV_H
#define PERFCNT_PROFILE_CSV_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_csv_print() - print a run, with all its functions
 * @out: where it goes
 * @view: what is shown; its cutoff is not looked at
 */
void sample_csv_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_CSV_H */
