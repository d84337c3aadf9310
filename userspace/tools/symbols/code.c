// SPDX-License-Identifier: GPL-2.0
/* A function is decoded from its start to its end, once, when a sample is in it. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/utf8.h"
#include "code.h"
#include "decoder.h"

/* Each file is read once, when a line of it is wanted. */

struct source {
	char *path;
	char **lines;
	size_t count; /* of @lines; 0 if the file cannot be read */
};

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

	for (i = sources->count; i--;) /* most often it is the last one */
		if (!strcmp(sources->files[i].path, path))
			return &sources->files[i];
	i = sources->count;
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

/* So many bytes of another function's name are shown. */
#define NAME_MOST	30

/* No function has more code. */
#define SIZE_MOST	(16 << 20)

struct function {
	const struct elf_file *file; /* the file that has it */
	uint64_t start; /* where it begins */
	struct place_code *code; /* its instructions */
};

struct codes {
	struct sources *sources; /* the lines of the functions' sources */
	struct function *functions;
	size_t count;
};

struct codes *codes_new(struct sources *sources)
{
	struct codes *codes = zeros(1, sizeof(*codes));

	codes->sources = sources;
	return codes;
}

static void free_code(struct place_code *code)
{
	size_t i;

	for (i = 0; i < code->count; i++)
		free((char *)code->places[i].instruction);
	free(code->places);
	free(code);
}

void codes_free(struct codes *codes)
{
	size_t i;

	if (!codes)
		return;
	for (i = 0; i < codes->count; i++)
		if (codes->functions[i].code)
			free_code(codes->functions[i].code);
	free(codes->functions);
	free(codes);
}

/* Where a jump goes: in the function, in another one, or somewhere. */
static char *name_target(struct elf_file *file, uint64_t start, uint64_t target)
{
	uint64_t other;
	const char *name = elf_file_symbol(file, target, &other);
	char *text;
	int size;

	if (!name)
		size = asprintf(&text, PLACE_UNKNOWN "@0x%" PRIx64, target);
	else if (other == start)
		size = asprintf(&text, "{self}+0x%" PRIx64, target - start);
	else if (other == target)
		size = asprintf(&text, "%.*s", (int)utf8_cut(name, NAME_MOST), name);
	else
		size = asprintf(&text, "%.*s+0x%" PRIx64,
				(int)utf8_cut(name, NAME_MOST), name, target - other);
	if (size < 0)
		out_of_memory();
	return text;
}

static char *describe(struct elf_file *file, uint64_t start,
		      const struct instruction *instruction)
{
	char *target = instruction->has_target ?
		       name_target(file, start, instruction->target) : NULL;
	char *text;
	int size;

	if (!target && !*instruction->operands)
		size = asprintf(&text, "%s", instruction->name);
	else
		size = asprintf(&text, "%-7s %s%s", instruction->name,
				instruction->operands, target ?: "");
	if (size < 0)
		out_of_memory();
	free(target);
	return text;
}

static void add(struct codes *codes, struct place_code *code, struct elf_file *file,
		struct place *place, bool is_short)
{
	elf_file_place(file, place->address, is_short, place);
	if (place->line_file && place->line)
		place->statement = sources_line(codes->sources, place->line_file,
						place->line);
	code->places = grow(code->places, code->count, sizeof(*place));
	code->places[code->count++] = *place;
}

static struct place_code *decode(struct codes *codes, struct elf_file *file,
				 const struct place *place, bool is_short)
{
	struct place_code *code;
	struct elf_code bytes;
	struct decoder *decoder;
	struct instruction instruction = { 0 };
	bool is_slot = false;
	size_t at;

	if (!elf_file_code(file, place->address, &bytes) || bytes.size > SIZE_MOST)
		return NULL;
	is_short |= bytes.is_short;
	code = zeros(1, sizeof(*code));
	decoder = decoder_new(bytes.machine, bytes.is_64, bytes.is_big);
	for (at = 0; at < bytes.size; at += instruction.size) {
		struct place one = {
			.module = place->module,
			.address = place->start + at,
			.is_slot = is_slot,
		};

		decoder_read(decoder, bytes.bytes + at, bytes.size - at, one.address,
			     is_short, &instruction);
		one.instruction = describe(file, place->start, &instruction);
		is_slot = instruction.has_slot;
		add(codes, code, file, &one, is_short);
	}
	decoder_free(decoder);
	return code;
}

const struct place_code *codes_find(struct codes *codes, struct elf_file *file,
				    const struct place *place, bool is_short)
{
	struct function *function;

	/* places are looked up in the order of their addresses */
	function = codes->count ? &codes->functions[codes->count - 1] : NULL;
	if (function && function->file == file && function->start == place->start)
		return function->code;
	codes->functions = grow(codes->functions, codes->count, sizeof(*function));
	function = &codes->functions[codes->count++];
	*function = (struct function){ .file = file, .start = place->start };
	function->code = decode(codes, file, place, is_short);
	return function->code;
}
