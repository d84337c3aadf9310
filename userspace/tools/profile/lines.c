// SPDX-License-Identifier: GPL-2.0
/* The function is walked by address: a line is where it has its first sample. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lines.h"

/* Also of an inlined function, which may be in another file. */
bool sample_lines_is_same(const struct place *one, const struct place *other)
{
	return one->line == other->line &&
	       !strcmp(one->line_file ?: "", other->line_file ?: "");
}

static struct sample_line *find_line(struct sample_lines *lines,
				     const struct place *place)
{
	struct sample_line *line;
	size_t i;

	for (i = 0; i < lines->count; i++)
		if (sample_lines_is_same(lines->lines[i].place, place))
			return &lines->lines[i];
	lines->lines = grow(lines->lines, i, sizeof(*line));
	line = &lines->lines[lines->count++];
	*line = (struct sample_line){ .place = place };
	return line;
}

void sample_lines_make(struct sample_lines *lines, const struct sample_hits *hits)
{
	const struct place *before = NULL;
	size_t i;

	*lines = (struct sample_lines){ 0 };
	for (i = 0; i < hits->count; i++) {
		const struct place *place = hits->hits[i].place;
		struct sample_line *line = find_line(lines, place);
		bool first = !before || !sample_lines_is_same(place, before);

		line->samples[hits->hits[i].trigger]++;
		line->runs += first;
		if (before && first && line->runs == 1)
			line->back = place->line < before->line;
		before = place;
	}
}

void sample_lines_free(struct sample_lines *lines)
{
	free(lines->lines);
}
