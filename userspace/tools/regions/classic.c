// SPDX-License-Identifier: GPL-2.0
/* Two layouts, with the blanks and commas that they had. */
#include <inttypes.h>

#include "format.h"

/* As wide as the longest name of a T2's events, and two more. */
#define NAME_WIDTH	28

static void put(FILE *out, const char *before,
		const struct region_series *series, const char *after)
{
	fputs(before, out);
	if (series->count)
		fprintf(out, "%" PRIu64, series->average);
	fputs(after, out);
}

static void print_t1_averages(FILE *out, const struct region_summary *summary)
{
	size_t i, j;

	fputs("cpuid , cycle ,  ", out);
	for (j = 0; j < summary->column_count; j++)
		fprintf(out, "%s ,", summary->columns[j].name);
	for (j = 0; j < summary->user_count; j++)
		fprintf(out, "userdata%zu ,", j + 1);
	fputc('\n', out);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		fprintf(out, "%" PRIu64 " , %" PRIu64 " ,", cpu->cpu,
			cpu->cycles.average);
		for (j = 0; j < summary->column_count; j++)
			put(out, j ? " " : "", &cpu->events[j], ",");
		for (j = 0; j < summary->user_count; j++)
			put(out, j ? "" : " ", &cpu->user[j], j ? " ," : "  ,");
		fputc('\n', out);
	}
}

static void print_t1_interval(FILE *out, const struct region_summary *summary,
			      const struct interval *interval)
{
	unsigned int i, last = interval->event_count - 1;
	size_t which = region_summary_column(summary, interval->group,
					     interval->events[last].type);

	fprintf(out, "%" PRIu64 ",0x%" PRIx64 ",0x%" PRIx64 ",%" PRIu64 ",",
		interval->cpu, interval->from_pc, interval->to_pc,
		interval->cycles);
	for (i = 0; i < 2; i++) {
		const struct interval_event *event =
			&interval->events[i ? last : 0];

		if (i)
			fprintf(out, "%s,", summary->columns[which].name);
		if (event->good)
			fprintf(out, "%" PRIu64, event->value);
		fputc(',', out);
	}
	for (i = 0; i < interval->user_count; i++)
		fprintf(out, "%" PRIu64 ",", interval->user[i]);
	fputc('\n', out);
}

static void print_t1_intervals(FILE *out, const struct region_summary *summary)
{
	size_t i, j;

	fputs("CPU,StartPC,UpdatePC,Cycles,Instr_cnt,CntrName,Value,", out);
	for (j = 0; j < summary->user_count; j++)
		fprintf(out, "UserData.%zu,", j + 1);
	fputc('\n', out);
	for (i = 0; i < summary->cpu_count; i++)
		for (j = 0; j < summary->cpus[i].count; j++)
			print_t1_interval(out, summary,
					  summary->cpus[i].intervals[j]);
}

static void print_t2_lists(FILE *out, const struct region_summary *summary)
{
	size_t i, j;

	fputs("CPUid,Cycles", out);
	for (j = 0; j < summary->column_count; j++)
		fprintf(out, ",%s", summary->columns[j].name);
	for (j = 0; j < summary->user_count; j++)
		fprintf(out, ",Userdata.%zu", j + 1);
	fputc('\n', out);
	for (i = 0; i < summary->cpu_count; i++) {
		const struct region_cpu *cpu = &summary->cpus[i];

		fprintf(out, "%" PRIu64 ",%" PRIu64, cpu->cpu,
			cpu->cycles.average);
		for (j = 0; j < summary->column_count; j++)
			put(out, ",", &cpu->events[j], "");
		for (j = 0; j < summary->user_count; j++)
			put(out, ",", &cpu->user[j], "");
		fputc('\n', out);
	}
}

static void print_t2_column(FILE *out, const struct region_summary *summary,
			    const struct region_cpu *cpu)
{
	char name[sizeof("Userdata.") + 20];
	size_t j;

	fprintf(out, "%-*s %" PRIu64 "\n", NAME_WIDTH, "CPUid", cpu->cpu);
	fprintf(out, "%-*s ", NAME_WIDTH, "Cycles");
	put(out, "", &cpu->cycles, "\n");
	for (j = 0; j < summary->column_count; j++) {
		fprintf(out, "%-*s ", NAME_WIDTH, summary->columns[j].name);
		put(out, "", &cpu->events[j], "\n");
	}
	for (j = 0; j < summary->user_count; j++) {
		snprintf(name, sizeof(name), "Userdata.%zu", j + 1);
		fprintf(out, "%-*s ", NAME_WIDTH, name);
		put(out, "", &cpu->user[j], "\n");
	}
}

void region_classic(FILE *out, const struct region_view *view)
{
	const struct region_summary *summary = view->summary;
	size_t i;

	if (region_view_is_t1(summary)) {
		print_t1_averages(out, summary);
		print_t1_intervals(out, summary);
		return;
	}
	print_t2_lists(out, summary);
	for (i = 0; i < summary->cpu_count; i++) {
		fputc('\n', out);
		print_t2_column(out, summary, &summary->cpus[i]);
	}
}
