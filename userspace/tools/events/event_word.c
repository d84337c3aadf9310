// SPDX-License-Identifier: GPL-2.0
/* The grammar of names, and of lists of them. */
#include <stddef.h>
#include <string.h>

#include "base/number.h"
#include "control.h"
#include "event_word.h"

static const char separators[] = " ,\t\n";
static const char digits[] = "0123456789abcdefABCDEF";

/* How long r<hex>,<hex> is at the start of a text; 0 if there is none. */
static size_t raw_pair(const char *text)
{
	size_t first, second;

	if (*text != 'r')
		return 0;
	first = strspn(text + 1, digits);
	if (!first || text[1 + first] != ',')
		return 0;
	second = strspn(text + first + 2, digits);
	if (!second || !strchr(" ,\t\n:@", text[first + 2 + second]))
		return 0;
	return first + 2 + second;
}

/* How long pmu/name/ is at the start of a text; 0 if there is none. */
static size_t slashes(const char *text)
{
	size_t pmu = strcspn(text, " ,\t\n:@/"), name;

	if (text[pmu] != '/')
		return 0;
	name = strcspn(text + pmu + 1, " \t\n/");
	return text[pmu + 1 + name] == '/' ? pmu + name + 2 : 0;
}

char *event_word_next(char **at)
{
	char *word = *at + strspn(*at, separators), *end;

	if (!*word)
		return NULL;
	end = word + (raw_pair(word) ?: slashes(word));
	end += strcspn(end, separators);
	*at = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

static const char *read_filter(const char *text, struct filter *filter)
{
	uint64_t number;

	if (!strncmp(text, "tc", 2)) {
		filter->mt_en = PERFCNT_MT_EN_TC;
		text += 2;
	} else if (!strncmp(text, "vpe", 3)) {
		filter->mt_en = PERFCNT_MT_EN_VPE;
		text += 3;
	} else {
		return "unknown filter; use @tcN or @vpeN";
	}
	if (number_read(text, 10, FILTER_MOST, &number))
		return "expected a number after @tc or @vpe";
	filter->unit = number;
	return NULL;
}

const char *event_word_read(char *text, struct event_word *word)
{
	char *at = strpbrk(text, ":@");

	*word = (struct event_word){ .name = text };
	if (at && *at == ':') {
		char *modes = at + 1;

		*at = '\0';
		at = strchr(modes, '@');
		if (at)
			*at = '\0';
		if (!*modes)
			return "missing mode after ':'; use u, s, k or e";
		if (control_read_modes(modes, &word->modes))
			return "unknown or duplicate mode; use u, s, k or e";
	}
	if (!at)
		return NULL;
	*at = '\0';
	word->has_filter = true;
	return read_filter(at + 1, &word->filter);
}
