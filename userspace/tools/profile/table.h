/* SPDX-License-Identifier: GPL-2.0 */
/* Sampled runs as text, in the layout of HP Caliper. */
#ifndef PERFCNT_PROFILE_TABLE_H
#define PERFCNT_PROFILE_TABLE_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_table_print() - print a run, its modules, its functions and their lines
 * @out: where it goes
 * @view: what is shown
 */
void sample_table_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_TABLE_H */
