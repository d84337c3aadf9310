// SPDX-License-Identifier: GPL-2.0
/* The table of settings. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <linux/perfcnt_samples.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "metrics/metrics.h"
#include "settings.h"
#include "summary.h"

#define MOST_ROWS	1000000
#define MOST_CONTEXT	1000

void settings_begin(struct settings *settings)
{
	*settings = (struct settings){
		.details = SAMPLE_DETAILS_STATEMENT,
		.columns = ~0u,
		.cutoff = { .percent = 0.1, .cumulative = 100, .least = 5 },
		.detail_cutoff = { .percent = 0.1, .cumulative = 100, .least = 5 },
	};
}

static void free_specs(struct sampling_specs *specs)
{
	while (specs->count)
		free(specs->specs[--specs->count].event);
}

void settings_end(struct settings *settings)
{
	free_specs(&settings->sampled);
	free_specs(&settings->before);
	free(settings->title);
	free(settings->counts);
	free(settings->metrics);
	free(settings->modes);
	free(settings->sort_by);
}

/* A frequency holds for periods of earlier places, and where its own names none. */
static void set_frequency(struct settings *settings)
{
	struct sampling_specs *sampled = &settings->sampled;
	unsigned int i;

	for (i = 0; settings->frequency_is_new && i < sampled->count; i++)
		if (!sampled->specs[i].has_period)
			sampled->specs[i].frequency = settings->frequency;
	for (i = 0; settings->frequency_is_new && i < settings->before.count; i++)
		settings->before.specs[i].frequency = settings->frequency;
	settings->frequency_is_new = false;
}

void settings_next(struct settings *settings)
{
	set_frequency(settings);
	if (!settings->sampled.count)
		return;
	free_specs(&settings->before);
	settings->before = settings->sampled;
	settings->sampled.count = 0;
}

/* The event as it is, if it has modes of its own. */
static void set_modes(char **event, const char *modes)
{
	char *whole;

	if (!modes || strchr(*event, ':'))
		return;
	whole = formatted("%s%s", *event, modes);
	free(*event);
	*event = whole;
}

static void set_modes_of_counts(struct settings *settings)
{
	char *all = settings->counts ?: copy_text(""), *rest = all, *word;

	settings->counts = copy_text("");
	while ((word = strsep(&rest, " "))) {
		char *event = copy_text(word), *longer;

		set_modes(&event, settings->modes);
		longer = formatted("%s%s%s", settings->counts,
				   *settings->counts && *word ? " " : "",
				   *word ? event : "");
		free(settings->counts);
		settings->counts = longer;
		free(event);
	}
	free(all);
}

/* What holds if nothing is said of it. */
static void begin_spec(const struct settings *settings, struct sampling_spec *spec)
{
	sampling_spec_begin(spec);
	spec->frequency = settings->frequency;
}

void settings_complete(struct settings *settings)
{
	struct sampling_specs *sampled = &settings->sampled;
	unsigned int i;

	set_frequency(settings);
	if (!sampled->count) {
		*sampled = settings->before;
		settings->before.count = 0;
	}
	if (!sampled->count)
		begin_spec(settings, &sampled->specs[sampled->count++]);
	for (i = 0; i < sampled->count; i++)
		set_modes(&sampled->specs[i].event, settings->modes);
	set_modes_of_counts(settings);
}

/* Omitted fields are those of the one that it replaces, or the default. */
static char *take_spec(struct settings *settings, const char *value)
{
	struct sampling_specs *sampled = &settings->sampled;
	struct sampling_spec *spec = &sampled->specs[sampled->count];

	if (sampled->count == SAMPLES_MOST_TRIGGERS)
		return formatted("too many events (at most %d)", SAMPLES_MOST_TRIGGERS);
	if (sampled->count < settings->before.count) {
		*spec = settings->before.specs[sampled->count];
		spec->event = copy_text(spec->event);
		spec->has_period = false;
	} else {
		begin_spec(settings, spec);
	}
	sampled->count++;
	return sampling_spec_read(spec, value);
}

static char *take_frequency(struct settings *settings, const char *value)
{
	uint64_t number;

	if (number_read(value, 10, PERFCNT_SAMPLING_FREQUENCY_MAX, &number) || !number)
		return formatted("'%s' is not a number of samples a second, 1 to %d", value,
				 PERFCNT_SAMPLING_FREQUENCY_MAX);
	settings->frequency = number;
	settings->frequency_is_new = true;
	return NULL;
}

static char *take_text(char **text, const char *value)
{
	free(*text);
	*text = copy_text(value);
	return NULL;
}

static char *take_title(struct settings *settings, const char *value)
{
	return take_text(&settings->title, value);
}

static char *take_counts(struct settings *settings, const char *value)
{
	char *at;

	take_text(&settings->counts, value);
	while ((at = strpbrk(settings->counts, ",\t")))
		*at = ' ';
	return NULL;
}

static bool is_metric(const char *name)
{
	size_t count, i;
	const struct metric *metrics = metrics_all(&count);

	for (i = 0; i < count; i++)
		if (!strcmp(metrics[i].name, name))
			return true;
	return false;
}

static char *take_metrics(struct settings *settings, const char *value)
{
	char *all = copy_text(value), *rest = all, *word, *wrong = NULL;

	while (!wrong && (word = strsep(&rest, ", \t")))
		if (*word && strcmp(word, "none") && !is_metric(word))
			wrong = formatted("no metric '%s'; 'pc_parse --list' names all",
					  word);
	free(all);
	return wrong ?: take_text(&settings->metrics, value);
}

static char *take_modes(struct settings *settings, const char *value)
{
	if (*value != ':' || !value[1] || value[1 + strspn(value + 1, "ukse")])
		return formatted("'%s' is not modes such as :u or :uk", value);
	return take_text(&settings->modes, value);
}

static char *take_details(struct settings *settings, const char *value)
{
	static const char *const names[] = {
		[SAMPLE_DETAILS_NONE] = "none",
		[SAMPLE_DETAILS_STATEMENT] = "statement",
		[SAMPLE_DETAILS_INSTRUCTION] = "instruction",
		[SAMPLE_DETAILS_ALL] = "all",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(value, names[i]) ||
		    (value[0] == names[i][0] && !value[1])) {
			settings->details = i;
			return NULL;
		}
	return formatted("unknown details '%s'; use none, statement, instruction or all",
			 value);
}

static bool take_percent(const char **at, double *percent)
{
	char *end;
	double number = strtod(*at, &end);

	if (end == *at || (*end && *end != ',') ||
	    strspn(*at, "0123456789.") < (size_t)(end - *at) || number > 100)
		return false;
	*at = end + (*end == ',');
	*percent = number;
	return true;
}

static char *take_cutoff(struct sample_cutoff *cutoff, const char *value)
{
	const char *at = value;
	uint64_t least;

	if (!take_percent(&at, &cutoff->percent) ||
	    (*at && !take_percent(&at, &cutoff->cumulative)))
		return formatted("'%s' is not a number up to 100", at);
	if (!*at)
		return NULL;
	if (number_read(at, 10, MOST_ROWS, &least))
		return formatted("'%s' is not a number of rows", at);
	cutoff->least = least;
	return NULL;
}

static char *take_summary_cutoff(struct settings *settings, const char *value)
{
	return take_cutoff(&settings->cutoff, value);
}

static char *take_detail_cutoff(struct settings *settings, const char *value)
{
	return take_cutoff(&settings->detail_cutoff, value);
}

static char *take_context(struct settings *settings, const char *value)
{
	uint64_t number;

	if (number_read(value, 10, MOST_CONTEXT, &number))
		return formatted("'%s' is not a number of lines up to %d", value,
				 MOST_CONTEXT);
	settings->context = number;
	return NULL;
}

static char *take_sort_by(struct settings *settings, const char *value)
{
	if (!*value)
		return formatted("it wants 'samples' or an event");
	free(settings->sort_by);
	settings->sort_by = strcmp(value, "samples") ? copy_text(value) : NULL;
	return NULL;
}

static char *take_columns(struct settings *settings, const char *value)
{
	const char *wrong = sample_summary_columns(value, &settings->columns);

	if (!wrong)
		return NULL;
	return formatted("no column '%.*s'; there are %s", (int)strcspn(wrong, ", \t"), wrong,
			 "percent, margin, cumulative, samples, estimate and file");
}

static const struct {
	const char *name;
	char *(*take)(struct settings *settings, const char *value);
} table[] = {
	{ "title", take_title },
	{ "sampling-spec", take_spec },
	{ "frequency", take_frequency },
	{ "counts", take_counts },
	{ "metrics", take_metrics },
	{ "event-defaults", take_modes },
	{ "report-details", take_details },
	{ "summary-cutoff", take_summary_cutoff },
	{ "detail-cutoff", take_detail_cutoff },
	{ "context-lines", take_context },
	{ "sort-by", take_sort_by },
	{ "columns", take_columns },
};

bool settings_has(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		if (!strcmp(name, table[i].name))
			return true;
	return false;
}

char *settings_take(struct settings *settings, const char *name, const char *value)
{
	size_t i;

	for (i = 0; strcmp(name, table[i].name); i++)
		;
	return table[i].take(settings, value);
}

/* Without its modes, if none are named. */
static bool is_named(const char *event, const char *name)
{
	size_t length = strchr(name, ':') ? strlen(event) : strcspn(event, ":");

	return strlen(name) == length && !strncasecmp(event, name, length);
}

unsigned int settings_event(const struct settings *settings,
			    const struct samples *samples)
{
	unsigned int i;

	if (!settings->sort_by)
		return 0;
	for (i = 0; i < samples->trigger_count; i++)
		if (is_named(samples->triggers[i].event, settings->sort_by))
			return i;
	fail("--sort-by: %s was not sampled", settings->sort_by);
}
