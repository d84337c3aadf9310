/* SPDX-License-Identifier: GPL-2.0 */
/* The lines of functions as text, in the layout of HP Caliper. */
#ifndef PERFCNT_PROFILE_DETAILS_H
#define PERFCNT_PROFILE_DETAILS_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_details_print() - print the lines of functions
 * @out: where it goes
 * @view: what is shown: its cutoff says of which functions
 */
void sample_details_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_DETAILS_H */
