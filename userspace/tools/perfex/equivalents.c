// SPDX-License-Identifier: GPL-2.0
/* What counts the R10000's events on this machine, as its user knows it. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/message.h"
#include "chosen.h"

/* A file that is being read. */
struct equivalents {
	const char *path; /* its name */
	struct lines lines;
	bool given[R10000_EVENTS]; /* which events it had so far */
};

__attribute__((noreturn, format(printf, 2, 3)))
static void wrong_line(const struct equivalents *file, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsay_at(file->path, file->lines.number, format, args);
	va_end(args);
	exit(status_failure());
}

static void read_part(const struct equivalents *file, const char *word,
		      struct perfex_equivalent *equivalent)
{
	if (!word)
		wrong_line(file, equivalent->count ? "a name is missing after +" :
			   "nothing counts the event");
	if (*word == '~' && !equivalent->count) {
		equivalent->approximate = true;
		word++;
	}
	if (!*word || strchr("+*", *word))
		wrong_line(file, "'%s' stands where a name is expected", word);
	if (strchr(word, ':'))
		wrong_line(file, "'%s': the modes are those of the option -u, -k or -x", word);
	if (strlen(word) >= R10000_NAME_SIZE)
		wrong_line(file, "'%s' is too long", word);
	if (equivalent->count == R10000_MOST_PARTS)
		wrong_line(file, "more than %d names", R10000_MOST_PARTS);
	strcpy(equivalent->name[equivalent->count++], word);
}

static void read_lines(const struct equivalents *file, const char *word, const char *after,
		       struct perfex_equivalent *equivalent)
{
	word = word ?: "";
	if ((strcmp(word, "l1") && strcmp(word, "l2")) || after)
		wrong_line(file, "'* %s': use * l1 or * l2, for lines of that cache", word);
	equivalent->lines = word[1] == '1' ? PERFEX_L1_LINES : PERFEX_L2_LINES;
}

static void read_equivalent(struct equivalents *file, const char *word, char **rest)
{
	static const char blanks[] = " \t";
	struct perfex_equivalent equivalent = { 0 };
	int number = perfex_event_number(word);

	if (number < 0)
		wrong_line(file, "no event '%s'; use 0 to 31", word);
	if (file->given[number])
		wrong_line(file, "event %d stands twice", number);
	file->given[number] = true;
	do
		read_part(file, strtok_r(NULL, blanks, rest), &equivalent);
	while ((word = strtok_r(NULL, blanks, rest)) && !strcmp(word, "+"));
	if (word && strcmp(word, "*"))
		wrong_line(file, "'%s' stands where + or * is expected", word);
	if (word) {
		word = strtok_r(NULL, blanks, rest);
		read_lines(file, word, strtok_r(NULL, blanks, rest), &equivalent);
	}
	perfex_equivalent_set(number, &equivalent);
}

static void read_file(const char *path, bool must_be)
{
	struct equivalents file = { .path = path, .lines.file = fopen(path, "re") };
	enum lines_state state;
	char *word, *rest;

	if (!file.lines.file && errno == ENOENT && !must_be)
		return;
	if (!file.lines.file)
		fail("%s: %s", path, strerror(errno));
	while ((state = lines_next(&file.lines)) == LINES_GOOD || state == LINES_CUT) {
		file.lines.text[strcspn(file.lines.text, "#")] = '\0';
		word = strtok_r(file.lines.text, " \t", &rest);
		if (word)
			read_equivalent(&file, word, &rest);
	}
	if (state == LINES_ERROR)
		fail("%s: %s", path, strerror(errno));
	if (state != LINES_END)
		wrong_line(&file, "the line is too long, or has a NUL");
	fclose(file.lines.file);
}

void equivalents_read(const char *path)
{
	read_file(EQUIVALENTS_FILE, false);
	if (path)
		read_file(path, true);
}
