// SPDX-License-Identifier: GPL-2.0
/* /proc has the root, openat2(2) stays below it: glibc has no function for that. */
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/openat2.h>

#include "base/memory.h"
#include "roots.h"

int root_at(const char *path)
{
	return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

int root_of_process(uint32_t pid)
{
	char *path = formatted("/proc/%u/root", pid);
	int root = root_at(path);

	free(path);
	return root;
}

/* What a link says, or NULL. */
static char *read_link(const char *path)
{
	char text[PATH_MAX];
	ssize_t length = readlink(path, text, sizeof(text) - 1);

	if (length < 0)
		return NULL;
	text[length] = '\0';
	return copy_text(text);
}

char *root_path(uint32_t pid)
{
	char *mounts = formatted("/proc/%u/ns/mnt", pid);
	char *theirs = read_link(mounts), *ours = read_link("/proc/self/ns/mnt");
	char *link = formatted("/proc/%u/root", pid), *path = NULL;

	if (theirs && ours && !strcmp(theirs, ours))
		path = read_link(link);
	free(mounts);
	free(theirs);
	free(ours);
	free(link);
	return path;
}

int root_file(int root, const char *path, int flags)
{
	const struct open_how how = {
		.flags = flags | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT,
	};

	return root < 0 ? -1 : syscall(SYS_openat2, root, path, &how, sizeof(how));
}
