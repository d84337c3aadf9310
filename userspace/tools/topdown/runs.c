// SPDX-License-Identifier: GPL-2.0
/* A failure to write must not pass for a success. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/output.h"
#include "runs.h"

void shown_open(struct shown *shown, const struct options *options,
		FILE *out, const char *name)
{
	*shown = (struct shown){
		.options = options,
		.out = options->shared.output ? output_open(options->shared.output, false) : out,
		.name = options->shared.output ?: name,
	};
}

/* What was measured before is kept as long as there is nothing new. */
static void write_now(struct shown *shown, const struct topdown *all,
		      size_t count)
{
	const struct options *options = shown->options;

	if (options->shared.output && !shown->begun)
		output_replace(shown->out, options->shared.output);
	topdown_format_write(options->format, shown->out, all, count,
			     !shown->begun);
	fflush(shown->out);
	shown->begun = true;
}

static void free_all(struct topdown *all, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		topdown_free(&all[i]);
}

void shown_add(struct shown *shown, struct topdown *all, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		topdown_judge(&all[i], &shown->options->thresholds);
	if (!topdown_format_is_whole(shown->options->format)) {
		write_now(shown, all, count);
		free_all(all, count);
		return;
	}
	shown->kept = resize(shown->kept, shown->count + count, sizeof(*all));
	memcpy(shown->kept + shown->count, all, count * sizeof(*all));
	shown->count += count;
}

/* A table says it, where it can be seen. */
void shown_say_partial(const struct shown *shown, const char *partial)
{
	if (partial && (shown->options->shared.output ||
			!topdown_format_says_partial(shown->options->format)))
		say("%s", partial);
}

bool shown_close(struct shown *shown)
{
	bool good;

	if (shown->count)
		write_now(shown, shown->kept, shown->count);
	free_all(shown->kept, shown->count);
	free(shown->kept);
	good = output_is_written(shown->out, shown->name);
	if (shown->out != stdout && shown->out != stderr)
		fclose(shown->out);
	return good;
}
