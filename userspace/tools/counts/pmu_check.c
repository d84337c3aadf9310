// SPDX-License-Identifier: GPL-2.0
/* A hypervisor may give a guest counters that count nothing, or too little. */
#include <inttypes.h>
#include <stdbool.h>

#include "base/message.h"
#include "pmu_check.h"
#include "task_tree.h"

#define BLOCK		100 /* instructions of a turn */
#define TURNS		10000
#define INSTRUCTIONS	(BLOCK * TURNS)
#define MOST		(INSTRUCTIONS + 6 * TURNS) /* a turn ends with a few more */

static void run_loop(void)
{
	unsigned int turns;

	for (turns = TURNS; turns; turns--)
		__asm__ volatile(".rept %c1\n\tnop\n\t.endr" : "+r"(turns) : "i"(BLOCK));
}

static int read_count(struct perfcnt_tree *tree, uint64_t *count)
{
	return perfcnt_tree_read(tree) ?: perfcnt_tree_count(tree, 0, count);
}

/* In user mode, of this thread alone: twice, as a first reading takes instructions, too. */
static int count_loop(struct perfcnt_tree *tree, uint64_t *count)
{
	uint64_t before, between, after;

	if (perfcnt_tree_add(tree, "instructions:u") ||
	    perfcnt_tree_enter(tree, 0, 0) || perfcnt_tree_start(tree) ||
	    read_count(tree, &before) || read_count(tree, &between))
		return -1;
	run_loop();
	if (read_count(tree, &after))
		return -1;
	*count = after - between - (between - before);
	return 0;
}

int pmu_check(FILE *out, struct perfcnt *perfcnt)
{
	struct perfcnt_tree *tree = perfcnt_tree_new(perfcnt);
	uint64_t count;
	bool right;

	if (!tree || count_loop(tree, &count)) {
		fprintf(out, "instructions cannot be counted: %s\n",
			perfcnt_strerror(perfcnt));
		perfcnt_tree_free(tree);
		return STATUS_BAD_INPUT;
	}
	perfcnt_tree_free(tree);
	right = count >= INSTRUCTIONS && count <= MOST;
	fprintf(out, "%" PRIu64 " of %d to %d instructions were counted: %s\n", count,
		INSTRUCTIONS, MOST, right ? "this machine counts" :
		count ? "this machine counts wrongly" :
		"this machine counts nothing, as where a hypervisor keeps its counters to itself");
	return right ? 0 : STATUS_BAD_INPUT;
}
