// SPDX-License-Identifier: GPL-2.0
/* Rows that are the same, by a hash table. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "chosen_rows.h"
#include "comparison.h"

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
