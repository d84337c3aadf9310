/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Trees whose events take turns. */
#ifndef PERFCNT_ROTATION_H
#define PERFCNT_ROTATION_H

#include "tree.h"

/**
 * perfcnt_rotation_look_up() - what an event of a rotation is
 * @tree: the tree
 * @event: the event, with the banks that can count it; its turn is filled in
 *
 * Return: 0 or -1, as perfcnt_kernel_name().
 */
int perfcnt_rotation_look_up(const struct perfcnt_tree *tree,
			     struct tree_event *event);

/**
 * perfcnt_rotation_claim() - claim all counters that are free, and let the events of a
 * tree take turns on them
 * @tree: the tree
 * @free: mask of the counters that are free
 * @machine: said so
 *
 * Return: 0 or -1, as perfcnt_claim() and PERFCNT_IOC_ROTATE.
 */
int perfcnt_rotation_claim(struct perfcnt_tree *tree, uint32_t free,
			   struct perfcnt_describe *machine);

/**
 * perfcnt_rotation_release() - undo perfcnt_rotation_claim()
 * @tree: the tree, which is not entered
 */
void perfcnt_rotation_release(struct perfcnt_tree *tree);

/**
 * perfcnt_rotation_read() - what the events have counted
 * @tree: the tree, which keeps it
 *
 * Return: 0 or -1, as PERFCNT_IOC_ROTATED.
 */
int perfcnt_rotation_read(struct perfcnt_tree *tree);

/**
 * perfcnt_rotation_scale() - what would have been counted all the time
 * @count: what was counted
 * @enabled: all the time
 * @running: how long it was counted, not 0
 *
 * Return: that, rounded to the nearest number.
 */
uint64_t perfcnt_rotation_scale(uint64_t count, uint64_t enabled, uint64_t running);

/**
 * perfcnt_rotation_estimate() - what an event would have counted all the time
 * @tree: the tree
 * @event: the event
 * @value: gets that, rounded to the nearest number
 *
 * Return: 0 or -1: ENODATA if it had no slot.
 */
int perfcnt_rotation_estimate(const struct perfcnt_tree *tree, unsigned int event,
			      uint64_t *value);

#endif /* PERFCNT_ROTATION_H */
