// SPDX-License-Identifier: GPL-2.0
/* The parts of all slots, whatever they were measured with. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "topdown.h"

/* More would not fit in 64 bits ten times. */
#define MOST_SLOTS	(UINT64_MAX / 10)

static const struct {
	const char *name;
	enum topdown_node parent;
} nodes[TOPDOWN_NODES] = {
	[TOPDOWN_RETIRING] = { "retiring", TOPDOWN_NODES },
	[TOPDOWN_HEAVY] = { "heavy_operations", TOPDOWN_RETIRING },
	[TOPDOWN_LIGHT] = { "light_operations", TOPDOWN_RETIRING },
	[TOPDOWN_BAD] = { "bad_speculation", TOPDOWN_NODES },
	[TOPDOWN_MISPREDICTS] = { "branch_mispredicts", TOPDOWN_BAD },
	[TOPDOWN_CLEARS] = { "machine_clears", TOPDOWN_BAD },
	[TOPDOWN_FRONTEND] = { "frontend_bound", TOPDOWN_NODES },
	[TOPDOWN_LATENCY] = { "fetch_latency", TOPDOWN_FRONTEND },
	[TOPDOWN_BANDWIDTH] = { "fetch_bandwidth", TOPDOWN_FRONTEND },
	[TOPDOWN_BACKEND] = { "backend_bound", TOPDOWN_NODES },
	[TOPDOWN_MEMORY] = { "memory_bound", TOPDOWN_BACKEND },
	[TOPDOWN_CORE] = { "core_bound", TOPDOWN_BACKEND },
};

/* Those of the kernel's perf for Intel's newer cores, on every machine. */
const struct topdown_thresholds topdown_thresholds = {
	.least = {
		[TOPDOWN_RETIRING] = 7000,
		[TOPDOWN_HEAVY] = 1000,
		[TOPDOWN_LIGHT] = 6000,
		[TOPDOWN_BAD] = 1500,
		[TOPDOWN_MISPREDICTS] = 1000,
		[TOPDOWN_CLEARS] = 1000,
		[TOPDOWN_FRONTEND] = 1500,
		[TOPDOWN_LATENCY] = 1000,
		[TOPDOWN_BANDWIDTH] = 2000,
		[TOPDOWN_BACKEND] = 2000,
		[TOPDOWN_MEMORY] = 2000,
		[TOPDOWN_CORE] = 1000,
	},
};

const char *topdown_name(enum topdown_node node)
{
	return nodes[node].name;
}

enum topdown_node topdown_named(const char *name)
{
	enum topdown_node node;

	for (node = 0; node < TOPDOWN_NODES; node++)
		if (!strcmp(nodes[node].name, name))
			break;
	return node;
}

enum topdown_node topdown_parent(enum topdown_node node)
{
	return nodes[node].parent;
}

/* The share in hundredths of a percent, cut; and what is left of @part. */
static uint64_t divide(uint64_t part, uint64_t slots, uint64_t *left)
{
	uint64_t share = part / slots;
	unsigned int digit;

	*left = part % slots;
	for (digit = 0; digit < 4; digit++) {
		share = 10 * share + 10 * *left / slots;
		*left = 10 * *left % slots;
	}
	return share;
}

/* So large that no digit that is shown is lost. */
static void make_small(uint64_t *part, uint64_t *slots)
{
	while (*slots > MOST_SLOTS) {
		*part >>= 1;
		*slots >>= 1;
	}
}

uint64_t topdown_hundredths(uint64_t part, uint64_t slots)
{
	uint64_t share, left;

	make_small(&part, &slots);
	share = divide(part, slots, &left);
	return share + (2 * left >= slots);
}

static bool is_more(uint64_t part, uint64_t slots, unsigned int least)
{
	uint64_t share, left;

	make_small(&part, &slots);
	share = divide(part, slots, &left);
	return share > least || (share == least && left);
}

/* Heavy operations and fetch bandwidth are worth a look whatever their parent is. */
static bool counts_alone(enum topdown_node node)
{
	return nodes[node].parent == TOPDOWN_NODES ||
	       nodes[node].parent == TOPDOWN_RETIRING ||
	       node == TOPDOWN_BANDWIDTH;
}

/* The largest part below @parent that is over its threshold. */
static enum topdown_node find_largest(const struct topdown *topdown,
				      enum topdown_node parent)
{
	enum topdown_node node, largest = TOPDOWN_NODES;

	for (node = 0; node < TOPDOWN_NODES; node++) {
		const struct topdown_value *value = &topdown->values[node];

		if (nodes[node].parent != parent || !value->over ||
		    node == TOPDOWN_RETIRING)
			continue;
		if (largest == TOPDOWN_NODES ||
		    value->part > topdown->values[largest].part)
			largest = node;
	}
	return largest;
}

void topdown_judge(struct topdown *topdown,
		   const struct topdown_thresholds *thresholds)
{
	struct topdown_value *values = topdown->values;
	enum topdown_node node, below;

	for (node = 0; node < TOPDOWN_NODES; node++) {
		struct topdown_value *value = &values[node];

		value->threshold = thresholds->least[node];
		value->over = value->known &&
			is_more(value->part, topdown->slots, value->threshold) &&
			(counts_alone(node) || values[nodes[node].parent].over);
	}
	values[TOPDOWN_RETIRING].over |= values[TOPDOWN_HEAVY].over;
	topdown->bottleneck = find_largest(topdown, TOPDOWN_NODES);
	if (topdown->bottleneck == TOPDOWN_NODES)
		return;
	below = find_largest(topdown, topdown->bottleneck);
	if (below != TOPDOWN_NODES)
		topdown->bottleneck = below;
}

void topdown_note(struct topdown *topdown, const char *format, ...)
{
	va_list arguments;

	if (topdown->note_count == ARRAY_SIZE(topdown->notes))
		return;
	va_start(arguments, format);
	topdown->notes[topdown->note_count++] = vformatted(format, arguments);
	va_end(arguments);
}

void topdown_free(struct topdown *topdown)
{
	while (topdown->note_count)
		free(topdown->notes[--topdown->note_count]);
	free(topdown->cpus);
	free(topdown->missing);
	topdown->cpus = NULL;
	topdown->missing = NULL;
}
