/* SPDX-License-Identifier: GPL-2.0 */
/* A counter as a dump shows it. */
#ifndef PERFCNT_TOOLS_READING_H
#define PERFCNT_TOOLS_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/perfcnt.h>

/* The bits of a control word that say what is counted. */
#define READING_EVENT_BITS	(~(PERFCNT_CTL_M | PERFCNT_CTL_IE))

/**
 * struct reading - a counter in a dump
 * @run: which run of the measurement it is from, from 0
 * @counter: the counter's number
 * @control: its control word; 0 in PERFCNT_CTL_MODES means that it is stopped
 * @count: its count
 * @native: the name of a native event, or ""
 * @shared: what the whole core did, while tasks ran that were to be counted
 */
struct reading {
	unsigned int run;
	unsigned int counter;
	uint32_t control;
	uint64_t count;
	char native[PERFCNT_NAME_SIZE];
	bool shared;
};

/**
 * reading_counts() - is the counter not stopped?
 * @reading: the reading
 *
 * Return: whether it counts in a mode.
 */
bool reading_counts(const struct reading *reading);

/**
 * reading_is_same() - do two readings count the same?
 * @a: one
 * @b: the other
 *
 * Return: whether they are of one bank and count one event, in the same modes
 * and with the same filter.
 */
bool reading_is_same(const struct reading *a, const struct reading *b);

#endif /* PERFCNT_TOOLS_READING_H */
