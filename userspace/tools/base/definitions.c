// SPDX-License-Identifier: GPL-2.0
/* Where definitions come from, and their words. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "lines.h"
#include "memory.h"
#include "message.h"

static const char *const keywords[] = {
	"group", "metric", "share", "stage", "cause",
};

static const char **files;
static size_t file_count;

void definitions_add(const char *path)
{
	files = grow(files, file_count, sizeof(*files));
	files[file_count++] = path;
}

void definition_fail(const struct definition *definition, const char *format,
		     ...)
{
	va_list args;

	va_start(args, format);
	vsay_at(definition->file, definition->line, format, args);
	va_end(args);
	exit(status_failure());
}

char *definition_word(struct definition *definition)
{
	char *word = definition->rest, end = ' ';

	while (isspace((unsigned char)*word))
		word++;
	definition->rest = word;
	if (!*word)
		return NULL;
	if (*word == '"') {
		end = '"';
		word++;
	}
	definition->rest = word;
	while (*definition->rest && (end == '"' ? *definition->rest != end :
				     !isspace((unsigned char)*definition->rest)))
		definition->rest++;
	if (end == '"' && !*definition->rest)
		definition_fail(definition, "missing '\"' at the end");
	if (*definition->rest)
		*definition->rest++ = '\0';
	return word;
}

char *definition_take(struct definition *definition, const char *what)
{
	const char *word = definition_word(definition);

	if (!word)
		definition_fail(definition, "missing %s", what);
	return copy_text(word);
}

void definition_end(struct definition *definition)
{
	if (definition_word(definition))
		definition_fail(definition, "unexpected extra word");
}

static void check_keyword(const struct definition *definition, const char *word)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keywords); i++)
		if (!strcmp(word, keywords[i]))
			return;
	definition_fail(definition,
			"unknown word '%s'; use group, metric, share, stage or cause",
			word);
}

static void take_line(struct definition *definition,
		      const struct definition_kind *kinds)
{
	const char *word;

	definition->rest[strcspn(definition->rest, "#")] = '\0';
	word = definition_word(definition);
	if (!word)
		return;
	check_keyword(definition, word);
	for (; kinds->keyword; kinds++)
		if (!strcmp(word, kinds->keyword))
			kinds->take(definition);
}

static void read_file(FILE *file, const char *name,
		      const struct definition_kind *kinds)
{
	struct lines lines = { .file = file };
	enum lines_state state;

	while ((state = lines_next(&lines)) < LINES_END) {
		struct definition definition = {
			.file = name,
			.line = lines.number,
			.rest = lines.text,
		};

		if (state == LINES_LONG)
			definition_fail(&definition,
					"line too long (at most %d bytes)",
					LINES_MOST);
		if (state == LINES_NUL)
			definition_fail(&definition,
					"line contains a NUL byte");
		take_line(&definition, kinds);
	}
	if (state == LINES_ERROR)
		fail("%s: %s", name, strerror(errno));
	fclose(file);
}

/* Nobody needs to have one. */
static void read_users(const struct definition_kind *kinds)
{
	const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	char *path;
	FILE *file;

	if (folder && *folder)
		path = formatted("%s/perfcnt/definitions", folder);
	else if (home)
		path = formatted("%s/.config/perfcnt/definitions", home);
	else
		return;
	file = fopen(path, "re");
	if (file)
		read_file(file, path, kinds);
	else if (errno != ENOENT && errno != ENOTDIR)
		fail("%s: %s", path, strerror(errno));
	free(path);
}

void definitions_read(const char *name, const char *text,
		      const struct definition_kind *kinds)
{
	FILE *file = fmemopen((char *)text, strlen(text), "r");
	size_t i;

	if (!file)
		out_of_memory();
	read_file(file, name, kinds);
	read_users(kinds);
	for (i = 0; i < file_count; i++) {
		file = fopen(files[i], "re");
		if (!file)
			fail("%s: %s", files[i], strerror(errno));
		read_file(file, files[i], kinds);
	}
}
