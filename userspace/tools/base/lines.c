// SPDX-License-Identifier: GPL-2.0
/* What a tool reads: files, and their lines. */
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "lines.h"

FILE *input_open(const char **name)
{
	if (strcmp(*name, "-"))
		return fopen(*name, "re");
	*name = "standard input";
	return stdin;
}

void input_close(FILE *file)
{
	if (file != stdin)
		fclose(file);
}

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Reads up to a newline; the number of bytes may be more than there is room for. */
static size_t read_line(struct lines *lines, int *last)
{
	size_t length = 0;
	int c;

	while ((c = getc_unlocked(lines->file)) != EOF && c != '\n') {
		if (length < LINES_MOST)
			lines->text[length] = c;
		length++;
	}
	*last = c;
	return length;
}

static size_t skip_mark(char *text, size_t length)
{
	const size_t mark = strlen(BYTE_ORDER_MARK);

	if (length < mark || memcmp(text, BYTE_ORDER_MARK, mark))
		return length;
	memmove(text, text + mark, length - mark);
	return length - mark;
}

enum lines_state lines_next(struct lines *lines)
{
	int last;
	size_t length = read_line(lines, &last);

	if (last == EOF && ferror(lines->file))
		return LINES_ERROR;
	if (last == EOF && !length)
		return LINES_END;
	lines->number++;
	lines->text[length < LINES_MOST ? length : LINES_MOST] = '\0';
	if (length > LINES_MOST)
		return LINES_LONG;
	if (lines->number == 1)
		length = skip_mark(lines->text, length);
	if (memchr(lines->text, '\0', length))
		return LINES_NUL;
	while (length && isspace((unsigned char)lines->text[length - 1]))
		length--;
	lines->text[length] = '\0';
	return last == EOF ? LINES_CUT : LINES_GOOD;
}

bool lines_first(struct lines *lines, const char *path)
{
	enum lines_state state;
	struct stat file;

	*lines = (struct lines){ 0 };
	if (!strcmp(path, "-") || stat(path, &file) || !S_ISREG(file.st_mode))
		return false;
	lines->file = fopen(path, "re");
	if (!lines->file)
		return file.st_size;
	state = lines_next(lines);
	fclose(lines->file);
	return state != LINES_END;
}
