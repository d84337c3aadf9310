/* SPDX-License-Identifier: GPL-2.0 */
/* Which machine this is, for whoever is shown its figures. */
#ifndef PERFCNT_TOOLS_PROCESSOR_H
#define PERFCNT_TOOLS_PROCESSOR_H

#include <stdio.h>

/* Lines with the kinds of CPU of this machine, its kernel, and whether it is virtual. */
void processor_print(FILE *out);

#endif /* PERFCNT_TOOLS_PROCESSOR_H */
