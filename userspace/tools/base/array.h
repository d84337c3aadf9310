/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFCNT_TOOLS_ARRAY_H
#define PERFCNT_TOOLS_ARRAY_H

/* How many elements an array has. */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif /* PERFCNT_TOOLS_ARRAY_H */
