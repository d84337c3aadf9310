// SPDX-License-Identifier: GPL-2.0
/* The file of locations that a build makes: it needs no run. */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "base/output.h"
#include "symbols/site_table.h"
#include "location.h"
#include "program.h"

static bool is_program(const char *path)
{
	char magic[SELFMAG];
	struct stat status;
	FILE *file;
	bool is;

	/* what comes through a pipe comes once */
	if (stat(path, &status) || !S_ISREG(status.st_mode))
		return false;
	file = fopen(path, "re");
	is = file && fread(magic, sizeof(magic), 1, file) == 1 &&
	     !memcmp(magic, ELFMAG, SELFMAG);
	if (file)
		fclose(file);
	return is;
}

/* Returns whether the marks could be read; what is wrong is said. */
static bool print(FILE *out, const char *path)
{
	struct site_table table;
	const char *why = site_table_read(&table, path), *end = strrchr(path, '/');
	size_t i;

	if (why)
		say("%s: %s", path, why);
	for (i = 0; i < table.count; i++) {
		const struct location location = {
			.id = table.rows[i].id,
			.file = table.rows[i].file,
			.line = table.rows[i].line,
			.function = table.rows[i].function,
			.region = table.rows[i].name,
			.object = end ? end + 1 : path,
		};

		location_print(out, &location);
	}
	site_table_free(&table);
	return !why;
}

void program_show(const struct options *options)
{
	bool good = true, written;
	int i, count = 0;
	FILE *out;

	for (i = 0; i < options->file_count; i++)
		count += is_program(options->files[i]);
	if (!count)
		return;
	for (i = 0; i < options->file_count; i++)
		if (count < options->file_count && is_program(options->files[i]))
			fail("%s: a program is shown without dumps and profiles beside it",
			     options->files[i]);
	if (options->ring_format != ring_format_named("locations"))
		fail("%s: a program, which has nothing but locations: use --format locations",
		     options->files[0]);
	out = output_open(options->output, false);
	output_replace(out, options->output);
	location_heading(out);
	for (i = 0; i < options->file_count; i++)
		good &= print(out, options->files[i]);
	written = output_is_written(out, options->output);
	if (out != stdout)
		fclose(out);
	if (!written)
		output_finish(STATUS_FAILED);
	output_finish(good ? STATUS_GOOD : STATUS_BAD_INPUT);
}
