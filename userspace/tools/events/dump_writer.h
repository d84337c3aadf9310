/* SPDX-License-Identifier: GPL-2.0 */
/* Writes raw dumps. */
#ifndef PERFCNT_TOOLS_DUMP_WRITER_H
#define PERFCNT_TOOLS_DUMP_WRITER_H

#include <stdio.h>

#include "dump.h"

/**
 * dump_write() - write a measurement as dump_read() reads it
 * @file: where it goes
 * @measurement: the measurement; without a title's line if its title is ""
 *
 * The M bits are those of a machine that has no other counters.
 */
void dump_write(FILE *file, const struct measurement *measurement);

#endif /* PERFCNT_TOOLS_DUMP_WRITER_H */
