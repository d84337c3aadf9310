/* SPDX-License-Identifier: GPL-2.0 */
/* A profile as a timeline: Chrome's trace format, which Perfetto opens. */
#ifndef PERFCNT_REGIONS_RING_TRACE_H
#define PERFCNT_REGIONS_RING_TRACE_H

#include <stdio.h>

#include "ring_view.h"

/**
 * ring_trace() - print an event for each record
 * @out: where it goes
 * @view: what is printed
 */
void ring_trace(FILE *out, const struct ring_view *view);

#endif /* PERFCNT_REGIONS_RING_TRACE_H */
