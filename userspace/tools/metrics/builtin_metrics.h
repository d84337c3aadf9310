/* SPDX-License-Identifier: GPL-2.0 */
/* metrics.txt, which is part of the tools. */
#ifndef PERFCNT_TOOLS_BUILTIN_METRICS_H
#define PERFCNT_TOOLS_BUILTIN_METRICS_H

extern const char builtin_metrics[];

#endif /* PERFCNT_TOOLS_BUILTIN_METRICS_H */
