// SPDX-License-Identifier: LGPL-2.1-or-later
/* The statistics as data: what is summed, and what that is divided by. */
#include <math.h>
#include <string.h>

#include "ratios.h"

#define MOST_TERMS	5
#define MOST_DIVISORS	2
#define NONE		(-1)

/* What an event's count is multiplied by. */
enum weight {
	ONCE,
	MINUS,
	L1_LINE,
	L2_LINE,
	QUADWORD,
	TIME, /* not its count, but its typical time */
};

/* What the sum is divided by. */
enum divisor {
	COUNTS, /* those of the divisors, summed */
	RUN_TIME, /* cycles by the clock, in seconds */
	RUN_TIME_MEGA, /* as millions a second */
};

struct term {
	signed char event;
	enum weight weight;
};

/* Up to NONE. */
static const struct {
	struct perfex_ratio names;
	struct term terms[MOST_TERMS + 1];
	enum divisor by;
	signed char divisors[MOST_DIVISORS + 1];
} ratios[] = {
	{ { "Graduated instructions/cycle", "instructions-per-cycle", "" },
	  { { 15, ONCE }, { NONE, 0 } }, COUNTS, { 0, NONE } },
	{ { "Graduated floating point instructions/cycle",
	    "fp-instructions-per-cycle", "" },
	  { { 21, ONCE }, { NONE, 0 } }, COUNTS, { 0, NONE } },
	{ { "Graduated loads & stores/cycle", "loads-and-stores-per-cycle", "" },
	  { { 18, ONCE }, { 19, ONCE }, { NONE, 0 } }, COUNTS, { 0, NONE } },
	{ { "Graduated loads & stores/floating point instruction",
	    "loads-and-stores-per-fp-instruction", "" },
	  { { 18, ONCE }, { 19, ONCE }, { NONE, 0 } }, COUNTS, { 21, NONE } },
	{ { "Mispredicted branches/Decoded branches",
	    "mispredicted-per-decoded-branch", "" },
	  { { 24, ONCE }, { NONE, 0 } }, COUNTS, { 6, NONE } },
	{ { "Graduated loads/Issued loads", "graduated-per-issued-load", "" },
	  { { 18, ONCE }, { NONE, 0 } }, COUNTS, { 2, NONE } },
	{ { "Graduated stores/Issued stores", "graduated-per-issued-store", "" },
	  { { 19, ONCE }, { NONE, 0 } }, COUNTS, { 3, NONE } },
	/* IRIX divides these two by misses, whatever it calls them. */
	{ { "Data mispredict/Data scache hits",
	    "data-mispredict-per-scache-miss", "" },
	  { { 27, ONCE }, { NONE, 0 } }, COUNTS, { 26, NONE } },
	{ { "Instruction mispredict/Instruction scache hits",
	    "instruction-mispredict-per-scache-miss", "" },
	  { { 11, ONCE }, { NONE, 0 } }, COUNTS, { 10, NONE } },
	{ { "L1 Cache Line Reuse", "l1-line-reuse", "" },
	  { { 18, ONCE }, { 19, ONCE }, { 25, MINUS }, { NONE, 0 } },
	  COUNTS, { 25, NONE } },
	{ { "L2 Cache Line Reuse", "l2-line-reuse", "" },
	  { { 25, ONCE }, { 26, MINUS }, { NONE, 0 } }, COUNTS, { 26, NONE } },
	{ { "L1 Data Cache Hit Rate", "l1-data-hit-rate", "" },
	  { { 18, ONCE }, { 19, ONCE }, { 25, MINUS }, { NONE, 0 } },
	  COUNTS, { 18, 19, NONE } },
	{ { "L2 Data Cache Hit Rate", "l2-data-hit-rate", "" },
	  { { 25, ONCE }, { 26, MINUS }, { NONE, 0 } }, COUNTS, { 25, NONE } },
	{ { "Time accessing memory/Total time", "memory-time-share", "" },
	  { { 18, TIME }, { 19, TIME }, { 25, TIME }, { 26, TIME },
	    { 23, TIME }, { NONE, 0 } }, RUN_TIME, { NONE } },
	{ { "L1--L2 bandwidth used (MB/s, average per process)",
	    "l1-l2-bandwidth", "MB/s" },
	  { { 25, L1_LINE }, { 22, QUADWORD }, { NONE, 0 } },
	  RUN_TIME_MEGA, { NONE } },
	{ { "Memory bandwidth used (MB/s, average per process)",
	    "memory-bandwidth", "MB/s" },
	  { { 26, L2_LINE }, { 7, QUADWORD }, { NONE, 0 } },
	  RUN_TIME_MEGA, { NONE } },
	{ { "MFLOPS (average per process)", "mflops", "millions/s" },
	  { { 21, ONCE }, { NONE, 0 } }, RUN_TIME_MEGA, { NONE } },
};

const struct perfex_ratio *perfex_ratio(size_t which)
{
	return which < sizeof(ratios) / sizeof(*ratios) ?
	       &ratios[which].names : NULL;
}

static const struct perfex_line *find(const struct perfex_line *lines,
				      size_t count, int event)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (lines[i].number == event && lines[i].counted)
			return &lines[i];
	/* these two have two numbers each */
	if (event == R10000_CYCLES)
		return find(lines, count, 16);
	if (event == R10000_INSTRUCTIONS)
		return find(lines, count, 17);
	return NULL;
}

const struct perfex_line *perfex_cycles(const struct perfex_line *lines, size_t count)
{
	return find(lines, count, R10000_CYCLES);
}

static double factor_of(enum weight weight, const struct perfex_clock *clock)
{
	switch (weight) {
	case MINUS:
		return -1;
	case L1_LINE:
		return clock->l1_line;
	case L2_LINE:
		return clock->l2_line;
	case QUADWORD:
		return R10000_QUADWORD;
	default:
		return 1;
	}
}

static bool weigh(const struct perfex_line *line, enum weight weight,
		  const struct perfex_clock *clock, double *value)
{
	const double factor = factor_of(weight, clock);

	if (weight == TIME) {
		*value = line->typical;
		return line->cost;
	}
	*value = factor * line->count;
	return factor != 0;
}

/* In seconds, or in millionths of it. */
static bool find_time(enum divisor by, const struct perfex_line *lines, size_t count,
		      const struct perfex_clock *clock, double *value)
{
	const struct perfex_line *line = perfex_cycles(lines, count);

	if (!line)
		return false;
	*value = line->count / clock->mhz / (by == RUN_TIME ? 1e6 : 1);
	return *value != 0;
}

static bool find_divisor(size_t which, const struct perfex_line *lines,
			 size_t count, const struct perfex_clock *clock,
			 double *value, bool *approximate)
{
	const signed char *event = ratios[which].divisors;

	*value = 0;
	if (ratios[which].by != COUNTS)
		return find_time(ratios[which].by, lines, count, clock, value);
	for (; *event != NONE; event++) {
		const struct perfex_line *line = find(lines, count, *event);

		if (!line)
			return false;
		*value += line->count;
		*approximate |= line->approximate;
	}
	return *value != 0;
}

/* What the sum grows by with each event that a line counts. */
static double growth_of_sum(size_t which, const struct perfex_line *line,
			    const struct perfex_line *lines, size_t count,
			    const struct perfex_clock *clock)
{
	const struct term *term = ratios[which].terms;
	double growth = 0;

	for (; term->event != NONE; term++) {
		if (find(lines, count, term->event) != line)
			continue;
		/* of no event the time of each is not known, nor is the error of none */
		if (term->weight == TIME && line->count)
			growth += line->typical / line->count;
		else
			growth += factor_of(term->weight, clock);
	}
	return growth;
}

/* And the divisor. */
static double growth_of_divisor(size_t which, const struct perfex_line *line,
				const struct perfex_line *lines, size_t count,
				const struct perfex_clock *clock)
{
	const signed char *event = ratios[which].divisors;
	double growth = 0, value;

	if (ratios[which].by != COUNTS)
		return perfex_cycles(lines, count) == line && line->count &&
		       find_time(ratios[which].by, lines, count, clock, &value) ?
		       value / line->count : 0;
	for (; *event != NONE; event++)
		growth += find(lines, count, *event) == line;
	return growth;
}

/* Of counts that do not depend on each other, to the first order. */
static double error_of(size_t which, const struct perfex_line *lines, size_t count,
		       const struct perfex_clock *clock, double value, double divisor)
{
	double square = 0;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct perfex_line *line = &lines[i];
		double growth;

		if (line->factor == 1)
			continue;
		growth = growth_of_sum(which, line, lines, count, clock) -
			 value * growth_of_divisor(which, line, lines, count, clock);
		if (growth)
			square += pow(growth / divisor * line->error, 2);
	}
	return sqrt(square);
}

bool perfex_ratio_is_shown(const struct perfex_ratio_value *found)
{
	return !(found->error > PERFEX_RATIO_MOST_ERROR * fabs(found->value));
}

bool perfex_ratio_value(size_t which, const struct perfex_line *lines,
			size_t count, const struct perfex_clock *clock,
			struct perfex_ratio_value *found)
{
	const struct term *term = ratios[which].terms;
	double divisor;

	memset(found, 0, sizeof(*found));
	if (!find_divisor(which, lines, count, clock, &divisor, &found->approximate))
		return false;
	for (; term->event != NONE; term++) {
		const struct perfex_line *line = find(lines, count, term->event);
		double part;

		if (!line || !weigh(line, term->weight, clock, &part))
			return false;
		found->amount += part;
		found->approximate |= line->approximate;
	}
	found->value = found->amount / divisor;
	found->error = error_of(which, lines, count, clock, found->value, divisor);
	if (ratios[which].by == RUN_TIME_MEGA)
		found->amount /= 1e6;
	return true;
}
