/* SPDX-License-Identifier: GPL-2.0 */
/* Events as words, and the known name that an unknown one may be meant for. */
#ifndef PERFCNT_TOOLS_EVENT_WORD_H
#define PERFCNT_TOOLS_EVENT_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include <linux/perfcnt.h>

#include "filter.h"

/**
 * struct near - the nearest name so far
 * @word: the name that is not known
 * @distance: how many letters must change to make it @name
 * @name: the nearest name, or "" if none is near
 */
struct near {
	const char *word;
	unsigned int distance;
	char name[PERFCNT_NAME_SIZE];
};

/**
 * near_begin() - begin to look for a name
 * @near: comes back
 * @word: the name that is not known
 */
void near_begin(struct near *near, const char *word);

/**
 * near_try() - look at a name that is known
 * @near: keeps it if it is nearer than all before
 * @name: the name
 *
 * A name is near if a third of the letters change at most: if one is missing, too
 * many, wrong, or changes places with the next.
 */
void near_try(struct near *near, const char *name);

/**
 * struct event_word - the parts of a word
 * @name: the name or the code
 * @modes: the modes, or 0 if there are none
 * @has_filter: is there a filter?
 * @filter: the filter
 */
struct event_word {
	const char *name;
	uint32_t modes;
	bool has_filter;
	struct filter filter;
};

/**
 * event_word_next() - cut the next word off a list
 * @at: the rest of the list
 *
 * Spaces and commas separate words.  A comma between slashes, or after r<hex> and
 * before another hexadecimal number, is part of a name: r1b7,1 is one event.
 *
 * Return: the word, or NULL at the end of the list.
 */
char *event_word_next(char **at);

/**
 * event_word_read() - take a word apart
 * @text: the word; is cut up, and kept
 * @word: comes back
 *
 * Return: NULL, or what is wrong with it.
 */
const char *event_word_read(char *text, struct event_word *word);

#endif /* PERFCNT_TOOLS_EVENT_WORD_H */
