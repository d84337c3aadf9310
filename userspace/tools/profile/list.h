/* SPDX-License-Identifier: GPL-2.0 */
/* Sampled runs as RFC 4180: a line for each sample. */
#ifndef PERFCNT_PROFILE_LIST_H
#define PERFCNT_PROFILE_LIST_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_list_print() - print a run, with all its samples, those of a thread together
 * @out: where it goes
 * @view: what is shown; of all events, whatever tables are of
 */
void sample_list_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_LIST_H */
