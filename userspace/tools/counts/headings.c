// SPDX-License-Identifier: GPL-2.0
/* What titles have in common, in whole words. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "headings.h"

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

	find_common(dump, &head, &tail);
	if ((head || tail) &&
	    asprintf(&headings.common, "%.*s...%s", (int)head, first,
		     first + strlen(first) - tail) < 0)
		out_of_memory();
	for (i = 0; i < dump->count; i++) {
		char *rest = copy_text(dump->measurements[i].title + head);

		rest[strlen(rest) - tail] = '\0';
		headings.rest[i] = rest;
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
