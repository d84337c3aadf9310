// SPDX-License-Identifier: GPL-2.0
/* The samples of one function among all. */
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt_samples.h>

#include "base/memory.h"
#include "hits.h"

static int compare(const void *left, const void *right)
{
	const struct sample_hit *one = left, *other = right;

	return (one->place->address > other->place->address) -
	       (one->place->address < other->place->address);
}

void sample_hits_find(struct sample_hits *hits, const struct sample_view *view,
		      const struct sample_rows *rows, const struct sample_row *row)
{
	const struct samples *samples = view->samples;
	const size_t *number = rows->numbers + row->first;
	size_t i;

	*hits = (struct sample_hits){
		.hits = resize(NULL, row->hits, sizeof(*hits->hits)),
	};
	for (i = 0; i < row->hits; i++, number++)
		hits->hits[hits->count++] = (struct sample_hit){
			&view->places[*number], &samples->spots[*number]
		};
	if (hits->count)
		qsort(hits->hits, hits->count, sizeof(*hits->hits), compare);
}

void sample_hits_free(struct sample_hits *hits)
{
	free(hits->hits);
}

/* The function is walked by address: a line is where it has its first sample. */

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
		const struct sample_spot *spot = hits->hits[i].spot;
		const struct place *place = hits->hits[i].place;
		struct sample_line *line = find_line(lines, place);
		bool first = !before || !sample_lines_is_same(place, before);

		sample_sum_merge(&line->sums[spot->trigger], &spot->sum);
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

/* What a function has, and what is listed of it. */

static void add(struct sample_code *code, const struct place *place)
{
	code->instructions = grow(code->instructions, code->count,
				  sizeof(*code->instructions));
	code->instructions[code->count++] =
		(struct sample_instruction){ .place = place };
}

static int compare_instructions(const void *left, const void *right)
{
	const struct sample_instruction *one = left, *other = right;

	return (one->place->address > other->place->address) -
	       (one->place->address < other->place->address);
}

/* Those of the file, and those that only a sample knows. */
static void collect(struct sample_code *code, const struct sample_hits *hits)
{
	const struct place_code *known = hits->count ? hits->hits->place->code : NULL;
	uint64_t before = 0;
	size_t i, at = 0;

	for (i = 0; known && i < known->count; i++)
		add(code, &known->places[i]);
	for (i = 0; i < hits->count; i++) {
		const struct place *place = hits->hits[i].place;

		while (known && at < known->count &&
		       known->places[at].address < place->address)
			at++;
		if ((!known || at == known->count ||
		     known->places[at].address != place->address) &&
		    (!i || place->address != before))
			add(code, place);
		before = place->address;
	}
	if (code->count)
		qsort(code->instructions, code->count, sizeof(*code->instructions),
		      compare_instructions);
}

static void count(struct sample_code *code, const struct sample_hits *hits)
{
	struct sample_instruction *instruction = code->instructions;
	size_t i;

	for (i = 0; i < hits->count; i++) {
		const struct sample_hit *hit = &hits->hits[i];
		const struct sample_spot *spot = hit->spot;
		bool is_precise = spot->flags & PERFCNT_SAMPLE_PRECISE;

		while (instruction->place->address != hit->place->address)
			instruction++;
		sample_sum_merge(&instruction->sums[spot->trigger], &spot->sum);
		if (spot->flags & PERFCNT_SAMPLE_SLOT)
			instruction->in_slot += spot->sum.samples;
		instruction->is_precise = is_precise && (!instruction->is_hot ||
							 instruction->is_precise);
		instruction->is_hot = true;
		instruction->is_listed = true;
		instruction->owner = instruction - code->instructions;
	}
}

/* One near the number, if it is so near that it is listed. */
static void list(struct sample_code *code, size_t number, unsigned int context)
{
	size_t far = 0;
	struct sample_instruction *one = &code->instructions[number];

	while (!one->is_listed && ++far <= context) {
		size_t before = number - far, after = number + far;

		if (far <= number && code->instructions[before].is_hot)
			one->owner = before;
		else if (after < code->count && code->instructions[after].is_hot)
			one->owner = after;
		else
			continue;
		one->is_listed = true;
	}
}

/* Below its jump, whatever samples it has of its own. */
static void list_slot(struct sample_instruction *instruction)
{
	if (!instruction->place->is_slot || !instruction[-1].is_listed)
		return;
	instruction->is_listed = true;
	instruction->owner = instruction[-1].owner;
}

void sample_code_make(struct sample_code *code, const struct sample_hits *hits,
		      unsigned int context)
{
	size_t i;

	*code = (struct sample_code){ 0 };
	collect(code, hits);
	count(code, hits);
	for (i = 0; i < code->count; i++)
		list(code, i, context);
	for (i = 1; i < code->count; i++)
		list_slot(&code->instructions[i]);
}

void sample_code_free(struct sample_code *code)
{
	free(code->instructions);
}
