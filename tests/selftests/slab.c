// SPDX-License-Identifier: GPL-2.0
/* Objects of caches, as /proc/slabinfo has them. */
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "slab.h"

static void take_from_cpus(const char *prefix)
{
	char pattern[128];
	glob_t found;
	size_t i;
	int fd;

	snprintf(pattern, sizeof(pattern), "/sys/kernel/slab/%s*/shrink", prefix);
	if (glob(pattern, 0, NULL, &found))
		return;
	for (i = 0; i < found.gl_pathc; i++) {
		fd = open(found.gl_pathv[i], O_WRONLY);
		if (fd < 0 || write(fd, "1", 1) != 1)
			printf("# %s: %m\n", found.gl_pathv[i]);
		close(fd);
	}
	globfree(&found);
}

long slab_objects(const char *prefix)
{
	unsigned long active, sum = 0;
	char line[512], name[64];
	bool any = false;
	FILE *file;

	take_from_cpus(prefix);
	file = fopen("/proc/slabinfo", "r");
	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%63s %lu", name, &active) != 2 ||
		    strncmp(name, prefix, strlen(prefix)))
			continue;
		sum += active;
		any = true;
	}
	fclose(file);
	return any ? (long)sum : -1;
}
