/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a pipeline stands still: metrics.txt, and what users add to it.  It is read
 * when it is asked for first.
 */
#ifndef PERFCNT_TOOLS_CAUSES_H
#define PERFCNT_TOOLS_CAUSES_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct cause - an event that counts stalls of one kind
 * @event: its name
 * @is_stage: whether it says where the pipeline stands still, and not why
 * @within: the event that these cycles are part of, or NULL
 * @per: the event that makes these stalls, or NULL
 * @label: what a report calls one of @per
 */
struct cause {
	char *event;
	bool is_stage;
	char *within;
	char *per;
	char *label;
};

/**
 * causes_all() - all stages and causes
 * @count: gets their number
 *
 * Ends the tool if a definition is wrong.
 *
 * Return: the causes, in the order of their lines.
 */
const struct cause *causes_all(size_t *count);

#endif /* PERFCNT_TOOLS_CAUSES_H */
