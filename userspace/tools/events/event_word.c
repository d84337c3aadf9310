// SPDX-License-Identifier: GPL-2.0
/* The grammar of names, and of lists of them. */
#include <stddef.h>
#include <string.h>

#include "base/number.h"
#include "event_word.h"
#include "events.h"

/* The optimal string alignment distance of short names. */

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/*
 * A row of the table for each letter of @a: how many changes make its beginning
 * that of @b.  Two rows back are needed for letters that change places.
 */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int rows[3][PERFCNT_NAME_SIZE], i, k;
	size_t length_a = strlen(a), length_b = strlen(b);

	for (k = 0; k <= length_b; k++)
		rows[0][k] = k;
	for (i = 1; i <= length_a; i++) {
		unsigned int *row = rows[i % 3], *before = rows[(i - 1) % 3];

		row[0] = i;
		for (k = 1; k <= length_b; k++) {
			row[k] = before[k - 1] + (a[i - 1] != b[k - 1]);
			row[k] = least(row[k], before[k] + 1);
			row[k] = least(row[k], row[k - 1] + 1);
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] &&
			    a[i - 2] == b[k - 1])
				row[k] = least(row[k],
					       rows[(i + 1) % 3][k - 2] + 1);
		}
	}
	return rows[length_a % 3][length_b];
}

void near_begin(struct near *near, const char *word)
{
	*near = (struct near){ .word = word };
	near->distance = strlen(word) / 3 + 1;
}

void near_try(struct near *near, const char *name)
{
	unsigned int changes;

	if (strlen(name) >= PERFCNT_NAME_SIZE)
		return;
	changes = distance(near->word, name);
	if (changes >= near->distance)
		return;
	near->distance = changes;
	strcpy(near->name, name);
}

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
		const char *wrong;

		*at = '\0';
		at = strchr(modes, '@');
		if (at)
			*at = '\0';
		if (!*modes)
			return "missing mode after ':'; use u, s, k or e";
		wrong = control_read_modes(modes, &word->modes);
		if (wrong)
			return wrong;
	}
	if (!at)
		return NULL;
	*at = '\0';
	word->has_filter = true;
	return read_filter(at + 1, &word->filter);
}
