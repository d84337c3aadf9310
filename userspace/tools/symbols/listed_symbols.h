/* SPDX-License-Identifier: GPL-2.0 */
/* Lists of symbols that are text: the kernel's, and those of programs that make code. */
#ifndef PERFCNT_TOOLS_LISTED_SYMBOLS_H
#define PERFCNT_TOOLS_LISTED_SYMBOLS_H

#include <stdbool.h>
#include <stdio.h>

#include "symbol_table.h"

/**
 * listed_symbols_kernel() - read a list as /proc/kallsyms is
 * @table: gets the symbols, sorted; those of a module are in its name in brackets, the
 *	   others in [kernel]
 * @file: the list
 *
 * Return: whether it has addresses; an unprivileged reader of /proc/kallsyms gets zeros.
 */
bool listed_symbols_kernel(struct symbol_table *table, FILE *file);

/**
 * listed_symbols_program() - read a list as /tmp/perf-PID.map is
 * @table: gets the symbols, sorted
 * @file: the list
 * @module: what they are in
 */
void listed_symbols_program(struct symbol_table *table, FILE *file, const char *module);

#endif /* PERFCNT_TOOLS_LISTED_SYMBOLS_H */
