// SPDX-License-Identifier: GPL-2.0
/* The files of costs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "session/pretended.h"
#include "costs_files.h"

/* A name without a 34K code may be one of the kernel's perf, or a raw one. */
static bool is_known(const char *name)
{
	const struct perfcnt_describe all = { .flags = PERFCNT_HAS_NATIVE };
	struct perfcnt_event_row row;
	unsigned int i;

	if (strchr(name, '/') ||
	    (*name == 'r' && !name[1 + strspn(name + 1, "0123456789abcdef,")]))
		return true;
	for (i = 0; pretended_event(&all, i, &row); i++)
		if (!strcmp(row.name, name))
			return true;
	return false;
}

static void read_file(struct perfex_costs *costs, const char *path)
{
	struct perfex_costs_error error;

	if (!perfex_costs_read(costs, path, is_known, &error))
		return;
	if (!error.line)
		fail("%s: %s", path, error.words);
	say_at(path, error.line, "%s", error.words);
	exit(status_failure());
}

void costs_files_read(struct perfex_costs *costs, const char *path)
{
	FILE *file = fopen(PERFEX_COSTS_FILE, "re");

	memset(costs, 0, sizeof(*costs));
	if (file) {
		fclose(file);
		read_file(costs, PERFEX_COSTS_FILE);
	} else if (errno != ENOENT) {
		fail("%s: %s", PERFEX_COSTS_FILE, strerror(errno));
	}
	if (path)
		read_file(costs, path);
}
