// SPDX-License-Identifier: GPL-2.0
/* The module's own tables and grammar, which know the names of all machines. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "events/event_word.h"
#include "misspelt.h"
#include "pretended.h"

/* Whether there is an event of that name; if not, the nearest one comes back. */
static bool is_name(const struct perfcnt_describe *describe, const char *name,
		    struct near *near)
{
	struct perfcnt_event_row row;
	unsigned int i;

	near_begin(near, name);
	for (i = 0; pretended_event(describe, i, &row); i++) {
		if (!strcmp(row.name, name))
			return true;
		near_try(near, row.name);
	}
	return false;
}

/* What is wrong with a word that the grammar does not take. */
static char *why(const struct perfcnt_describe *describe, const char *text)
{
	char *copy = copy_text(text), *wrong = NULL;
	struct event_word word;
	const char *found = event_word_read(copy, &word);
	struct near near;

	if (found)
		wrong = copy_text(found);
	else if (is_name(describe, word.name, &near))
		wrong = NULL; /* it can be counted so, if at all, on some machine */
	else if (*near.name)
		wrong = formatted("no such event; did you mean '%s'?", near.name);
	else
		wrong = copy_text("no such event; see pc_sweep --list");
	free(copy);
	return wrong;
}

char *misspelt(const char *word)
{
	struct perfcnt_describe describe;
	struct pretended_reason reason;
	struct perfcnt_what what;

	if (strchr(word, '/'))
		return NULL;
	pretended_describe("perf", &describe);
	if (!pretended_name(&describe, 0, word, &what, &reason) || reason.error == ENOENT)
		return NULL;
	return why(&describe, word);
}
