// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Trees: sets of events that are counted for a program and all that it starts, or for all
 * CPUs.
 *
 * Where several CPUs share the counters, as the VPEs of a 34K do, an event has a counter
 * for each VPE, and its count is the sum.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "kernel.h"
#include "tree.h"

struct perfcnt_tree *perfcnt_tree_new(struct perfcnt *perfcnt)
{
	struct perfcnt_describe machine;
	struct perfcnt_tree *tree;

	if (perfcnt_kernel_describe(perfcnt, &machine))
		return NULL;
	tree = calloc(1, sizeof(*tree));
	if (!tree)
		return NULL;
	tree->perfcnt = perfcnt;
	tree->vpes = machine.flags & PERFCNT_HAS_SHARED ? TREE_PARTS : 1;
	return tree;
}

void perfcnt_tree_count_cpus(struct perfcnt_tree *tree)
{
	tree->cpus = true;
	tree->vpes = 1;
}

void perfcnt_tree_release(struct perfcnt_tree *tree)
{
	int error = errno;

	if (tree->claimed && tree->multiplexes)
		perfcnt_multiplex_release(tree);
	else if (tree->claimed)
		perfcnt_kernel_mask(tree->perfcnt, PERFCNT_IOC_RELEASE, tree->claimed);
	tree->claimed = 0;
	errno = error;
}

void perfcnt_tree_drop_records(struct perfcnt_tree *tree)
{
	if (tree->records)
		tree->records->at = tree->records->length;
}

void perfcnt_tree_free(struct perfcnt_tree *tree)
{
	int error = errno;

	if (!tree)
		return;
	if (perfcnt_handle_is_own(tree->perfcnt)) { /* the parent of a child still counts */
		if (tree->follows)
			perfcnt_tree_leave(tree);
		perfcnt_tree_release(tree);
	}
	free(tree->events);
	free(tree->multiplexed);
	free(tree->records);
	free(tree);
	errno = error;
}

/* What is to count has to be in a scope first, if nothing else is allowed. */
static int start(struct perfcnt_tree *tree)
{
	if (!tree->started)
		return 0;
	return perfcnt_kernel_mask(tree->perfcnt, PERFCNT_IOC_START, tree->claimed);
}

int perfcnt_tree_enter(struct perfcnt_tree *tree, pid_t pid,
		       unsigned int flags)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .flags = flags, .pid = pid,
	};

	if (perfcnt_tree_claim(tree))
		return -1;
	/* of counters that were set, who set them has said so */
	if (!tree->count && !tree->shared)
		scope.flags &= ~PERFCNT_SCOPE_SHARED;
	if (tree->keeps_records)
		scope.flags |= PERFCNT_SCOPE_RECORDS;
	scope.counters = tree->claimed;
	if (!tree->cpus && perfcnt_kernel(tree->perfcnt, PERFCNT_IOC_SCOPE, &scope))
		return -1;
	tree->follows = true;
	return start(tree);
}

int perfcnt_tree_leave(struct perfcnt_tree *tree)
{
	if (!tree->cpus && perfcnt_kernel(tree->perfcnt, PERFCNT_IOC_LEAVE, NULL))
		return -1;
	tree->follows = false;
	return 0;
}

int perfcnt_tree_start(struct perfcnt_tree *tree)
{
	if (tree->started)
		return 0;
	tree->started = true;
	if (!tree->follows || !start(tree))
		return 0; /* counts begin when it is entered */
	tree->started = false;
	return -1;
}

int perfcnt_tree_stop(struct perfcnt_tree *tree)
{
	if (tree->follows && perfcnt_kernel_mask(tree->perfcnt, PERFCNT_IOC_STOP, tree->claimed))
		return -1;
	tree->started = false;
	return 0;
}

int perfcnt_tree_reset(struct perfcnt_tree *tree)
{
	unsigned int i;

	if (!tree->claimed)
		return 0;
	if (perfcnt_kernel_mask(tree->perfcnt, PERFCNT_IOC_RESET, tree->claimed))
		return -1;
	for (i = 0; i < tree->count; i++)
		tree->events[i].counted = 0;
	return 0;
}

int perfcnt_tree_left(const struct perfcnt_tree *tree)
{
	struct perfcnt_read read = { .size = sizeof(read), .flags = PERFCNT_READ_LEFT };

	if (tree->cpus)
		return 0;
	return perfcnt_kernel(tree->perfcnt, PERFCNT_IOC_READ, &read) ? -1 : (int)read.left;
}

bool perfcnt_tree_shared(const struct perfcnt_tree *tree, unsigned int event)
{
	const bool *alone = tree->events[event].alone;

	return tree->vpes > 1 && !alone[TREE_EVEN] && !alone[TREE_ODD];
}
