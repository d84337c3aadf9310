// SPDX-License-Identifier: GPL-2.0
/* The optimal string alignment distance of short names. */
#include <string.h>

#include "near.h"

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
