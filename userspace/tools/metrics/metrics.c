// SPDX-License-Identifier: GPL-2.0
/* What can be said of counts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <linux/perfcnt.h>

#include "base/memory.h"
#include "events/events.h"
#include "events/filter.h"
#include "metrics.h"

/* A metric of a line: name, label, part, base. */
#define RATE(name, label, part, base) \
	{ name, label, { part }, base, METRIC_QUOTIENT, METRIC_PERCENT, \
	  METRIC_LINE }
/* How much of the instructions an event is, or of the cycles: name, part. */
#define MIX(name, part) \
	{ name, "share of all instructions", { part }, "instructions", \
	  METRIC_QUOTIENT, METRIC_PERCENT, METRIC_BESIDE }
#define STALL(name, part) \
	{ name, "share of all cycles", { part }, "cycles", \
	  METRIC_QUOTIENT, METRIC_PERCENT, METRIC_BESIDE }

const struct metric metrics[] = {
	{ "ipc", "IPC", { "instructions" }, "cycles",
	  METRIC_QUOTIENT, METRIC_RATIO, METRIC_LINE },
	{ "cycle-sharing-overhead", "Cycle sharing overhead",
	  { "instructions", "stalls" }, "cycles",
	  METRIC_REST, METRIC_PERCENT, METRIC_LINE },

	RATE("icache-miss-rate", "I-$ miss rate",
	     "icache-misses", "icache-accesses"),
	RATE("dcache-miss-rate", "D-$ miss rate",
	     "dcache-misses", "dcache-accesses"),
	RATE("l2-miss-rate", "L2 miss rate", "l2-misses", "l2-accesses"),
	RATE("itlb-miss-rate", "ITLB miss rate",
	     "itlb-misses", "itlb-accesses"),
	RATE("dtlb-miss-rate", "DTLB miss rate",
	     "dtlb-misses", "dtlb-accesses"),
	RATE("jtlb-instruction-miss-rate", "JTLB instruction miss rate",
	     "jtlb-instruction-misses", "jtlb-instruction-accesses"),
	RATE("jtlb-data-miss-rate", "JTLB data miss rate",
	     "jtlb-data-misses", "jtlb-data-accesses"),
	RATE("branch-miss-rate", "Branch misprediction rate",
	     "branch-misses", "branches"),
	RATE("return-miss-rate", "Return misprediction rate",
	     "return-misses", "returns"),
	/* Event 4 of the odd counters is of jr $31, whatever its name says. */
	RATE("return-unpredicted-rate", "Returns not predicted",
	     "indirect-jump-misses", "returns"),
	RATE("sc-failure-rate", "sc failure rate",
	     "sc-failures", "sc-instructions"),
	RATE("prefetch-hit-rate", "Prefetch hit rate",
	     "prefetch-hits", "prefetches"),
	RATE("intervention-dirty-rate", "Intervention dirty hit rate",
	     "intervention-hits-dirty", "interventions"),
	RATE("intervention-clean-rate", "Intervention clean hit rate",
	     "intervention-hits-clean", "interventions"),

	{ "relative-execution-time", "Relative execution time", { "cycles" },
	  NULL, METRIC_SLOWER, METRIC_TIMES, METRIC_LINE },
	{ "relative-speedup", "Relative speedup", { "cycles" },
	  NULL, METRIC_FASTER, METRIC_TIMES, METRIC_LINE },

	MIX("instructions-share", "instructions"),
	MIX("branches-share", "branches"),
	MIX("returns-share", "returns"),
	MIX("indirect-jumps-share", "indirect-jumps"),
	MIX("jumps-share", "jumps"),
	MIX("integer-instructions-share", "integer-instructions"),
	MIX("fpu-instructions-share", "fpu-instructions"),
	MIX("dsp-instructions-share", "dsp-instructions"),
	MIX("mips16-instructions-share", "mips16-instructions"),
	MIX("loads-share", "loads"),
	MIX("stores-share", "stores"),
	MIX("multiplies-divides-share", "multiplies-divides"),
	MIX("nops-share", "nops"),
	MIX("sc-instructions-share", "sc-instructions"),
	MIX("prefetches-share", "prefetches"),
	MIX("forks-share", "forks"),
	MIX("yields-share", "yields"),
	MIX("cp2-arithmetic-share", "cp2-arithmetic"),
	MIX("cp2-moves-share", "cp2-moves"),

	/* Stalls overlap: their shares add up to more than that of all. */
	STALL("stalls-share", "stalls"),
	STALL("ifu-stalls-share", "ifu-stalls"),
	STALL("alu-stalls-share", "alu-stalls"),
	STALL("icache-miss-stalls-share", "icache-miss-stalls"),
	STALL("dcache-miss-stalls-share", "dcache-miss-stalls"),
	STALL("dcache-miss-cycles-share", "dcache-miss-cycles"),
	STALL("l2-instruction-miss-stalls-share", "l2-instruction-miss-stalls"),
	STALL("l2-data-miss-stalls-share", "l2-data-miss-stalls"),
	STALL("l2-miss-cycles-share", "l2-miss-cycles"),
	STALL("uncached-stalls-share", "uncached-stalls"),
	STALL("itc-stalls-share", "itc-stalls"),
	STALL("mdu-stalls-share", "mdu-stalls"),
	STALL("fpu-stalls-share", "fpu-stalls"),
	STALL("cp2-stalls-share", "cp2-stalls"),
	STALL("corextend-stalls-share", "corextend-stalls"),
	STALL("ispram-stalls-share", "ispram-stalls"),
	STALL("dspram-stalls-share", "dspram-stalls"),
	STALL("cacheop-stalls-share", "cacheop-stalls"),
	STALL("load-use-stalls-share", "load-use-stalls"),
	STALL("alu-agen-stalls-share", "alu-agen-stalls"),
	STALL("interlock-stalls-share", "interlock-stalls"),
	STALL("branch-miss-stalls-share", "branch-miss-stalls"),
	STALL("fsb-full-stalls-share", "fsb-full-stalls"),
	STALL("ldq-full-stalls-share", "ldq-full-stalls"),
	STALL("wbb-full-stalls-share", "wbb-full-stalls"),
};

const unsigned int metric_count = ARRAY_SIZE(metrics);

#define ANY_RUN (-1u)

/**
 * struct search - the counts that a metric is made of
 * @measurement: where they are looked for
 * @run: in which run, or ANY_RUN
 * @control: the modes and the filter that are meant
 * @exact: whether one of those found has that very filter
 */
struct search {
	const struct measurement *measurement;
	unsigned int run;
	uint32_t control;
	bool exact;
};

/* The widest filter is what an event has that cannot have a narrow one. */
static bool is_meant(const struct event *event, uint32_t had, uint32_t meant)
{
	if ((had ^ meant) & PERFCNT_CTL_MODES)
		return false;
	if (!((had ^ meant) & FILTER_BITS))
		return true;
	return event->scope != SCOPE_TC && !(had & PERFCNT_CTL_MT_EN);
}

/* The count of an event; one with the very filter is preferred. */
static bool find_count(struct search *search, const char *name, double *count)
{
	const struct measurement *measurement = search->measurement;
	bool found = false;
	size_t i;

	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];
		const struct event *event;

		if (search->run != ANY_RUN && reading->run != search->run)
			continue;
		event = event_of(reading->counter, reading->control);
		if (!event || strcmp(event->name, name) ||
		    !is_meant(event, reading->control, search->control))
			continue;
		if (!((reading->control ^ search->control) & FILTER_BITS)) {
			search->exact = true;
			*count = reading->count;
			return true;
		}
		if (!found)
			*count = reading->count;
		found = true;
	}
	return found;
}

/* All parts of a metric, added up, and its base. */
static bool find_parts(struct search *search, const struct metric *metric,
		       double *sum, double *base)
{
	double count;
	unsigned int i;

	*sum = 0;
	for (i = 0; i < METRIC_PARTS && metric->parts[i]; i++) {
		if (!find_count(search, metric->parts[i], &count))
			return false;
		*sum += count;
	}
	return !metric->base || find_count(search, metric->base, base);
}

/* The same, from one run if possible. */
static bool find(const struct metric *metric,
		 const struct measurement *measurement, uint32_t control,
		 double *sum, double *base)
{
	struct search any = { measurement, ANY_RUN, control, false };
	struct search one = { measurement, 0, control, false };
	double one_sum, one_base = 0;

	if (!find_parts(&any, metric, sum, base) || !any.exact)
		return false;
	for (; one.run < measurement->runs; one.run++)
		if (find_parts(&one, metric, &one_sum, &one_base)) {
			*sum = one_sum;
			*base = one_base;
			break;
		}
	return true;
}

bool metric_value(const struct metric *metric,
		  const struct measurement *measurement,
		  const struct measurement *first, uint32_t control,
		  double *value)
{
	double sum, base, none;

	if (!find(metric, measurement, control, &sum, &base))
		return false;
	if (!metric->base && !find(metric, first, control, &base, &none))
		return false;
	if (metric->rule == METRIC_FASTER) {
		double of_first = base;

		base = sum;
		sum = of_first;
	}
	*value = base == 0 ? NAN : sum / base;
	if (metric->rule == METRIC_REST)
		*value = 1 - *value;
	return true;
}

void metric_format(const struct metric *metric, double value, char *text,
		   size_t size)
{
	if (isnan(value)) {
		snprintf(text, size, "-");
		return;
	}
	switch (metric->unit) {
	case METRIC_RATIO:
		snprintf(text, size, "%.3f", value);
		break;
	case METRIC_PERCENT:
		snprintf(text, size, "%.1f%%", 100 * value);
		break;
	case METRIC_TIMES:
		snprintf(text, size, "%.2f", value);
		break;
	}
}

void metric_formula(const struct metric *metric, char *text, size_t size)
{
	const char *part = metric->parts[0];

	switch (metric->rule) {
	case METRIC_QUOTIENT:
		snprintf(text, size, "%s / %s", part, metric->base);
		break;
	case METRIC_REST:
		snprintf(text, size, "1 - (%s + %s) / %s", part,
			 metric->parts[1], metric->base);
		break;
	case METRIC_SLOWER:
		snprintf(text, size, "%s / %s of the first", part, part);
		break;
	case METRIC_FASTER:
		snprintf(text, size, "%s of the first / %s", part, part);
		break;
	}
}
