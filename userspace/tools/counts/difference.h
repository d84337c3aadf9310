/* SPDX-License-Identifier: GPL-2.0 */
/* Two snapshots of counters that run on. */
#ifndef PERFCNT_COUNTS_DIFFERENCE_H
#define PERFCNT_COUNTS_DIFFERENCE_H

#include "events/dump.h"

/*
 * A measurement with what was counted between two snapshots, the earlier one and the later one.
 * Ends the tool with a message if these are not two snapshots of the same counters, which count
 * the same and were not set in between.
 */
void difference_of(const struct dump *snapshots, struct dump *difference);

#endif /* PERFCNT_COUNTS_DIFFERENCE_H */
