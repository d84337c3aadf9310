/* SPDX-License-Identifier: GPL-2.0 */
/* Times as tables have them. */
#ifndef PERFCNT_TOOLS_SECONDS_H
#define PERFCNT_TOOLS_SECONDS_H

#include <stdio.h>

#include "data/dump.h"

/**
 * seconds_print() - print how long a measurement's runs took
 * @out: where it goes
 * @measurement: the measurement; nothing is printed if it is not known
 */
void seconds_print(FILE *out, const struct measurement *measurement);

#endif /* PERFCNT_TOOLS_SECONDS_H */
