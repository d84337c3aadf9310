/* SPDX-License-Identifier: GPL-2.0 */
/* Events as words, and the known name that an unknown one may be meant for. */
#ifndef PERFCNT_TOOLS_EVENT_WORD_H
#define PERFCNT_TOOLS_EVENT_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include <linux/perfcnt.h>

#include "filter.h"

/* The nearest name so far. */
struct near {
	const char *word; /* the name that is not known */
	unsigned int distance; /* how many letters must change to make it @name */
	char name[PERFCNT_NAME_SIZE]; /* "" if none is near */
};

/* Begins to look for a name that is not known. */
void near_begin(struct near *near, const char *word);

/*
 * Keeps a name that is known if it is nearer than all before.  A name is near if a third of the
 * letters change at most: if one is missing, too many, wrong, or changes places with the next.
 */
void near_try(struct near *near, const char *name);

/* The parts of a word. */
struct event_word {
	const char *name; /* or the code */
	uint32_t modes; /* 0 if there are none */
	bool has_filter;
	struct filter filter;
};

/*
 * Cuts the next word off a list, of which @at has the rest; NULL at its end.  Spaces and commas
 * separate words.  A comma between slashes, or after r<hex> and before another hexadecimal number,
 * is part of a name: r1b7,1 is one event.
 */
char *event_word_next(char **at);

/* Takes a word apart, which is cut up, and kept.  Returns NULL, or what is wrong with it. */
const char *event_word_read(char *text, struct event_word *word);

#endif /* PERFCNT_TOOLS_EVENT_WORD_H */
