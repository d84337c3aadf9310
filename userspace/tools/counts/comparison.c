// SPDX-License-Identifier: GPL-2.0
/* Rows that are the same, by a hash table. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "comparison.h"
#include "stall_rows.h"

/* What titles have in common, in whole words. */

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* How many bytes two titles have in common at their beginning, in whole words. */
static size_t common_head(const char *a, const char *b)
{
	size_t i, words = 0;

	for (i = 0; a[i] && a[i] == b[i]; i++)
		if (a[i] == ' ')
			words = i + 1;
	return words;
}

/* The same at their end. */
static size_t common_tail(const char *a, const char *b)
{
	size_t a_length = strlen(a), b_length = strlen(b), i, words = 0;

	for (i = 1; i <= a_length && i <= b_length; i++) {
		if (a[a_length - i] != b[b_length - i])
			break;
		if (a[a_length - i] == ' ')
			words = i;
	}
	return words;
}

/* How many bytes at both ends all titles have in common. */
static void find_common(const struct dump *dump, size_t *head, size_t *tail)
{
	const char *first = dump->measurements[0].title;
	size_t shortest = strlen(first), i;

	*head = shortest;
	*tail = shortest;
	for (i = 1; i < dump->count; i++) {
		const char *title = dump->measurements[i].title;

		*head = smaller(*head, common_head(first, title));
		*tail = smaller(*tail, common_tail(first, title));
		shortest = smaller(shortest, strlen(title));
	}
	if (dump->count == 1)
		*head = 0;
	if (dump->count == 1 || *head + *tail > shortest)
		*tail = 0;
}

/* Has another measurement the same title, in another file? */
static bool needs_file(const struct dump *dump, const struct measurement *measurement)
{
	bool same = false, differ = false;
	size_t i;

	for (i = 0; i < dump->count; i++) {
		const struct measurement *other = &dump->measurements[i];

		if (!measurement->file || !other->file)
			continue;
		if (other == measurement || strcmp(other->title, measurement->title))
			continue;
		same |= !strcmp(other->file, measurement->file);
		differ |= !!strcmp(other->file, measurement->file);
	}
	return differ && !same;
}

/* The files tell all measurements apart, which have one title. */
static bool has_one_title(const struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++)
		if (strcmp(dump->measurements[i].title, dump->measurements[0].title) ||
		    !needs_file(dump, &dump->measurements[i]))
			return false;
	return true;
}

static void set_files(struct headings *headings, const struct dump *dump)
{
	size_t i;

	headings->common = copy_text(dump->measurements[0].title);
	for (i = 0; i < dump->count; i++)
		headings->rest[i] = copy_text(dump->measurements[i].file);
}

/*
 * What the titles have in common stands once: a column needs no more than what
 * differs, as the block sizes of MD00548's Table 6.
 */
struct headings headings_make(const struct dump *dump)
{
	struct headings headings = {
		.rest = zeros(dump->count, sizeof(char *)),
		.count = dump->count,
	};
	const char *first = dump->measurements[0].title;
	size_t head, tail, i;

	if (has_one_title(dump)) {
		set_files(&headings, dump);
		return headings;
	}
	find_common(dump, &head, &tail);
	if (head || tail)
		headings.common = formatted("%.*s...%s", (int)head, first,
					    first + strlen(first) - tail);
	for (i = 0; i < dump->count; i++) {
		const struct measurement *measurement = &dump->measurements[i];
		const char *rest = measurement->title + head;
		const int length = strlen(rest) - tail;
		const bool named = needs_file(dump, measurement);

		headings.rest[i] = formatted("%.*s%s%s%s", length, rest, named ? " (" : "",
					     named ? measurement->file : "", named ? ")" : "");
	}
	return headings;
}

void headings_free(struct headings *headings)
{
	size_t i;

	for (i = 0; i < headings->count; i++)
		free(headings->rest[i]);
	free(headings->rest);
	free(headings->common);
}

void headings_partial(FILE *out, const char *before, const struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->count; i++)
		if (dump->measurements[i].partial)
			fprintf(out, "%spartial: %s: %s\n", before,
				dump->measurements[i].title,
				dump->measurements[i].partial);
	for (i = 0; i < dump->count; i++)
		if (dump->measurements[i].differ)
			fprintf(out, "%s%s: %s\n", before, dump->measurements[i].title,
				dump->measurements[i].differ);
}

const char *heading_scope(const struct measurement *measurement)
{
	static const char *const words[] = {
		[SCOPE_TASKS] = "counts of the command",
		[SCOPE_MACHINE] = "counts of the whole machine",
	};

	return words[measurement->scope];
}

/* Once, if it is the same everywhere. */
void headings_scope(FILE *out, const char *before, const struct dump *dump)
{
	const struct measurement *all = dump->measurements;
	bool same = true;
	size_t i;

	for (i = 1; i < dump->count; i++)
		same &= all[i].scope == all->scope;
	for (i = 0; i < (same ? 1 : dump->count); i++) {
		const char *words = heading_scope(&all[i]);

		if (words)
			fprintf(out, "%s%s%s%s\n", before, same ? "" : all[i].title,
				same ? "" : ": ", words);
	}
}

#define uthash_fatal(words) out_of_memory()
#include <uthash.h>

/* What makes rows the same.  Without padding, as all of its bytes are compared. */
struct key {
	uint64_t metric;
	uint32_t bank;
	uint32_t control;
	char native[PERFCNT_NAME_SIZE];
};

struct place {
	struct key key;
	size_t line;
	UT_hash_handle hh;
};

static struct key key_of(const struct row *row)
{
	struct key key = { 0 };

	if (!row->reading) {
		key.metric = (uintptr_t)row->metric;
		key.control = row->group;
		return key;
	}
	key.bank = bank_of(row->reading->counter);
	key.control = row->reading->control & READING_EVENT_BITS;
	memcpy(key.native, row->reading->native,
	       strnlen(row->reading->native, PERFCNT_NAME_SIZE - 1));
	return key;
}

static size_t add_line(struct comparison *comparison, const struct row *row)
{
	struct comparison_line *line;

	comparison->lines = grow(comparison->lines, comparison->count,
				 sizeof(*comparison->lines));
	line = &comparison->lines[comparison->count];
	line->head = row;
	line->cells = zeros(comparison->view->dump->count,
			    sizeof(*line->cells));
	return comparison->count++;
}

/* The row's line, which may be a new one. */
static size_t line_of(struct comparison *comparison, struct place **places,
		      const struct row *row)
{
	const struct key key = key_of(row);
	struct place *place;

	HASH_FIND(hh, *places, &key, sizeof(key), place);
	if (!place) {
		place = zeros(1, sizeof(*place));
		place->key = key;
		place->line = add_line(comparison, row);
		HASH_ADD(hh, *places, key, sizeof(place->key), place);
	}
	return place->line;
}

static void free_places(struct place *places)
{
	struct place *place = places, *next;

	HASH_CLEAR(hh, places);
	for (; place; place = next) {
		next = place->hh.next;
		free(place);
	}
}

static void add_lines(struct comparison *comparison, const size_t *counts,
		      bool events)
{
	struct place *places = NULL;
	size_t i, j;

	for (i = 0; i < comparison->view->dump->count; i++) {
		for (j = 0; j < counts[i]; j++) {
			const struct row *row = &comparison->rows[i][j];
			size_t line;

			if (!row->reading == events)
				continue;
			line = line_of(comparison, &places, row);
			comparison->lines[line].cells[i] = row;
		}
	}
	free_places(places);
}

struct comparison comparison_make(const struct view *view)
{
	struct comparison comparison = {
		.view = view,
		.rows = zeros(view->dump->count, sizeof(struct row *)),
	};
	size_t *counts = zeros(view->dump->count, sizeof(*counts));
	size_t i;

	for (i = 0; i < view->dump->count; i++)
		comparison.rows[i] = chosen_rows(view,
						 &view->dump->measurements[i],
						 &counts[i]);
	add_lines(&comparison, counts, true);
	add_lines(&comparison, counts, false);
	free(counts);
	return comparison;
}

void comparison_free(struct comparison *comparison)
{
	size_t i;

	for (i = 0; i < comparison->count; i++)
		free(comparison->lines[i].cells);
	for (i = 0; i < comparison->view->dump->count; i++)
		free(comparison->rows[i]);
	free(comparison->lines);
	free(comparison->rows);
}
