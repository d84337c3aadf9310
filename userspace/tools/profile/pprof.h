/* SPDX-License-Identifier: GPL-2.0 */
/* Sampled runs as pprof reads them, if the tools have zlib. */
#ifndef PERFCNT_PROFILE_PPROF_H
#define PERFCNT_PROFILE_PPROF_H

#include <stdio.h>

#include "rows.h"

/**
 * sample_pprof_print() - print a run, with all samples of the view's event
 * @out: where it goes
 * @view: what is shown
 *
 * Ends the tool with a message if it was built without zlib.
 */
void sample_pprof_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_PPROF_H */
