// SPDX-License-Identifier: GPL-2.0
/* Lines of settings, and the places where they are looked for. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/utf8.h"
#include "measurement.h"

#define FOLDER	"perfcnt/measurements"
#define BLANKS	" \t"

struct line {
	const char *name; /* the file's name */
	size_t number; /* the line's, from 1 */
	char *text;
};

static void fail_at(const struct line *line, const char *where, const char *wrong)
{
	fail("%s:%zu:%zu: %s", line->name, line->number, where - line->text + 1, wrong);
}

/* The setting that a key is of: its name has - and not _. */
static char *take_key(const struct line *line, char **at)
{
	size_t length = strspn(*at, "abcdefghijklmnopqrstuvwxyz_");
	char *key = copy_text(*at), *dash;

	key[length] = '\0';
	*at += length;
	*at += strspn(*at, BLANKS);
	if (!length || **at != '=')
		fail_at(line, *at, "expected 'key = value'");
	++*at;
	*at += strspn(*at, BLANKS);
	while ((dash = strchr(key, '_')))
		*dash = '-';
	return key;
}

static void take_line(struct settings *settings, struct line *line)
{
	char *at = line->text + strspn(line->text, BLANKS), *start = at, *key, *wrong;
	size_t length;

	at[strcspn(at, "#")] = '\0';
	for (length = strlen(at); length && strchr(BLANKS, at[length - 1]); length--)
		at[length - 1] = '\0';
	if (!*at)
		return;
	key = take_key(line, &at);
	if (!settings_has(key))
		fail_at(line, start, formatted("unknown key '%.*s'",
					       (int)strlen(key), start));
	wrong = settings_take(settings, key, at);
	if (wrong)
		fail_at(line, at, wrong);
	free(key);
}

static void read_file(struct settings *settings, FILE *file, const char *name)
{
	struct lines lines = { .file = file };
	enum lines_state state;

	settings_next(settings);
	while ((state = lines_next(&lines)) == LINES_GOOD || state == LINES_CUT) {
		struct line line = { name, lines.number, lines.text };

		take_line(settings, &line);
	}
	if (state == LINES_ERROR)
		fail("%s: %s", name, strerror(errno));
	if (state != LINES_END)
		fail("%s:%zu: %s", name, lines.number, state == LINES_LONG ?
		     "line too long" : "line contains a NUL byte");
	fclose(file);
}

/* Whether there is such a file. */
static bool read_path(struct settings *settings, const char *path, bool must_be)
{
	FILE *file = fopen(path, "re");

	if (file) {
		read_file(settings, file, path);
		return true;
	}
	if (must_be || (errno != ENOENT && errno != ENOTDIR))
		fail("%s: %s", path, strerror(errno));
	return false;
}

/* The user's own folder for settings, or NULL. */
static char *users_folder(void)
{
	const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (folder && *folder)
		return copy_text(folder);
	return home ? formatted("%s/.config", home) : NULL;
}

/* All folders, separated by colons. */
static char *find_folders(void)
{
	const char *first = getenv("PERFCNT_MEASUREMENTS");
	char *users = users_folder();
	char *all = formatted("%s:%s%s:/etc/" FOLDER, first ?: "", users ?: "",
			      users ? "/" FOLDER : "");

	free(users);
	return all;
}

static bool read_named(struct settings *settings, const char *name)
{
	char *folders = find_folders(), *rest = folders, *folder;
	bool found = false;

	while (!found && (folder = strsep(&rest, ":"))) {
		char *path = formatted("%s/%s", folder, name);

		if (*folder)
			found = read_path(settings, path, false);
		free(path);
	}
	free(folders);
	return found;
}

static bool read_builtin(struct settings *settings, const char *name)
{
	const struct builtin_measurement *one;

	for (one = builtin_measurements; one->name; one++)
		if (!strcmp(one->name, name)) {
			FILE *file = fmemopen((char *)one->text, strlen(one->text), "r");

			if (!file)
				out_of_memory();
			read_file(settings, file, name);
			return true;
		}
	return false;
}

bool measurement_read(struct settings *settings, const char *name)
{
	if (strchr(name, '/'))
		return read_path(settings, name, true);
	if (!*name || *name == '.')
		return false;
	return read_named(settings, name) || read_builtin(settings, name);
}

void measurement_read_users(struct settings *settings)
{
	char *folder = users_folder(), *path;

	if (!folder)
		return;
	path = formatted("%s/perfcnt/profilerc", folder);
	read_path(settings, path, false);
	free(path);
	free(folder);
}

static void print_one(FILE *out, const char *name)
{
	struct settings settings;

	settings_begin(&settings);
	if (!measurement_read(&settings, name))
		return;
	utf8_print(out, name);
	fprintf(out, "%*s ", strlen(name) < 12 ? (int)(12 - strlen(name)) : 0, "");
	utf8_print(out, settings.title ?: "");
	fputc('\n', out);
	settings_end(&settings);
}

static int is_shown(const struct dirent *entry)
{
	const struct builtin_measurement *one;

	for (one = builtin_measurements; one->name; one++)
		if (!strcmp(one->name, entry->d_name))
			return 0;
	return *entry->d_name != '.';
}

void measurement_list(FILE *out)
{
	char *folders = find_folders(), *rest = folders, *folder;
	const struct builtin_measurement *one;
	struct dirent **entries;
	int count, i;

	for (one = builtin_measurements; one->name; one++)
		print_one(out, one->name);
	while ((folder = strsep(&rest, ":"))) {
		count = *folder ? scandir(folder, &entries, is_shown, alphasort) : -1;
		for (i = 0; i < count; i++) {
			print_one(out, entries[i]->d_name);
			free(entries[i]);
		}
		if (count >= 0)
			free(entries);
	}
	free(folders);
}

/* The assembler puts the files in; their paths are from the folder of the tools. */

#define MEASUREMENT(name) \
	__asm__(".pushsection .rodata\n" \
		".globl measurement_" #name "\n" \
		"measurement_" #name ":\n" \
		".incbin \"profile/measurements/" #name "\"\n" \
		".byte 0\n" \
		".popsection\n")

MEASUREMENT(cycles);
MEASUREMENT(fprof);
MEASUREMENT(dcache);
MEASUREMENT(icache);
MEASUREMENT(branch);
MEASUREMENT(itlb);
MEASUREMENT(dtlb);

const struct builtin_measurement builtin_measurements[] = {
	{ "cycles", measurement_cycles },
	{ "fprof", measurement_fprof },
	{ "dcache", measurement_dcache },
	{ "icache", measurement_icache },
	{ "branch", measurement_branch },
	{ "itlb", measurement_itlb },
	{ "dtlb", measurement_dtlb },
	{ 0 }
};
