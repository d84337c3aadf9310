// SPDX-License-Identifier: GPL-2.0
/* Words and numbers of a line, from the left. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

#include <linux/perfcnt.h>

#include "base/number.h"
#include "dump_words.h"

#define BILLION 1000000000u

void dump_skip_blanks(const char **at)
{
	while (isspace((unsigned char)**at))
		++*at;
}

bool dump_skip_word(const char **at, const char *word)
{
	size_t length = strlen(word);

	if (strncasecmp(*at, word, length))
		return false;
	*at += length;
	return true;
}

bool dump_take_counter(const char **at, unsigned int *counter)
{
	uint64_t number;

	if (!dump_skip_word(at, "PerfCnt["))
		return false;
	if (!number_take(at, 10, PERFCNT_MAX_COUNTERS - 1, &number))
		*counter = number;
	else if (errno == ERANGE)
		*counter = PERFCNT_MAX_COUNTERS;
	else
		return false;
	return dump_skip_word(at, "].");
}

bool dump_take_colon(const char **at)
{
	dump_skip_blanks(at);
	if (!dump_skip_word(at, ":"))
		return false;
	dump_skip_blanks(at);
	return true;
}

bool dump_take_seconds(const char **at, const char *name, uint64_t *time)
{
	uint64_t whole, part = 0, digit = BILLION / 10;

	if (!dump_skip_word(at, name))
		return false;
	dump_skip_blanks(at);
	if (number_take(at, 10, UINT32_MAX, &whole) || !dump_skip_word(at, "."))
		return false;
	for (; isdigit((unsigned char)**at); ++*at, digit /= 10)
		part += (**at - '0') * digit;
	dump_skip_blanks(at);
	*time = whole * BILLION + part;
	return true;
}
