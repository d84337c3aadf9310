// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/* Numbers in words that are not NUL-terminated. */
#include "number.h"

#define U64_LARGEST (~(u64)0)

/* The value of a digit, or a number that is no digit's. */
static unsigned int number_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

static int number_parse(const char *word, size_t length, unsigned int base,
			u64 *value)
{
	/* base is 10 or 16: no 64-bit division, which 32-bit kernels lack */
	const u64 most = base == 10 ? 1844674407370955161ULL : U64_LARGEST >> 4;
	bool too_large = false;
	u64 sum = 0;
	size_t i;

	if (!length)
		return -EINVAL;
	for (i = 0; i < length; i++) {
		unsigned int d = number_digit(word[i]);

		if (d >= base)
			return -EINVAL;
		if (sum > most || sum * base > U64_LARGEST - d)
			too_large = true;
		sum = sum * base + d;
	}
	if (too_large)
		return -ERANGE;
	*value = sum;
	return 0;
}

/**
 * perfcnt_number_decimal - a word of decimal digits
 * @word: the word, no sign
 * @length: its length
 * @value: where the number goes
 *
 * Return: 0, -EINVAL if it is not decimal, -ERANGE if it is 2^64 or more.
 */
int perfcnt_number_decimal(const char *word, size_t length, u64 *value)
{
	return number_parse(word, length, 10, value);
}

/**
 * perfcnt_number_hexadecimal - a word of hexadecimal digits
 * @word: the word, with or without 0x
 * @length: its length
 * @value: where the number goes
 *
 * Return: 0, -EINVAL if it is not hexadecimal, -ERANGE if it is 2^64 or more.
 */
int perfcnt_number_hexadecimal(const char *word, size_t length, u64 *value)
{
	if (length >= 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X'))
		return number_parse(word + 2, length - 2, 16, value);
	return number_parse(word, length, 16, value);
}
