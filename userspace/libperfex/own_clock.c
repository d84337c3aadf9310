// SPDX-License-Identifier: LGPL-2.1-or-later
/* Cycles of the calling thread. */
#include <errno.h>

#include "clock.h"
#include "own_clock.h"

static int read_cycles(void *argument, uint64_t *count)
{
	struct perfcnt_tree *tree = argument;

	return perfcnt_tree_read(tree) ?: perfcnt_tree_count(tree, 0, count);
}

int perfex_own_clock(struct perfcnt *perfcnt, double *mhz)
{
	struct perfcnt_tree *tree = perfcnt ? perfcnt_tree_new(perfcnt) : NULL;
	int result = -1, error;

	if (tree && !perfcnt_tree_add(tree, "cycles:u") &&
	    !perfcnt_tree_enter(tree, 0, PERFCNT_SCOPE_SHARED) &&
	    !perfcnt_tree_start(tree))
		result = perfex_clock_measure(read_cycles, tree, mhz);
	error = errno;
	perfcnt_tree_free(tree);
	if (result && perfex_clock_named(mhz))
		return 0;
	errno = error;
	return result;
}
