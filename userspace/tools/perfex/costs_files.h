/* SPDX-License-Identifier: GPL-2.0 */
/* Which cost tables count: that of the machine, then that of -c. */
#ifndef PERFEX_COSTS_FILES_H
#define PERFEX_COSTS_FILES_H

#include "costs.h"

/**
 * costs_files_read() - read the cost tables
 * @costs: comes back
 * @path: the file of -c, or NULL
 *
 * Ends the tool with the place and the reason if a file is wrong.
 */
void costs_files_read(struct perfex_costs *costs, const char *path);

#endif /* PERFEX_COSTS_FILES_H */
