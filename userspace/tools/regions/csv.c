// SPDX-License-Identifier: GPL-2.0
/* RFC 4180: parts, each with a line of names. */
#include <inttypes.h>

#include "base/csv.h"
#include "format.h"

static void put_average(struct csv *csv, const struct region_series *series)
{
	if (series->count)
		csv_number(csv, series->average);
	else
		csv_empty(csv, 1);
}

/* The columns of the original; those of a T1 have other names than those of a T2. */
static void print_averages(struct csv *csv, const struct region_summary *summary,
			   bool t1)
{
	size_t i, j;

	csv_names(csv, t1 ? "cpuid,cycle" : "CPUid,Cycles");
	for (j = 0; j < summary->column_count; j++)
		csv_word(csv, summary->columns[j].name);
	for (j = 0; j < summary->user_count; j++)
		csv_format(csv, t1 ? "userdata%zu" : "Userdata.%zu", j + 1);
	csv_end(csv);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		csv_number(csv, cpu->cpu);
		put_average(csv, &cpu->cycles);
		for (j = 0; j < summary->column_count; j++)
			put_average(csv, &cpu->events[j]);
		for (j = 0; j < summary->user_count; j++)
			put_average(csv, &cpu->user[j]);
		csv_end(csv);
	}
}

static void put_event(struct csv *csv, const struct interval_event *event)
{
	if (event->good)
		csv_number(csv, event->value);
	else
		csv_empty(csv, 1);
}

static void put_pcs(struct csv *csv, uint64_t from, uint64_t to)
{
	csv_format(csv, "0x%" PRIx64, from);
	csv_format(csv, "0x%" PRIx64, to);
}

static void print_interval(struct csv *csv, const struct region_summary *summary,
			   const struct interval *interval, bool t1)
{
	unsigned int i;
	size_t j;

	csv_number(csv, interval->cpu);
	put_pcs(csv, interval->from_pc, interval->to_pc);
	csv_number(csv, interval->cycles);
	if (t1)
		put_event(csv, &interval->events[0]);
	for (i = t1; i < 2; i++) {
		const struct interval_event *event = &interval->events[i];

		if (i >= interval->event_count) {
			csv_empty(csv, 2);
			continue;
		}
		j = region_summary_column(summary, interval->group,
					  event->type);
		csv_word(csv, summary->columns[j].name);
		put_event(csv, event);
	}
	for (j = 0; j < summary->user_count; j++)
		if (j < interval->user_count)
			csv_number(csv, interval->user[j]);
		else
			csv_empty(csv, 1);
	csv_end(csv);
}

static void print_intervals(struct csv *csv, const struct region_summary *summary,
			    bool t1)
{
	size_t i, j;

	csv_names(csv, "CPU,StartPC,UpdatePC,Cycles");
	csv_names(csv, t1 ? "Instr_cnt,CntrName,Value" :
			    "CntrName.1,Value.1,CntrName.2,Value.2");
	for (j = 0; j < summary->user_count; j++)
		csv_format(csv, "UserData.%zu", j + 1);
	csv_end(csv);
	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].count; j++)
			print_interval(csv, summary,
				       summary->cpus[i].intervals[j], t1);
}

static void print_regions(struct csv *csv, const struct region_summary *summary)
{
	size_t i, j;

	csv_names(csv, "CPU,StartPC,UpdatePC,Intervals,Cycles,Share");
	csv_end(csv);
	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].site_count; j++) {
			const struct region_site *place =
				&summary->cpus[i].places[j];

			csv_number(csv, summary->cpus[i].cpu);
			put_pcs(csv, place->from_pc, place->to_pc);
			csv_number(csv, place->cycles.count);
			csv_number(csv, place->cycles.average);
			csv_real(csv, place->share);
			csv_end(csv);
		}
}

static void print_series(struct csv *csv, uint64_t cpu, const char *name,
			 const struct region_series *series)
{
	if (!series->count)
		return;
	csv_number(csv, cpu);
	csv_word(csv, name);
	csv_number(csv, series->count);
	csv_format(csv, "%.17g", series->mean);
	csv_real(csv, series->deviation);
	csv_number(csv, series->least);
	csv_number(csv, series->most);
	csv_end(csv);
}

static void print_statistics(struct csv *csv, const struct region_summary *summary)
{
	char name[sizeof("UserData.") + 20];
	size_t i, j;

	csv_names(csv, "CPU,Name,Intervals,Average,Deviation,Minimum,Maximum");
	csv_end(csv);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		print_series(csv, cpu->cpu, "Cycles", &cpu->cycles);
		for (j = 0; j < summary->column_count; j++)
			print_series(csv, cpu->cpu, summary->columns[j].name,
				     &cpu->events[j]);
		for (j = 0; j < summary->user_count; j++) {
			snprintf(name, sizeof(name), "UserData.%zu", j + 1);
			print_series(csv, cpu->cpu, name, &cpu->user[j]);
		}
	}
}

/* CPUs side by side. */
static void print_metrics(struct csv *csv, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	struct region_metric metrics[REGION_MOST_METRICS];
	size_t count, i, j;

	count = region_metrics(summary, &summary->cpus[0], view->parameters,
			       metrics);
	csv_word(csv, "Metric");
	for (i = 0; i < summary->cpu_count; i++)
		csv_format(csv, "CPU %" PRIu64, summary->cpus[i].cpu);
	csv_end(csv);
	for (j = 0; j < count; j++) {
		csv_word(csv, metrics[j].name);
		for (i = 0; i < summary->cpu_count; i++) {
			region_metrics(summary, &summary->cpus[i],
				       view->parameters, metrics);
			csv_real(csv, metrics[j].value);
		}
		csv_end(csv);
	}
}

void region_csv(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	bool t1 = region_view_is_t1(summary);
	struct csv csv = { .out = out };

	print_averages(&csv, summary, t1);
	csv_end(&csv);
	print_intervals(&csv, summary, t1);
	csv_end(&csv);
	print_regions(&csv, summary);
	csv_end(&csv);
	print_statistics(&csv, summary);
	csv_end(&csv);
	print_metrics(&csv, view);
}
