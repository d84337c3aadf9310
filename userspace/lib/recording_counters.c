// SPDX-License-Identifier: LGPL-2.1-or-later
/* What the threads of a recording count: each has counters of its own. */
#include <errno.h>
#include <string.h>

#include "kernel.h"
#include "recording_slot.h"

unsigned int perfcnt_regions_vpes(void)
{
	struct perfcnt *perfcnt = perfcnt_open();
	struct perfcnt_tree *tree = perfcnt ? perfcnt_tree_new(perfcnt) : NULL;
	unsigned int vpes = tree ? tree->vpes : 0;

	perfcnt_tree_free(tree);
	perfcnt_close(perfcnt);
	return vpes;
}

/* The events of a set, which need no counters yet. */
static struct perfcnt_tree *make_tree(struct recording_thread *own,
				      unsigned int set)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	struct perfcnt_tree *tree = perfcnt_tree_new(own->handle);
	unsigned int i;

	for (i = 0; tree && i < head->events; i++) {
		if (head->set_of[i] != set ||
		    !perfcnt_tree_add(tree, head->event[i]))
			continue;
		perfcnt_tree_free(tree);
		return NULL;
	}
	return tree;
}

/* Which event an entry of a reading is: they come by the numbers of their counters. */
static void note_entries(struct recording_thread *own, unsigned int set)
{
	const struct perfcnt_tree *tree = own->trees[set];
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	unsigned int i, part, event = 0;

	while (head->set_of[event] != set)
		event++;
	own->in_order = true;
	memset(own->ring->event_of[set], 0xff, sizeof(own->ring->event_of[set]));
	for (i = 0; i < tree->count; i++) {
		own->parts[i] = tree->events[i].parts;
		for (part = 0; part < tree->events[i].parts; part++) {
			uint32_t lower = (1u << tree->events[i].counter[part]) - 1;
			uint8_t entry = __builtin_popcount(tree->claimed & lower);

			own->entry[i][part] = entry;
			own->in_order &= entry == i;
			own->ring->event_of[set][entry] = event + i;
		}
		if (perfcnt_tree_shared(tree, i) == 1)
			own->ring->flags |= PERFCNT_REGIONS_SHARED;
	}
	own->events = tree->count;
	own->counters = __builtin_popcount(tree->claimed);
	own->ring->counters = own->counters;
}

/* What the thread counts now has its counters no more. */
static void let_go(struct recording_thread *own)
{
	struct perfcnt_tree *tree = own->trees[own->set];

	own->fd = -1;
	own->device = -1;
	own->events = 0;
	own->counters = 0;
	if (!tree || !tree->claimed)
		return;
	if (tree->follows)
		perfcnt_tree_leave(tree);
	perfcnt_release(own->handle, tree->claimed);
	tree->claimed = 0;
	tree->started = false;
}

static int enter(struct perfcnt_tree *tree)
{
	/* what cannot be alone is counted, too: the file says so */
	if (perfcnt_tree_enter(tree, 0, 0) &&
	    (errno != EINVAL ||
	     perfcnt_tree_enter(tree, 0, PERFCNT_SCOPE_SHARED)))
		return -1;
	return perfcnt_tree_start(tree);
}

/* Regions that are open have no counts of it; and each has another row for it. */
static void begin_set(struct recording_thread *own, unsigned int set)
{
	static const __u64 nothing[PERFCNT_REGIONS_COSTS][PERFCNT_MAX_COUNTERS];
	struct perfcnt_regions_thread *ring = own->ring;
	const struct perfcnt_regions_slot fresh = { .kind = PERFCNT_REGIONS_REGION,
						    .set = set };
	uint32_t i;

	own->set = set;
	own->costs = set ? nothing : own->ring->cost;
	memset(ring->total_of, 0, sizeof(ring->total_of));
	own->fresh = fresh.whole;
	for (i = 0; i < ring->depth && i < PERFCNT_REGIONS_DEPTH; i++)
		record_slot(ring, record_open(ring, i))->flags |= PERFCNT_REGIONS_FAILED;
}

/*
 * Marks do not call ioctl(), of which a library that was loaded before may have another
 * one: if that is the only one that can read, they do.
 */
int perfcnt_regions_count(unsigned int set)
{
	struct perfcnt_read read = { PERFCNT_SIZES(perfcnt_read, entries) };
	struct recording_thread *own = &perfcnt_regions_own;
	int error;

	if (set >= PERFCNT_REGIONS_SETS) {
		errno = ENOSPC;
		return -1;
	}
	if (!own->handle) {
		own->handle = perfcnt_open();
		if (!own->handle)
			return -1;
		perfcnt_regions_note(own->handle->fd);
	}
	let_go(own);
	if (!own->trees[set])
		own->trees[set] = make_tree(own, set);
	begin_set(own, set);
	if (!own->trees[set])
		return -1;
	if (enter(own->trees[set])) {
		error = errno;
		let_go(own);
		errno = error;
		return -1;
	}
	if (__builtin_popcount(own->trees[set]->claimed) > (int)own->room) {
		let_go(own);
		errno = ENOSPC;
		return -1;
	}
	note_entries(own, set);
	own->device = own->handle->fd;
	if (own->cpu != &own->old_cpu && !record_ioctl(own->device, &read))
		own->fd = own->device;
	return 0;
}

void perfcnt_regions_rest(void)
{
	let_go(&perfcnt_regions_own);
}

void perfcnt_regions_forget(void)
{
	struct recording_thread *own = &perfcnt_regions_own;
	unsigned int i;

	for (i = 0; i < PERFCNT_REGIONS_SETS; i++) {
		perfcnt_tree_free(own->trees[i]);
		own->trees[i] = NULL;
	}
	if (!own->handle)
		return;
	perfcnt_regions_note(-1);
	perfcnt_close(own->handle);
	own->handle = NULL;
	own->fd = -1;
	own->device = -1;
}
