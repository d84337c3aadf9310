// SPDX-License-Identifier: GPL-2.0
/*
 * A row is "SAMPLES SHARE% PLACE".  The place is 0xADDRESS and what the kernel calls it, if it has
 * names; the same within "interrupts off, until ... opened them"; or words, as "user: sh" and
 * "idle".  Lines of comments come first: what was taken, and where a function of the kernel is.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/grid.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/output.h"
#include "symbols/elf_file.h"
#include "symbols/symbol_table.h"
#include "kernel_profile.h"

#define NO_SYMBOL	"[no symbol]"

/* What is before and behind an address whose samples came when it opened the interrupts. */
#define OFF_BEFORE	"interrupts off, until "
#define OFF_BEHIND	" opened them"

/* Samples, and where; of several that are alike one. */
struct row {
	uint64_t samples;
	char *place;
	char *file; /* NULL: not known */
	unsigned int line;
};

struct rows {
	struct row *rows;
	size_t count;
};

/* The names of a kernel: of a list, or of a file. */
struct names {
	struct symbol_table table;
	struct elf_file *file;
};

struct profile {
	const char *path;
	const struct names *names;
	const char *symbols;
	char *head;
	uint64_t samples;
	bool has_addresses;
	bool is_said; /* why it is not good */
	struct rows functions;
	struct rows lines;
};

static bool is_elf(FILE *file)
{
	char begin[4] = "";

	if (fread(begin, 1, sizeof(begin), file) != sizeof(begin))
		memset(begin, 0, sizeof(begin));
	rewind(file);
	return !memcmp(begin, "\177ELF", sizeof(begin));
}

static bool open_names(struct names *names, const char *path)
{
	FILE *file = fopen(path, "re");
	bool good;

	if (!file) {
		say("%s: %s", path, strerror(errno));
		return false;
	}
	if (!is_elf(file)) {
		good = listed_symbols_kernel(&names->table, file);
		if (!good)
			say("%s: not a list of a kernel's symbols, such as System.map", path);
	} else if (!elf_file_is_possible()) {
		say("%s: pc_parse was built without libdw; use System.map", path);
		good = false;
	} else {
		names->file = elf_file_open(path, dup(fileno(file)), "");
		good = names->file;
	}
	fclose(file);
	return good;
}

static void close_names(struct names *names)
{
	symbol_table_free(&names->table);
	if (names->file)
		elf_file_close(names->file);
}

/* The function at an address, where it begins, and its line if that is known; or NULL. */
static const char *find_name(const struct names *names, uint64_t address, struct place *place)
{
	const struct symbol *symbol;

	*place = (struct place){ .function = PLACE_UNKNOWN };
	if (names->file) {
		elf_file_place(names->file, address, false, place);
		return strcmp(place->function, PLACE_UNKNOWN) ? place->function : NULL;
	}
	symbol = symbol_table_find(&names->table, address);
	if (!symbol)
		return NULL;
	place->start = symbol->start;
	return symbol->name;
}

static void add(struct rows *rows, uint64_t samples, const char *place, const char *file,
		unsigned int line)
{
	rows->rows = grow(rows->rows, rows->count, sizeof(*rows->rows));
	rows->rows[rows->count++] = (struct row){
		.samples = samples, .place = copy_text(place),
		.file = file ? copy_text(file) : NULL, .line = line,
	};
}

static int compare_places(const void *left, const void *right)
{
	const struct row *one = left, *other = right;

	return strcmp(one->place, other->place) ?:
	       strcmp(one->file ?: "", other->file ?: "") ?:
	       (one->line > other->line) - (one->line < other->line);
}

static int compare_samples(const void *left, const void *right)
{
	const struct row *one = left, *other = right;

	if (one->samples != other->samples)
		return one->samples < other->samples ? 1 : -1;
	return compare_places(left, right);
}

/* Each place once, that with most samples first. */
static void merge(struct rows *rows)
{
	size_t i, kept = 0;

	if (!rows->count)
		return;
	qsort(rows->rows, rows->count, sizeof(*rows->rows), compare_places);
	for (i = 1; i < rows->count; i++) {
		if (compare_places(&rows->rows[kept], &rows->rows[i])) {
			rows->rows[++kept] = rows->rows[i];
			continue;
		}
		rows->rows[kept].samples += rows->rows[i].samples;
		free(rows->rows[i].place);
		free(rows->rows[i].file);
	}
	rows->count = kept + 1;
	qsort(rows->rows, rows->count, sizeof(*rows->rows), compare_samples);
}

static void free_rows(struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->count; i++) {
		free(rows->rows[i].place);
		free(rows->rows[i].file);
	}
	free(rows->rows);
}

/*
 * What the kernel calls an address, "name+0x12/0x80 [module]", as "name [module]"; or NULL.  The
 * offset is cut off, and comes back.
 */
static char *take_own_name(const char *text, uint64_t *offset)
{
	const char *plus = strchr(text, '+'), *at, *module;

	if (!plus || strncmp(plus, "+0x", 3))
		return NULL;
	at = plus + 3;
	if (number_take(&at, 16, UINT64_MAX, offset) || *at != '/')
		return NULL;
	module = strchr(at, '[');
	return module ? formatted("%.*s %s", (int)(plus - text), text, module) :
	       formatted("%.*s", (int)(plus - text), text);
}

/* Symbols of another kernel would give wrong names. */
static bool refuse(struct profile *profile, uint64_t address, const char *own, const char *name)
{
	say("%s: not of the kernel of %s: that has %s at 0x%" PRIx64 ", and this %s",
	    profile->symbols, profile->path, own, address, name ?: "nothing");
	profile->is_said = true;
	return false;
}

static void add_place(struct profile *profile, uint64_t samples, bool is_off,
		      const char *name, const struct place *place)
{
	char *text = formatted("%s%s%s", is_off ? OFF_BEFORE : "", name,
			       is_off ? OFF_BEHIND : "");

	add(&profile->functions, samples, text, NULL, 0);
	if (profile->names->file)
		add(&profile->lines, samples, text, place->line_file, place->line);
	free(text);
}

/* A place with an address. */
static bool take_address(struct profile *profile, uint64_t samples, const char *text, bool is_off)
{
	uint64_t address, offset = 0;
	struct place place;
	const char *name;
	bool good = true;
	char *own;

	text += strlen("0x");
	if (number_take(&text, 16, UINT64_MAX, &address))
		return false;
	profile->has_addresses = true;
	own = take_own_name(text + (*text == ' '), &offset);
	if (own && strchr(own, '[')) { /* of a module */
		place = (struct place){ 0 };
		name = own;
	} else {
		name = find_name(profile->names, address, &place);
		/* there can be several names for one function */
		if (own && (!name || place.start != address - offset))
			good = refuse(profile, address, own, name);
	}
	add_place(profile, samples, is_off, name ?: NO_SYMBOL, &place);
	free(own);
	return good;
}

static bool take_row(struct profile *profile, const char *text)
{
	const bool is_off = !strncmp(text + strcspn(text, "%"), "%  " OFF_BEFORE "0x",
				     strlen("%  " OFF_BEFORE "0x"));
	uint64_t samples;
	char *place, *end;
	bool good;

	text += strspn(text, " ");
	if (number_take(&text, 10, UINT64_MAX, &samples))
		return false;
	text = strstr(text, "%  ");
	if (!text)
		return false;
	text += strlen("%  ");
	profile->samples += samples;
	if (!is_off && strncmp(text, "0x", 2)) {
		add_place(profile, samples, false, text, &(struct place){ 0 });
		return true;
	}
	place = copy_text(is_off ? text + strlen(OFF_BEFORE) : text);
	end = strstr(place, OFF_BEHIND);
	if (is_off && end)
		*end = '\0';
	good = (!is_off || end) && take_address(profile, samples, place, is_off);
	free(place);
	return good;
}

/* Where one function of the kernel is: "# NAME 0xADDRESS". */
static bool take_known(struct profile *profile, const char *text)
{
	const char *at = strchr(text, ' ');
	struct place place;
	uint64_t address;
	const char *name;
	char *known;

	if (!at || strncmp(at, " 0x", 3))
		return true;
	at += strlen(" 0x");
	if (number_take(&at, 16, UINT64_MAX, &address) || *at)
		return true;
	profile->has_addresses = true;
	name = find_name(profile->names, address, &place);
	if (name && place.start == address &&
	    !strncmp(name, text, strcspn(text, " ")) && !name[strcspn(text, " ")])
		return true;
	known = formatted("%.*s", (int)strcspn(text, " "), text);
	refuse(profile, address, known, name);
	free(known);
	return false;
}

static bool take_line(struct profile *profile, const struct lines *lines)
{
	const char *text = lines->text;

	if (lines->number == 1) {
		if (strncmp(text, "# ", 2) || !strstr(text, " samples, "))
			return false;
		profile->head = copy_text(text + 2);
		return true;
	}
	if (!strncmp(text, "# ", 2))
		return take_known(profile, text + 2);
	return take_row(profile, text);
}

/* The number of samples that the first line says. */
static bool is_whole(const struct profile *profile)
{
	const char *at = strstr(profile->head, " samples, ");
	uint64_t samples;

	while (at > profile->head && at[-1] != ' ')
		at--;
	if (!number_take(&at, 10, UINT64_MAX, &samples) && samples == profile->samples)
		return true;
	say("%s: it is not whole: its rows have %" PRIu64 " samples", profile->path,
	    profile->samples);
	return false;
}

static bool read_lines(struct profile *profile, FILE *file)
{
	struct lines lines = { .file = file };
	enum lines_state state;

	while ((state = lines_next(&lines)) < LINES_END) {
		if (state == LINES_GOOD && take_line(profile, &lines))
			continue;
		if (!profile->is_said)
			say_at(profile->path, lines.number,
			       "not a line of /proc/perf_profile: %.40s", lines.text);
		return false;
	}
	if (state == LINES_ERROR)
		say("%s: %s", profile->path, strerror(errno));
	else if (!profile->head)
		say("%s: it is empty", profile->path);
	else if (!profile->has_addresses)
		say("%s: it has no addresses: write 'EVENT PERIOD addresses' to /proc/perf_profile",
		    profile->path);
	else
		return is_whole(profile);
	return false;
}

static struct json_object *make_rows(const struct profile *profile, const struct rows *rows)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		struct json_object *object = json_add(array, json_object_new_object());

		json_put(object, "samples", json_number(row->samples));
		json_put(object, "share", json_real((double)row->samples / profile->samples));
		json_put(object, "function", json_text(row->place));
		if (rows == &profile->lines) {
			json_put(object, "file", json_text(row->file));
			json_put(object, "line", row->line ? json_number(row->line) : NULL);
		}
	}
	return array;
}

static void print_table(FILE *out, const struct profile *profile, struct json_object *object)
{
	fprintf(out, "%s\n", profile->head);
	grid_rows(out, "samples,share=%share,function",
		  json_object_object_get(object, "functions"));
	if (!profile->lines.count)
		return;
	fputc('\n', out);
	grid_rows(out, "samples,share=%share,function,file,line",
		  json_object_object_get(object, "lines"));
}

static void print(FILE *out, const struct profile *profile, const char *format)
{
	struct json_object *object = json_object_new_object();
	struct csv csv = { .out = out };

	json_put(object, "profile", json_text(profile->head));
	json_put(object, "functions", make_rows(profile, &profile->functions));
	if (profile->names->file)
		json_put(object, "lines", make_rows(profile, &profile->lines));
	if (!strcmp(format, "json")) {
		json_line(out, object);
		return;
	}
	if (!strcmp(format, "csv")) {
		csv_heading(&csv, "samples,share,function,file,line");
		csv_rows(&csv, "samples,share,function,file,line",
			 json_object_object_get(object, profile->names->file ? "lines" :
						"functions"), NULL);
	} else {
		print_table(out, profile, object);
	}
	json_object_put(object);
}

static bool write_profile(const struct profile *profile, const char *format, const char *output)
{
	FILE *out = output_open(output, false), *text;
	bool written;
	size_t size;
	char *bytes;

	text = open_memstream(&bytes, &size);
	if (!text)
		out_of_memory();
	print(text, profile, format);
	if (fclose(text))
		out_of_memory();
	output_replace(out, output);
	written = output_write(out, output, bytes, size);
	free(bytes);
	return written;
}

bool kernel_profile_print(const char *path, const char *symbols, const char *format,
			  const char *output)
{
	struct names names = { 0 };
	struct profile profile = { .path = path, .names = &names, .symbols = symbols };
	bool good = open_names(&names, symbols);
	FILE *file;

	if (good) {
		file = input_open(&profile.path);
		if (!file)
			say("%s: %s", profile.path, strerror(errno));
		good = file && read_lines(&profile, file);
		if (file)
			input_close(file);
	}
	if (good) {
		merge(&profile.functions);
		merge(&profile.lines);
		good = write_profile(&profile, format, output);
	}
	free(profile.head);
	free_rows(&profile.functions);
	free_rows(&profile.lines);
	close_names(&names);
	return good;
}
