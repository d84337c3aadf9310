// SPDX-License-Identifier: GPL-2.0
/* Intervals by CPU, by event and by region. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "summary.h"

/* By CPU; those of a CPU as they were read. */
static int compare_intervals(const void *left, const void *right)
{
	const struct interval *a = *(const struct interval *const *)left;
	const struct interval *b = *(const struct interval *const *)right;

	if (a->cpu != b->cpu)
		return a->cpu < b->cpu ? -1 : 1;
	return (a > b) - (a < b);
}

/* The order that the original's summaries have. */
static int compare_columns(const void *left, const void *right)
{
	const struct region_column *a = left, *b = right;
	char text[2][17];

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	snprintf(text[0], sizeof(text[0]), "%" PRIx64, a->type);
	snprintf(text[1], sizeof(text[1]), "%" PRIx64, b->type);
	return strcmp(text[0], text[1]);
}

size_t region_summary_column(const struct region_summary *summary,
			     uint64_t group, uint64_t type)
{
	size_t i = 0;

	while (i < summary->column_count &&
	       (summary->columns[i].group != group ||
		summary->columns[i].type != type))
		i++;
	return i;
}

static void add_columns(struct region_summary *summary,
			const struct interval *interval)
{
	unsigned int i;

	for (i = 0; i < interval->event_count; i++) {
		const uint64_t group = interval->group;
		const uint64_t type = interval->events[i].type;
		size_t which = region_summary_column(summary, group, type);

		if (which < summary->column_count)
			continue;
		summary->columns = grow(summary->columns, which,
					sizeof(*summary->columns));
		summary->columns[which].group = group;
		summary->columns[which].type = type;
		region_event_name(&summary->intervals->names, group, type,
				  summary->columns[which].name);
		summary->column_count++;
	}
	if (interval->user_count > summary->user_count)
		summary->user_count = interval->user_count;
}

static struct region_site *site_of(struct region_cpu *cpu,
				   const struct interval *interval)
{
	struct region_site *place;
	size_t i;

	for (i = 0; i < cpu->site_count; i++) {
		place = &cpu->places[i];
		if (place->from_pc == interval->from_pc &&
		    place->to_pc == interval->to_pc)
			return place;
	}
	cpu->places = grow(cpu->places, i, sizeof(*cpu->places));
	place = &cpu->places[cpu->site_count++];
	*place = (struct region_site){
		.from_pc = interval->from_pc,
		.to_pc = interval->to_pc,
	};
	return place;
}

static void take_interval(const struct region_summary *summary,
			  struct region_cpu *cpu,
			  const struct interval *interval)
{
	size_t i;

	region_series_add(&cpu->cycles, interval->cycles);
	region_series_add(&site_of(cpu, interval)->cycles, interval->cycles);
	for (i = 0; i < interval->event_count; i++) {
		const struct interval_event *event = &interval->events[i];
		size_t which = region_summary_column(summary, interval->group,
						     event->type);

		if (event->good)
			region_series_add(&cpu->events[which], event->value);
	}
	for (i = 0; i < summary->user_count && interval->after_gap; i++)
		region_series_break(&cpu->user[i]);
	for (i = 0; i < interval->user_count; i++)
		region_series_add(&cpu->user[i], interval->user[i]);
}

/* The greatest first. */
static int compare_sites(const void *left, const void *right)
{
	const struct region_site *a = left, *b = right;

	if (a->share != b->share)
		return a->share > b->share ? -1 : 1;
	if (a->from_pc != b->from_pc)
		return a->from_pc < b->from_pc ? -1 : 1;
	return (a->to_pc > b->to_pc) - (a->to_pc < b->to_pc);
}

static void finish_sites(struct region_cpu *cpu)
{
	size_t i;

	for (i = 0; i < cpu->site_count; i++) {
		struct region_series *cycles = &cpu->places[i].cycles;

		region_series_finish(cycles);
		if (cpu->cycles.mean)
			cpu->places[i].share = cycles->mean * cycles->count /
					      (cpu->cycles.mean * cpu->count);
	}
	qsort(cpu->places, cpu->site_count, sizeof(*cpu->places), compare_sites);
}

static void sum_up(const struct region_summary *summary, struct region_cpu *cpu)
{
	size_t i;

	cpu->events = zeros(summary->column_count, sizeof(*cpu->events));
	cpu->user = zeros(summary->user_count, sizeof(*cpu->user));
	for (i = 0; i < cpu->count; i++)
		take_interval(summary, cpu, cpu->intervals[i]);
	region_series_finish(&cpu->cycles);
	for (i = 0; i < summary->column_count; i++)
		region_series_finish(&cpu->events[i]);
	for (i = 0; i < summary->user_count; i++)
		region_series_finish(&cpu->user[i]);
	finish_sites(cpu);
}

/* The first of the intervals that are left are of one CPU; returns how many. */
static size_t add_cpu(struct region_summary *summary,
		      const struct interval **sorted, size_t left, size_t skip)
{
	struct region_cpu cpu = { .cpu = sorted[0]->cpu };
	size_t count = 0, i;

	while (count < left && sorted[count]->cpu == cpu.cpu)
		count++;
	if (count <= skip)
		return count;
	cpu.count = count - skip;
	cpu.intervals = resize(NULL, cpu.count, sizeof(*cpu.intervals));
	memcpy(cpu.intervals, sorted + skip,
	       cpu.count * sizeof(*cpu.intervals));
	for (i = 0; i < cpu.count; i++)
		add_columns(summary, cpu.intervals[i]);
	summary->cpus = grow(summary->cpus, summary->cpu_count,
			     sizeof(*summary->cpus));
	summary->cpus[summary->cpu_count++] = cpu;
	return count;
}

void region_summary_make(struct region_summary *summary,
			 const struct intervals *intervals, size_t skip)
{
	const struct interval **sorted = zeros(intervals->count,
					       sizeof(*sorted));
	size_t i;

	*summary = (struct region_summary){ .intervals = intervals };
	for (i = 0; i < intervals->count; i++)
		sorted[i] = &intervals->all[i];
	qsort(sorted, intervals->count, sizeof(*sorted), compare_intervals);
	for (i = 0; i < intervals->count;)
		i += add_cpu(summary, sorted + i, intervals->count - i, skip);
	free(sorted);
	if (summary->column_count)
		qsort(summary->columns, summary->column_count,
		      sizeof(*summary->columns), compare_columns);
	for (i = 0; i < summary->cpu_count; i++)
		sum_up(summary, &summary->cpus[i]);
}

static void warn_of(const struct region_cpu *cpu, const struct region_site *place,
		    const char *name)
{
	const uint64_t median = place->cycles.median;
	const struct interval *first = NULL;
	size_t count = 0, i;

	for (i = 0; i < cpu->count; i++) {
		const struct interval *interval = cpu->intervals[i];

		if (interval->from_pc != place->from_pc ||
		    interval->to_pc != place->to_pc ||
		    (2.0 * interval->cycles >= median &&
		     interval->cycles <= 2.0 * median))
			continue;
		if (!count++)
			first = interval;
	}
	if (first)
		say_at(first->file, first->line,
		       "CPU %" PRIu64
		       ": %zu of %" PRIu64 " intervals %s under half or over twice the median of %"
		       PRIu64 " %s; --skip leaves out the first",
		       cpu->cpu, count, place->cycles.count,
		       count == 1 ? "has" : "have", median, name);
}

void region_summary_warn(const struct region_summary *summary)
{
	size_t i, j;

	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].site_count; j++)
			warn_of(&summary->cpus[i], &summary->cpus[i].places[j],
				region_time_name(summary));
}

static void free_series(struct region_series *series, size_t count)
{
	while (count--)
		free(series[count].values);
	free(series);
}

void region_summary_free(struct region_summary *summary)
{
	size_t i, j;

	for (i = 0; i < summary->cpu_count; i++) {
		struct region_cpu *cpu = &summary->cpus[i];

		free(cpu->intervals);
		free(cpu->cycles.values);
		free_series(cpu->events, summary->column_count);
		free_series(cpu->user, summary->user_count);
		for (j = 0; j < cpu->site_count; j++)
			free(cpu->places[j].cycles.values);
		free(cpu->places);
	}
	free(summary->cpus);
	free(summary->columns);
}

/* The formulas of the Netra DPS profiler, as a table. */

#define CYCLES	REGION_OPERAND_CYCLES
#define PACKETS	REGION_OPERAND_PACKETS
#define CLOCK	REGION_OPERAND_CLOCK
#define IDLE	REGION_OPERAND_IDLE

#define T1	REGION_T1_INSTRUCTIONS
#define T2	REGION_T2_INSTRUCTIONS

/* factor * above / below */
struct formula_row {
	const char *name;
	const char *label;
	unsigned int digits;
	double factor;
	int above;
	int below;
};

static const struct formula_row rows[] = {
	{ "ipc", "IPC", 6, 1, T1, CYCLES },
	{ "cpi", "CPI", 6, 1, CYCLES, T1 },
	{ "sb-full-per-1000", "SB_full per 1000 instructions", 6, 1000, 0x1, T1 },
	{ "fp-per-1000", "FP_instr_cnt per 1000 instructions", 6, 1000, 0x2, T1 },
	{ "ic-miss-per-1000", "IC_miss per 1000 instructions", 6, 1000, 0x4, T1 },
	{ "dc-miss-per-1000", "DC_miss per 1000 instructions", 6, 1000, 0x8, T1 },
	{ "itlb-miss-per-1000", "ITLB_miss per 1000 instructions", 6, 1000, 0x10, T1 },
	{ "dtlb-miss-per-1000", "DTLB_miss per 1000 instructions", 6, 1000, 0x20, T1 },
	{ "l2-imiss-per-1000", "L2_Imiss per 1000 instructions", 6, 1000, 0x40, T1 },
	{ "l2-dmiss-ld-per-1000", "L2_Dmiss_LD per 1000 instructions", 6, 1000, 0x80, T1 },
	{ "instructions-per-packet", "instructions per packet", 6, 1, T1, PACKETS },
	{ "ipc", "IPC", 6, 1, T2, CYCLES },
	{ "cpi", "CPI", 6, 1, CYCLES, T2 },
	{ "instructions-per-packet", "instructions per packet", 6, 1, T2, PACKETS },
	{ "stores-per-packet", "stores per packet", 6, 1, 0x102, PACKETS },
	{ "loads-per-packet", "loads per packet", 6, 1, 0x82, PACKETS },
	{ "l2-load-misses-per-packet", "L2 load misses per packet", 6, 1, 0x203, PACKETS },
	{ "dcache-misses-per-packet", "D-cache misses per packet", 6, 1, 0x23, PACKETS },
	{ "icache-misses-per-1000-packets", "I-cache misses per 1000 packets", 6, 1000, 0x13,
	  PACKETS },
	{ "packet-rate", "packets per second, thousands", 3, 1000, PACKETS, CLOCK },
	{ "idle-cycles", "idle cycles", 0, 1, IDLE, REGION_OPERAND_NONE },
	{ "idle-percent", "idle time, percent", 3, 100, IDLE, CYCLES },
};

static double amount_of(const struct region_summary *summary,
			const struct region_cpu *cpu,
			const struct region_amount *amount)
{
	const struct region_series *series;

	if (!amount->given)
		return NAN;
	if (!amount->user)
		return amount->number;
	if (amount->user > summary->user_count)
		return NAN;
	series = &cpu->user[amount->user - 1];
	if (amount->step)
		return region_series_step(series);
	return series->count ? series->mean : NAN;
}

const char *region_time_name(const struct region_summary *summary)
{
	return summary->intervals->nanoseconds ? "nanoseconds" : "cycles";
}

/* What the column Cycles is to be multiplied by, to be cycles. */
static double clock_of(const struct region_summary *summary,
		       const struct region_parameters *parameters)
{
	return summary->intervals->nanoseconds ? parameters->mhz / 1000 : 1;
}

static double operand(const struct region_summary *summary,
		      const struct region_cpu *cpu,
		      const struct region_parameters *parameters, int which)
{
	const struct region_series *series;

	switch (which) {
	case REGION_OPERAND_NONE:
		return 1;
	case CYCLES:
		return cpu->cycles.mean * clock_of(summary, parameters);
	case PACKETS:
		return amount_of(summary, cpu, &parameters->packets);
	case CLOCK: /* the microseconds of an interval */
		if (summary->intervals->nanoseconds)
			return cpu->cycles.mean / 1000;
		return parameters->mhz ? cpu->cycles.mean / parameters->mhz :
					 NAN;
	case IDLE:
		return amount_of(summary, cpu, &parameters->idle_loops) *
		       parameters->idle_cycles;
	}
	series = &cpu->events[region_summary_column(summary, REGION_GROUP_CPU,
						    which)];
	return series->count ? series->mean : NAN;
}

/* Whether any CPU can have it: all CPUs have the same metrics. */
static bool can_be(const struct region_summary *summary,
		   const struct region_parameters *parameters, int which)
{
	switch (which) {
	case REGION_OPERAND_NONE:
		return true;
	case CYCLES:
		return clock_of(summary, parameters);
	case PACKETS:
		return parameters->packets.given;
	case CLOCK:
		return parameters->mhz || summary->intervals->nanoseconds;
	case IDLE:
		return parameters->idle_loops.given;
	}
	return region_summary_column(summary, REGION_GROUP_CPU, which) <
	       summary->column_count;
}

size_t region_metrics(const struct region_summary *summary,
		      const struct region_cpu *cpu,
		      const struct region_parameters *parameters,
		      struct region_metric metrics[REGION_MOST_METRICS])
{
	size_t count = 0, i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct formula_row *row = &rows[i];
		double below;

		if (!can_be(summary, parameters, row->above) ||
		    !can_be(summary, parameters, row->below))
			continue;
		below = operand(summary, cpu, parameters, row->below);
		metrics[count++] = (struct region_metric){
			.name = row->name,
			.label = row->label,
			.digits = row->digits,
			.factor = row->factor,
			.above = row->above,
			.below = row->below,
			.value = below ? row->factor / below *
				 operand(summary, cpu, parameters, row->above) :
				 NAN,
		};
	}
	return count;
}
