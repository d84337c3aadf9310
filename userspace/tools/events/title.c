// SPDX-License-Identifier: GPL-2.0
/* Titles are words of people: no character is cut in two. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/utf8.h"
#include "title.h"

#define OPENING " ("

char *title_of(char *const *command)
{
	size_t length = 0;
	char *const *word;
	char *title, *c;

	for (word = command; *word; word++)
		length += strlen(*word) + 1;
	title = zeros(length, 1);
	c = title;
	for (word = command; *word; word++) {
		c = stpcpy(c, *word);
		if (word[1])
			c = stpcpy(c, " ");
	}
	title[utf8_cut(title, TITLE_MOST)] = '\0';
	for (c = title; *c; c++)
		if (iscntrl((unsigned char)*c))
			*c = ' ';
	return title;
}

char *title_repetition(const char *title, unsigned int number,
		       unsigned int count)
{
	char *text;

	if (asprintf(&text, "%s" OPENING "%u of %u)", title, number, count) < 0)
		out_of_memory();
	return text;
}

/* The last @opening of a text. */
static const char *find_last(const char *text, const char *opening)
{
	const char *last = NULL;

	while ((text = strstr(text, opening)))
		last = text++;
	return last;
}

size_t title_without_repetition(const char *title, unsigned int *number)
{
	const char *opening = find_last(title, OPENING), *at;
	uint64_t which, count;

	*number = 0;
	if (!opening)
		return strlen(title);
	at = opening + strlen(OPENING);
	if (number_take(&at, 10, UINT32_MAX, &which) ||
	    strncmp(at, " of ", 4))
		return strlen(title);
	at += 4;
	if (number_take(&at, 10, UINT32_MAX, &count) || strcmp(at, ")") ||
	    !which || which > count)
		return strlen(title);
	*number = which;
	return opening - title;
}
