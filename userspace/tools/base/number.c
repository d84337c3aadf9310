// SPDX-License-Identifier: GPL-2.0
/* strtoull(3), which takes more than a number. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "number.h"

int number_take(const char **at, int base, uint64_t most, uint64_t *number)
{
	unsigned char first = **at;
	char *end;

	if (base == 16 ? !isxdigit(first) : !isdigit(first)) {
		errno = EINVAL;
		return -1;
	}
	errno = 0;
	*number = strtoull(*at, &end, base);
	*at = end;
	if (!errno && *number > most)
		errno = ERANGE;
	return errno ? -1 : 0;
}

int number_read(const char *word, int base, uint64_t most, uint64_t *number)
{
	int result = number_take(&word, base, most, number);

	if (*word) {
		errno = EINVAL;
		return -1;
	}
	return result;
}

void number_grouped(char text[NUMBER_GROUPED_SIZE], uint64_t count)
{
	char digits[NUMBER_GROUPED_SIZE], *at = digits;
	size_t left = snprintf(digits, sizeof(digits), "%" PRIu64, count);

	while (left) {
		*text++ = *at++;
		if (--left && left % 3 == 0)
			*text++ = ',';
	}
	*text = '\0';
}
