// SPDX-License-Identifier: GPL-2.0
/* The formulas of the Netra DPS profiler, as a table. */
#include <math.h>

#include "base/memory.h"
#include "region_metrics.h"

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

static double operand(const struct region_summary *summary,
		      const struct region_cpu *cpu,
		      const struct region_parameters *parameters, int which)
{
	const struct region_series *series;

	switch (which) {
	case REGION_OPERAND_NONE:
		return 1;
	case CYCLES:
		return cpu->cycles.mean;
	case PACKETS:
		return amount_of(summary, cpu, &parameters->packets);
	case CLOCK: /* the microseconds of an interval */
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
	case CYCLES:
		return true;
	case PACKETS:
		return parameters->packets.given;
	case CLOCK:
		return parameters->mhz;
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
