// SPDX-License-Identifier: GPL-2.0
/* strtoull(3), which takes more than a number. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "memory.h"
#include "message.h"
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

void number_list_add(struct number_list *list, unsigned int number)
{
	list->numbers = grow(list->numbers, list->count, sizeof(*list->numbers));
	list->numbers[list->count++] = number;
}

int number_list_read(struct number_list *list, unsigned int most,
		     const char *text)
{
	for (;;) {
		uint64_t first, last;

		if (number_take(&text, 10, most, &first))
			return -1;
		last = first;
		if (*text == '-') {
			text++;
			if (number_take(&text, 10, most, &last) || last < first)
				return -1;
		}
		for (; first <= last; first++)
			number_list_add(list, first);
		if (!*text)
			return 0;
		if (*text++ != ',')
			return -1;
	}
}

char *number_list_text(const struct number_list *list)
{
	size_t size, first = 0, last;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		out_of_memory();
	for (; first < list->count; first = last + 1) {
		for (last = first; last + 1 < list->count; last++)
			if (list->numbers[last + 1] != list->numbers[last] + 1)
				break;
		fprintf(out, "%s%u", first ? "," : "", list->numbers[first]);
		if (last > first)
			fprintf(out, "-%u", list->numbers[last]);
	}
	if (fclose(out))
		out_of_memory();
	return text;
}

void number_list_free(struct number_list *list)
{
	free(list->numbers);
	*list = (struct number_list){ 0 };
}
