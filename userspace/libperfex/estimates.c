// SPDX-License-Identifier: LGPL-2.1-or-later
/* Times of events, and their order. */
#include <math.h>
#include <string.h>

#include "estimates.h"

uint64_t perfex_quadwords(uint64_t lines, unsigned int line)
{
	return lines * line / R10000_QUADWORD;
}

/* A product of two such numbers can have more than 64 bits. */
uint64_t perfex_scale(uint64_t raw, uint64_t enabled, uint64_t running)
{
	uint64_t whole = raw / running, rest = raw % running;

	return whole * enabled +
	       (uint64_t)llround((double)rest * enabled / running);
}

double perfex_seconds(uint64_t count, double cost, enum perfex_unit unit,
		      double mhz)
{
	return count * cost / (unit == PERFEX_CLKS ? mhz * 1e6 : 1e9);
}

/* A table has names without modes. */
static const struct perfex_cost *find_cost(const struct perfex_costs *costs,
					   const struct perfex_line *line)
{
	char name[R10000_NAME_SIZE];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(line->name, ":"),
		 line->name);
	return perfex_costs_find(costs, line->number, name);
}

void perfex_estimate(struct perfex_line *lines, size_t count,
		     const struct perfex_costs *costs, double mhz)
{
	size_t i;

	for (i = 0; i < count; i++) {
		struct perfex_line *line = &lines[i];
		const struct perfex_cost *cost = find_cost(costs, line);

		line->cost = cost;
		if (!cost || !line->counted)
			continue;
		line->typical = perfex_seconds(line->count, cost->typical,
					       cost->unit, mhz);
		line->minimum = perfex_seconds(line->count, cost->minimum,
					       cost->unit, mhz);
		line->maximum = perfex_seconds(line->count, cost->maximum,
					       cost->unit, mhz);
	}
}

static int compare_times(double one, double other)
{
	return (one < other) - (one > other);
}

/* Names come after numbers. */
static bool is_before(const struct perfex_line *one,
		      const struct perfex_line *other)
{
	unsigned int first = one->number, second = other->number;

	return (compare_times(one->typical, other->typical) ?:
		compare_times(one->maximum, other->maximum) ?:
		!one->cost - !other->cost ?:
		(first > second) - (first < second)) < 0;
}

/* Equal ones stay as they are, which qsort(3) does not promise. */
void perfex_sort(struct perfex_line *lines, size_t count)
{
	size_t i, at;

	for (i = 1; i < count; i++) {
		struct perfex_line line = lines[i];

		for (at = i; at && is_before(&line, &lines[at - 1]); at--)
			lines[at] = lines[at - 1];
		lines[at] = line;
	}
}
