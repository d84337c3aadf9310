/* SPDX-License-Identifier: GPL-2.0 */
/* Where slots go, as CSV. */
#ifndef PERFCNT_TOPDOWN_CSV_H
#define PERFCNT_TOPDOWN_CSV_H

#include <stdio.h>

#include "topdown.h"

/**
 * topdown_csv_names() - print the line of names
 * @out: where it goes
 */
void topdown_csv_names(FILE *out);

/**
 * topdown_csv() - print a line for each part
 * @out: where they go
 * @topdown: where the slots went
 */
void topdown_csv(FILE *out, const struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_CSV_H */
