// SPDX-License-Identifier: GPL-2.0
/*
 * seeds FOLDER: what the fuzzers begin with, beside the corpus: each malformed
 * text of the tests, each event by its name, each event's control word.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt.h>

static const char *const texts[] = {
#define MALFORMED(text, error, line, column, words, reason)	text,
#include "../malformed.h"
};

static const struct event {
	unsigned int code;
	const char *name;
} events[] = {
#define PERFCNT_EVENT(code, bank, scope, name, description)	{ code, name },
#include "../../uapi/linux/perfcnt_events.h"
};

static const char *const natives[] = {
#define PERFCNT_PERF_NAME(name, type, config, modes, description)	name,
#include "../../kmod/encoding/perf_events.h"
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void write_seed(const char *folder, const char *target, size_t number,
		       const void *data, size_t size)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s/seed-%zu", folder, target, number);
	file = fopen(path, "w");
	if (!file)
		err(EXIT_FAILURE, "%s", path);
	fwrite(data, 1, size, file);
	if (fclose(file))
		err(EXIT_FAILURE, "%s", path);
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc != 2)
		errx(EXIT_FAILURE, "usage: seeds FOLDER");
	for (i = 0; i < COUNT(texts); i++)
		write_seed(argv[1], "grammar", i, texts[i], strlen(texts[i]));
	for (i = 0; i < COUNT(events); i++) {
		struct perfcnt_what what = {
			.control = events[i].code << PERFCNT_CTL_EVENT_SHIFT |
				   PERFCNT_CTL_U,
		};

		write_seed(argv[1], "event_names", i, events[i].name,
			   strlen(events[i].name));
		write_seed(argv[1], "abi_words", i, &what, sizeof(what));
	}
	for (i = 0; i < COUNT(natives); i++)
		write_seed(argv[1], "event_names", COUNT(events) + i, natives[i],
			   strlen(natives[i]));
	return 0;
}
