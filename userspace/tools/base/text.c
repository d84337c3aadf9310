// SPDX-License-Identifier: GPL-2.0
/* UTF-8, as RFC 3629 has it. */
#include <string.h>

#include "memory.h"
#include "text.h"

static const char replacement[] = "\xef\xbf\xbd";

/* How many bytes a character of UTF-8 has; 0 for what is none. */
static unsigned int utf8_length(const unsigned char *at)
{
	unsigned int length, i;

	if (at[0] < 0x80)
		return 1;
	if (at[0] < 0xc2 || at[0] > 0xf4)
		return 0;
	length = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
	for (i = 1; i < length; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	/* longer than need be, surrogates, past U+10FFFF */
	if ((at[0] == 0xe0 && at[1] < 0xa0) ||
	    (at[0] == 0xed && at[1] > 0x9f) ||
	    (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f))
		return 0;
	return length;
}

char *text_as_utf8(const char *text)
{
	char *copy = resize(NULL, strlen(text) + 1, strlen(replacement));
	char *end = copy;

	while (*text) {
		unsigned int length = utf8_length((const unsigned char *)text);

		if (length)
			end = mempcpy(end, text, length);
		else
			end = stpcpy(end, replacement);
		text += length ? length : 1;
	}
	*end = '\0';
	return copy;
}
