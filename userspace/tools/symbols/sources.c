// SPDX-License-Identifier: GPL-2.0
/* Each file is read once, when a line of it is wanted. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sources.h"

/**
 * struct source - a file
 * @path: its path
 * @lines: its lines
 * @count: how many; 0 if it cannot be read
 */
struct source {
	char *path;
	char **lines;
	size_t count;
};

/**
 * struct sources - the files
 * @files: the files
 * @count: how many
 */
struct sources {
	struct source *files;
	size_t count;
};

struct sources *sources_new(void)
{
	return zeros(1, sizeof(struct sources));
}

void sources_free(struct sources *sources)
{
	size_t i, line;

	for (i = 0; i < sources->count; i++) {
		for (line = 0; line < sources->files[i].count; line++)
			free(sources->files[i].lines[line]);
		free(sources->files[i].lines);
		free(sources->files[i].path);
	}
	free(sources->files);
	free(sources);
}

/* Without the blanks at both ends. */
static char *trimmed(const char *text)
{
	char *copy;
	size_t length;

	while (isspace((unsigned char)*text))
		text++;
	copy = copy_text(text);
	length = strlen(copy);
	while (length && isspace((unsigned char)copy[length - 1]))
		copy[--length] = '\0';
	return copy;
}

static void read_source(struct source *source)
{
	FILE *file = *source->path == '/' ? fopen(source->path, "re") : NULL;
	char *text = NULL;
	size_t room = 0;

	if (!file)
		return;
	while (getline(&text, &room, file) >= 0) {
		source->lines = grow(source->lines, source->count,
				     sizeof(*source->lines));
		source->lines[source->count++] = trimmed(text);
	}
	free(text);
	fclose(file);
}

static const struct source *find(struct sources *sources, const char *path)
{
	struct source *source;
	size_t i;

	for (i = 0; i < sources->count; i++)
		if (!strcmp(sources->files[i].path, path))
			return &sources->files[i];
	sources->files = grow(sources->files, i, sizeof(*source));
	source = &sources->files[sources->count++];
	*source = (struct source){ .path = copy_text(path) };
	read_source(source);
	return source;
}

const char *sources_line(struct sources *sources, const char *path, unsigned int line)
{
	const struct source *source = find(sources, path);

	return line && line <= source->count ? source->lines[line - 1] : NULL;
}
