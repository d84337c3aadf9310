/* SPDX-License-Identifier: GPL-2.0 */
/* Where the slots of a core went, as the library has found it. */
#ifndef PERFCNT_TOPDOWN_TOPDOWN_METRICS_H
#define PERFCNT_TOPDOWN_TOPDOWN_METRICS_H

#include <perfcnt.h>

#include "topdown.h"

/**
 * topdown_metrics_method() - how slots were counted
 * @found: from the library
 *
 * Return: the method.
 */
const struct topdown_method *
topdown_metrics_method(const struct perfcnt_topdown *found);

/**
 * topdown_metrics() - say where slots went
 * @found: from the library
 * @measurement: what was measured
 * @modes: PERFCNT_CTL_MODES
 * @level: 1 or 2; with fields of level 1 alone it is 1
 * @normalize: take the four parts together for all slots
 * @topdown: comes back, for topdown_free(); not yet judged
 *
 * A part below 0 is taken for 0.
 */
void topdown_metrics(const struct perfcnt_topdown *found,
		     const struct measurement *measurement, uint32_t modes,
		     unsigned int level, bool normalize, struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_TOPDOWN_METRICS_H */
