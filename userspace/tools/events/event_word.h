/* SPDX-License-Identifier: GPL-2.0 */
/* Events as words: name[:modes][@tcN|@vpeN], as in /proc/perf. */
#ifndef PERFCNT_TOOLS_EVENT_WORD_H
#define PERFCNT_TOOLS_EVENT_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "filter.h"

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
