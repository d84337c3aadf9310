/* SPDX-License-Identifier: GPL-2.0 */
/* groups.txt, which is part of the tools. */
#ifndef PERFCNT_TOOLS_BUILTIN_GROUPS_H
#define PERFCNT_TOOLS_BUILTIN_GROUPS_H

extern const char builtin_groups[];

#endif /* PERFCNT_TOOLS_BUILTIN_GROUPS_H */
