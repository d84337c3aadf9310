// SPDX-License-Identifier: GPL-2.0
/* RFC 4180: parts, each with a line of names. */
#include <inttypes.h>
#include <math.h>

#include "base/csv.h"
#include "format.h"

static void end_line(FILE *out)
{
	fputs(CSV_LINE_END, out);
}

static void put_average(FILE *out, const struct region_series *series)
{
	fputc(',', out);
	if (series->count)
		fprintf(out, "%" PRIu64, series->average);
}

/* The columns of the original; those of a T1 have other names than those of a T2. */
static void print_averages(FILE *out, const struct region_summary *summary,
			   bool t1)
{
	size_t i, j;

	fputs(t1 ? "cpuid,cycle" : "CPUid,Cycles", out);
	for (j = 0; j < summary->column_count; j++)
		fprintf(out, ",%s", summary->columns[j].name);
	for (j = 0; j < summary->user_count; j++)
		fprintf(out, t1 ? ",userdata%zu" : ",Userdata.%zu", j + 1);
	end_line(out);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		fprintf(out, "%" PRIu64, cpu->cpu);
		put_average(out, &cpu->cycles);
		for (j = 0; j < summary->column_count; j++)
			put_average(out, &cpu->events[j]);
		for (j = 0; j < summary->user_count; j++)
			put_average(out, &cpu->user[j]);
		end_line(out);
	}
}

static void put_event(FILE *out, const struct interval_event *event)
{
	fputc(',', out);
	if (event->good)
		fprintf(out, "%" PRIu64, event->value);
}

static void print_interval(FILE *out, const struct region_summary *summary,
			   const struct interval *interval, bool t1)
{
	unsigned int i;
	size_t j;

	fprintf(out, "%" PRIu64 ",0x%" PRIx64 ",0x%" PRIx64 ",%" PRIu64,
		interval->cpu, interval->from_pc, interval->to_pc,
		interval->cycles);
	if (t1)
		put_event(out, &interval->events[0]);
	for (i = t1; i < 2; i++) {
		const struct interval_event *event = &interval->events[i];

		if (i >= interval->event_count) {
			fputs(",,", out);
			continue;
		}
		j = region_summary_column(summary, interval->group,
					  event->type);
		fprintf(out, ",%s", summary->columns[j].name);
		put_event(out, event);
	}
	for (j = 0; j < summary->user_count; j++) {
		fputc(',', out);
		if (j < interval->user_count)
			fprintf(out, "%" PRIu64, interval->user[j]);
	}
	end_line(out);
}

static void print_intervals(FILE *out, const struct region_summary *summary,
			    bool t1)
{
	size_t i, j;

	fputs("CPU,StartPC,UpdatePC,Cycles", out);
	fputs(t1 ? ",Instr_cnt,CntrName,Value" :
		   ",CntrName.1,Value.1,CntrName.2,Value.2", out);
	for (j = 0; j < summary->user_count; j++)
		fprintf(out, ",UserData.%zu", j + 1);
	end_line(out);
	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].count; j++)
			print_interval(out, summary,
				       summary->cpus[i].intervals[j], t1);
}

static void print_regions(FILE *out, const struct region_summary *summary)
{
	size_t i, j;

	fputs("CPU,StartPC,UpdatePC,Intervals,Cycles,Share", out);
	end_line(out);
	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].site_count; j++) {
			const struct region_site *place =
				&summary->cpus[i].places[j];

			fprintf(out, "%" PRIu64 ",0x%" PRIx64 ",0x%" PRIx64
				",%" PRIu64 ",%" PRIu64 ",%.9g", summary->cpus[i].cpu,
				place->from_pc, place->to_pc, place->cycles.count,
				place->cycles.average, place->share);
			end_line(out);
		}
}

static void print_series(FILE *out, uint64_t cpu, const char *name,
			 const struct region_series *series)
{
	if (!series->count)
		return;
	fprintf(out, "%" PRIu64 ",%s,%" PRIu64 ",%.17g,", cpu, name, series->count,
		series->mean);
	if (!isnan(series->deviation))
		fprintf(out, "%.9g", series->deviation);
	fprintf(out, ",%" PRIu64 ",%" PRIu64, series->least, series->most);
	end_line(out);
}

static void print_statistics(FILE *out, const struct region_summary *summary)
{
	char name[sizeof("UserData.") + 20];
	size_t i, j;

	fputs("CPU,Name,Intervals,Average,Deviation,Minimum,Maximum", out);
	end_line(out);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		print_series(out, cpu->cpu, "Cycles", &cpu->cycles);
		for (j = 0; j < summary->column_count; j++)
			print_series(out, cpu->cpu, summary->columns[j].name,
				     &cpu->events[j]);
		for (j = 0; j < summary->user_count; j++) {
			snprintf(name, sizeof(name), "UserData.%zu", j + 1);
			print_series(out, cpu->cpu, name, &cpu->user[j]);
		}
	}
}

/* CPUs side by side. */
static void print_metrics(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	struct region_metric metrics[REGION_MOST_METRICS];
	size_t count, i, j;

	count = region_metrics(summary, &summary->cpus[0], view->parameters,
			       metrics);
	fputs("Metric", out);
	for (i = 0; i < summary->cpu_count; i++)
		fprintf(out, ",CPU %" PRIu64, summary->cpus[i].cpu);
	end_line(out);
	for (j = 0; j < count; j++) {
		fputs(metrics[j].name, out);
		for (i = 0; i < summary->cpu_count; i++) {
			region_metrics(summary, &summary->cpus[i],
				       view->parameters, metrics);
			fputc(',', out);
			if (!isnan(metrics[j].value))
				fprintf(out, "%.9g", metrics[j].value);
		}
		end_line(out);
	}
}

void region_csv(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	bool t1 = region_view_is_t1(summary);

	print_averages(out, summary, t1);
	end_line(out);
	print_intervals(out, summary, t1);
	end_line(out);
	print_regions(out, summary);
	end_line(out);
	print_statistics(out, summary);
	end_line(out);
	print_metrics(out, view);
}
