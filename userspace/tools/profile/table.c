// SPDX-License-Identifier: GPL-2.0
/* The summary of a run, and all others after it. */
#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "format.h"
#include "sample_metrics.h"
#include "summary.h"

/* Fewer samples do not say much. */
#define FEW_SAMPLES	1000

static void print_name(FILE *out, const char *name, const char *text)
{
	fprintf(out, "%-12s", name);
	utf8_print(out, text);
	fputc('\n', out);
}

/* A miss of a cache takes some time, which can be asked for. */
static bool is_cache_miss(const char *event)
{
	static const char *const names[] = {
		"dcache-misses", "icache-misses", "l2-misses",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i]) == strcspn(event, ":") &&
		    !strncmp(event, names[i], strlen(names[i])))
			return true;
	return false;
}

/* From what samples stand for to what was counted. */
static void print_scale(FILE *out, const struct sample_trigger *trigger)
{
	if (!is_cache_miss(trigger->event))
		return;
	if (trigger->all.events)
		fprintf(out, "%-12s%.5f of what samples stand for: as many as were counted\n",
			"  Scale:", (double)trigger->count / trigger->all.events);
	fprintf(out, "%-12snot measured: pc_profile does not ask PMUs how long a miss took\n",
		"  Latency:");
}

/*
 * A period can be longer by what it varies by.  A period that ends while the command runs
 * leaves a sample, or is lost or left out.
 */
static void say_no_samples(FILE *out, const struct sample_lost *lost,
			   const struct sample_trigger *trigger)
{
	fputs("no samples: ", out);
	utf8_print(out, trigger->event);
	fprintf(out, " happened %" PRIu64 " times, ", trigger->count);
	if (trigger->frequency) {
		fputs(lost->samples || lost->periods || lost->throttles ?
		      "but no sample is left of them\n" :
		      "too few for a sample, or its interrupt never came\n", out);
		return;
	}
	if (!trigger->period || trigger->count < trigger->period ||
	    trigger->count - trigger->period < trigger->jitter) {
		fprintf(out, "fewer than the period %" PRIu64, trigger->period);
		if (trigger->jitter)
			fprintf(out, " +- %" PRIu64, trigger->jitter);
		fputc('\n', out);
		return;
	}
	fprintf(out, "%" PRIu64 " times the period %" PRIu64 ", ",
		trigger->count / trigger->period, trigger->period);
	if (lost->samples || lost->periods || lost->throttles)
		fputs("but none is left of them\n", out);
	else
		fputs("but its interrupt never came while the command ran\n", out);
}

/* What the samples stand for, beside what was counted. */
static void print_trigger(FILE *out, const struct samples *samples,
			  const struct sample_trigger *trigger)
{
	const bool is_low = samples_is_low(samples);
	uint64_t missing = sample_trigger_missing(trigger);

	fprintf(out, "%-12s", "Sampled:");
	utf8_print(out, trigger->event);
	if (trigger->frequency)
		fprintf(out, ", %" PRIu64 " times a second on each CPU",
			trigger->frequency);
	else
		fprintf(out, ", every %" PRIu64, trigger->period);
	if (trigger->jitter)
		fprintf(out, " +- %" PRIu64, trigger->jitter);
	fprintf(out, "\n%-12s%s%" PRIu64 "%s\n", "  Counted:",
		is_low ? "at least " : "", trigger->count,
		trigger->shared ? " (of the whole core while the command ran)" : "");
	fprintf(out, "%-12s%" PRIu64 ", for %" PRIu64 " events", "  Samples:",
		trigger->all.samples, trigger->all.events);
	if (trigger->count && !is_low)
		fprintf(out, ", %.2f %% not sampled",
			sample_rows_percent(missing, trigger->count) / 100.0);
	fputc('\n', out);
	print_scale(out, trigger);
	if (!trigger->all.samples) {
		say_no_samples(out, &samples->lost, trigger);
	} else if (trigger->all.samples < FEW_SAMPLES) {
		fprintf(out, "few samples: fewer than %d say little; use a %s\n",
			FEW_SAMPLES,
			trigger->frequency ? "higher frequency" : "shorter period");
	}
	if (sample_trigger_misses_many(trigger) && samples->count && !is_low)
		fprintf(out, "more than %d %% of the events were not sampled\n",
			MOST_MISSING);
}

static void print_lost(FILE *out, const struct samples *samples)
{
	const struct sample_lost *lost = &samples->lost;
	unsigned int i;

	for (i = 0; i < samples->trigger_count; i++) {
		const struct sample_trigger *trigger = &samples->triggers[i];

		if (!trigger->left_out)
			continue;
		fprintf(out, "left out: %" PRIu64 " periods of ", trigger->left_out);
		utf8_print(out, trigger->event);
		fputs(", for which the samples after them stand\n", out);
	}
	if (lost->samples)
		fprintf(out, "lost: %" PRIu64 " samples: no room, or they could not be taken\n",
			lost->samples);
	if (lost->periods)
		fprintf(out, "lost: %" PRIu64 " periods, which are in no sample\n",
			lost->periods);
	if (lost->throttles)
		fprintf(out, "perf has stopped an event %" PRIu64
			" times, for %.3f ms: too many interrupts\n", lost->throttles,
			lost->throttled_ns / 1e6);
	if (lost->mappings)
		fprintf(out, "lost: %" PRIu64 " records of mappings; names may be wrong\n",
			lost->mappings);
}

static void print_counts(FILE *out, const struct samples *samples)
{
	size_t i;

	for (i = 0; i < samples->count_count; i++) {
		const struct sample_count *count = &samples->counts[i];

		fprintf(out, "%-12s", count->run ? "Counted:" : "Not counted: ");
		utf8_print(out, count->event);
		if (count->run)
			fprintf(out, ", %s%" PRIu64, count->run == 1 &&
				samples_is_low(samples) ? "at least " : "", count->count);
		if (count->run > 1)
			fprintf(out, " (in run %u)", count->run);
		fputc('\n', out);
	}
}

static void print_metrics(FILE *out, const struct samples *samples)
{
	struct sample_metrics metrics;
	size_t i;

	sample_metrics_make(&metrics, samples);
	for (i = 0; i < metrics.count; i++)
		fprintf(out, "%-12s%s, %s\n", "Metric:", metrics.metrics[i].label,
			metrics.metrics[i].text);
	sample_metrics_free(&metrics);
}

static void print_run(FILE *out, const struct samples *samples)
{
	unsigned int i;

	fputs("Run Summary\n", out);
	sample_summary_rule(out);
	if (*samples->title)
		print_name(out, "Measured:", samples->title);
	print_name(out, "Command:", samples->command);
	print_name(out, "Ended:", samples->broken_off ? "-" : samples->ended);
	print_name(out, "Machine:", samples->machine);
	print_name(out, "Driver:", samples->driver);
	print_name(out, "Date:", samples->broken_off ? "-" : samples->date);
	if (samples->broken_off)
		print_name(out, "Elapsed:", "-");
	else
		fprintf(out, "%-12s%.6f s\n", "Elapsed:", samples->elapsed / 1e9);
	for (i = 0; i < samples->trigger_count; i++)
		print_trigger(out, samples, &samples->triggers[i]);
	print_counts(out, samples);
	print_metrics(out, samples);
	print_lost(out, samples);
}

void sample_table_print(FILE *out, const struct sample_view *view)
{
	print_run(out, view->samples);
	if (view->event)
		print_name(out, "Tables:", view->samples->triggers[view->event].event);
	if (!view->samples->count)
		return;
	fputc('\n', out);
	sample_summary_modules(out, view);
	fputc('\n', out);
	sample_summary_functions(out, view);
	if (view->details == SAMPLE_DETAILS_NONE)
		return;
	fputc('\n', out);
	sample_details_print(out, view);
}
