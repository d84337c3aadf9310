// SPDX-License-Identifier: GPL-2.0
/* The metrics that dumps of the Netra DPS profiler have, for events of any name. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ring_metrics.h"

/* What is being made. */
struct list {
	const struct ring_head *head;
	struct ring_metric *metrics;
	size_t count;
};

/* Where the modes of an event, and all that follows, begin. */
static const char *modes_of(const char *event)
{
	return event + strcspn(event, ":@");
}

static bool is_called(const char *event, const char *name)
{
	return modes_of(event) == event + strlen(name) &&
	       !strncmp(event, name, strlen(name));
}

/* The event of that name in an event's modes, in its set if there; or RING_OPERAND_NONE. */
static int find(const struct ring_head *head, const char *name, uint32_t event)
{
	int found = RING_OPERAND_NONE;
	uint32_t i;

	for (i = 0; i < head->events; i++) {
		if (!is_called(head->event[i], name) ||
		    strcmp(modes_of(head->event[i]), modes_of(head->event[event])))
			continue;
		if (head->set_of[i] == head->set_of[event])
			return i;
		if (found < 0)
			found = i;
	}
	return found;
}

/* An event of several sets has its metrics once. */
static bool is_again(const struct ring_head *head, uint32_t event)
{
	uint32_t i;

	for (i = 0; i < event; i++)
		if (!strcmp(head->event[i], head->event[event]))
			return true;
	return false;
}

static struct ring_metric *add(struct list *list, unsigned int digits,
			       double factor, int above, int below)
{
	struct ring_metric *metric = &list->metrics[list->count++];

	metric->digits = digits;
	metric->factor = factor;
	metric->above = above;
	metric->below = below;
	return metric;
}

/* What has its modes only to tell it from others: IPC:u. */
static void name_with(struct ring_metric *metric, const char *name,
		      const char *label, const char *modes)
{
	snprintf(metric->name, sizeof(metric->name), "%s%s", name, modes);
	snprintf(metric->label, sizeof(metric->label), "%s%s", label, modes);
}

static void name_per(struct ring_metric *metric, const char *event,
		     const char *name, const char *label)
{
	snprintf(metric->name, sizeof(metric->name), "%s-%s", event, name);
	snprintf(metric->label, sizeof(metric->label), "%s %s", event, label);
}

static void add_ratios(struct list *list)
{
	const struct ring_head *head = list->head;
	int i, cycles, instructions;

	for (i = 0; i < (int)head->events; i++) {
		const char *event = head->event[i], *modes = modes_of(event);

		if (is_again(head, i))
			continue;
		instructions = find(head, "instructions", i);
		cycles = find(head, "cycles", i);
		if (i == instructions && cycles >= 0) {
			name_with(add(list, 6, 1, i, cycles), "ipc", "IPC", modes);
			name_with(add(list, 6, 1, cycles, i), "cpi", "CPI", modes);
		} else if (i != instructions && i != cycles && instructions >= 0) {
			name_per(add(list, 6, 1000, i, instructions), event,
				 "per-1000", "per 1000 instructions");
		}
	}
}

static void add_packets(struct list *list)
{
	int i;

	for (i = 0; i < (int)list->head->events; i++)
		if (!is_again(list->head, i))
			name_per(add(list, 6, 1, i, RING_OPERAND_PACKETS),
				 list->head->event[i], "per-packet",
				 "per packet");
	name_with(add(list, 3, 1e6, RING_OPERAND_PACKETS, RING_OPERAND_TIME),
		  "packet-rate", "packets per second, thousands", "");
}

static void add_idle(struct list *list)
{
	int i;

	name_with(add(list, 0, 1, RING_OPERAND_IDLE, RING_OPERAND_NONE),
		  "idle-cycles", "idle cycles", "");
	for (i = 0; i < (int)list->head->events; i++) {
		if (!is_called(list->head->event[i], "cycles"))
			continue;
		name_with(add(list, 3, 100, RING_OPERAND_IDLE, i),
			  "idle-percent", "idle time, percent", "");
		break;
	}
}

size_t ring_metrics(const struct ring_head *head,
		    const struct region_parameters *parameters,
		    struct ring_metric metrics[RING_MOST_METRICS])
{
	struct list list = { .head = head, .metrics = metrics };

	add_ratios(&list);
	if (parameters->packets.given)
		add_packets(&list);
	if (parameters->idle_loops.given)
		add_idle(&list);
	return list.count;
}

static double amount_of(const struct ring_region *region,
			const struct region_amount *amount)
{
	const struct region_series *series;

	if (!amount->user)
		return amount->number;
	series = &region->user[amount->user - 1];
	if (amount->step)
		return region_series_step(series);
	return series->count ? series->mean : NAN;
}

static double operand(const struct ring_region *region,
		      const struct region_parameters *parameters, int which)
{
	const struct region_series *series = &region->time;

	switch (which) {
	case RING_OPERAND_NONE:
		return 1;
	case RING_OPERAND_PACKETS:
		return amount_of(region, &parameters->packets);
	case RING_OPERAND_IDLE:
		return amount_of(region, &parameters->idle_loops) *
		       parameters->idle_cycles;
	case RING_OPERAND_TIME:
		break;
	default:
		series = &region->counts[which];
	}
	return series->count ? series->mean : NAN;
}

double ring_metric_value(const struct ring_metric *metric,
			 const struct ring_region *region,
			 const struct region_parameters *parameters)
{
	double below = operand(region, parameters, metric->below);

	if (!below)
		return NAN;
	return metric->factor / below *
	       operand(region, parameters, metric->above);
}
