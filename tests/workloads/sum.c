// SPDX-License-Identifier: GPL-2.0
/*
 * sum KB COUNT: adds up COUNT words, one after the other, of KB KiB; after the last it
 * goes on with the first. What fits in the data cache is loaded once.
 */
#include <err.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_KB	(64 * 1024)

static unsigned long to_number(const char *text, unsigned long most)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (*end || !value || value > most)
		errx(2, "'%s' is not a number from 1 to %lu", text, most);
	return value;
}

int main(int argc, char **argv)
{
	unsigned long size, count, done = 0, i;
	uint32_t *words, sum = 0;

	if (argc != 3)
		errx(2, "usage: sum KB COUNT");
	size = to_number(argv[1], MOST_KB) * 1024;
	count = to_number(argv[2], UINT32_MAX);
	words = aligned_alloc(4096, size < 4096 ? 4096 : size);
	if (!words)
		err(2, "memory");
	memset(words, 1, size);
	while (done < count)
		for (i = 0; i < size / sizeof(*words) && done < count; i++, done++)
			sum += words[i];
	printf("%u\n", sum);
	return 0;
}
