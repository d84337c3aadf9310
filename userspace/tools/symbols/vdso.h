/* SPDX-License-Identifier: GPL-2.0 */
/* The code that the kernel maps into each process. */
#ifndef PERFCNT_TOOLS_VDSO_H
#define PERFCNT_TOOLS_VDSO_H

#include "symbol_table.h"

/* What it is called, in mappings too. */
#define VDSO_NAME	"[vdso]"

/**
 * vdso_symbols() - the functions of the vdso
 * @table: gets the symbols, sorted: their addresses are those in the vdso's ELF file
 *
 * They are those of the tool's own process.  It gets none if there is no vdso, or the
 * tools have no libelf.
 */
void vdso_symbols(struct symbol_table *table);

#endif /* PERFCNT_TOOLS_VDSO_H */
