// SPDX-License-Identifier: GPL-2.0
/* By /proc, and by what the kernel says of a mapping. */
#define _FILE_OFFSET_BITS 64 /* inodes of 64 bits, too */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "mapped_files.h"
#include "roots.h"

/* How many files are kept open at most: the other ones are found by their paths. */
#define MOST_OPEN	256

#define ANOTHER		"another file is here than the one that ran"
#define CHANGED		"it was changed after it had been mapped"

static unsigned int open_files;

/* By a descriptor for O_PATH, which is closed: to open what is no regular file can have effects. */
static int open_found(int found)
{
	struct stat status;
	int file = -1;
	char *link;

	if (found < 0)
		return -1;
	if (!fstat(found, &status) && S_ISREG(status.st_mode)) {
		link = formatted("/proc/self/fd/%d", found);
		file = open(link, O_RDONLY | O_CLOEXEC);
		free(link);
	} else {
		errno = EINVAL;
	}
	close(found);
	return file;
}

/* As /proc/PID/maps shows a mapping, which on some file systems is not what fstat() says. */
static bool is_mapped_as(int file, uint64_t device, uint64_t inode)
{
	void *mapped = mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 0);
	FILE *maps = fopen("/proc/self/maps", "re");
	unsigned int major_number, minor_number;
	unsigned long long number;
	unsigned long start;
	bool found = false;
	char line[256];

	while (maps && mapped != MAP_FAILED && !found && fgets(line, sizeof(line), maps))
		found = sscanf(line, "%lx-%*x %*s %*x %x:%x %llu", &start, &major_number,
			       &minor_number, &number) == 4 &&
			start == (unsigned long)mapped &&
			makedev(major_number, minor_number) == device && number == inode;
	if (maps)
		fclose(maps);
	if (mapped != MAP_FAILED)
		munmap(mapped, 1);
	return found;
}

static bool is_file(int file, const struct sample_module *module)
{
	struct stat status;

	if (!fstat(file, &status) && status.st_dev == module->device &&
	    status.st_ino == module->inode)
		return true;
	return is_mapped_as(file, module->device, module->inode);
}

static bool is_program(int file)
{
	char begins[4];

	return pread(file, begins, sizeof(begins), 0) == sizeof(begins) &&
	       !memcmp(begins, "\177ELF", sizeof(begins));
}

static uint64_t in_nanoseconds(const struct timespec *time)
{
	return time->tv_sec * CLOCK_SECOND + time->tv_nsec;
}

static uint64_t when_modified(int file)
{
	struct stat status;

	return fstat(file, &status) ? 0 : in_nanoseconds(&status.st_mtim);
}

/* The very file, by the mapping itself, which is for root, or by its path as the process has it. */
static int open_of_process(struct sample_module *module, uint32_t pid, uint64_t start,
			   uint64_t length)
{
	char *link = formatted("/proc/%u/map_files/%llx-%llx", pid,
			       (unsigned long long)start, (unsigned long long)(start + length));
	int file = open_found(open(link, O_PATH | O_CLOEXEC)), root;

	free(link);
	if (file < 0) {
		root = root_of_process(pid);
		file = open_found(root_file(root, module->path, O_PATH));
		if (root >= 0)
			close(root);
	}
	/* another one can be mapped there by now, too */
	if (file >= 0 && !*module->build_id && !is_file(file, module)) {
		close(file);
		file = -1;
	}
	return file;
}

/* Is it there, too? */
static bool is_at_path(int file, const struct sample_module *module)
{
	int root = root_at(module->root ?: "/");
	int found = root_file(root, module->path, O_PATH);
	struct stat one, other;
	bool same = found >= 0 && !fstat(file, &one) && !fstat(found, &other) &&
		    one.st_dev == other.st_dev && one.st_ino == other.st_ino;

	if (found >= 0)
		close(found);
	if (root >= 0)
		close(root);
	return same;
}

/* The number of the mount that something is on, or 0. */
static uint64_t mount_of(int folder, const char *path)
{
	struct statx status;

	if (statx(folder, path, AT_EMPTY_PATH, STATX_MNT_ID, &status) ||
	    !(status.stx_mask & STATX_MNT_ID))
		return 0;
	return status.stx_mnt_id;
}

/* What is open cannot be unmounted; the root never is. */
static bool is_on_root(int file)
{
	uint64_t mount = mount_of(file, "");

	return mount && mount == mount_of(AT_FDCWD, "/");
}

void mapped_file_look(struct sample_module *module, uint32_t pid, uint64_t start,
		      uint64_t length)
{
	int file;

	if (module->is_seen || open_files == MOST_OPEN)
		return;
	file = open_of_process(module, pid, start, length);
	if (file < 0)
		return;
	module->is_seen = true;
	module->root = root_path(pid);
	module->modified = when_modified(file);
	if (is_program(file) && (is_on_root(file) || !is_at_path(file, module))) {
		module->file = file;
		open_files++;
	} else {
		close(file);
	}
}

/* Of the bytes: FNV-1a. */
static void sum_up(struct sample_module *module, int file)
{
	uint64_t sum = 0xcbf29ce484222325, size = 0;
	unsigned char bytes[65536];
	ssize_t got, i;

	while ((got = pread(file, bytes, sizeof(bytes), size)) > 0) {
		for (i = 0; i < got; i++)
			sum = (sum ^ bytes[i]) * 0x100000001b3;
		size += got;
	}
	module->size = got ? 0 : size;
	module->checksum = sum;
}

/* The file that is at the path. */
static int open_here(const struct sample_module *module, const char *top, const char **why)
{
	int root = root_at(*top ? top : "/");
	int file = open_found(root_file(root, module->path, O_PATH));

	if (file < 0)
		*why = errno == EINVAL ? "it is not a file" : strerror(errno);
	if (root >= 0)
		close(root);
	return file;
}

/* A path, a size and a checksum lead to it again. */
static void close_other(const struct sample_module *module, int file)
{
	if (file >= 0 && file != module->file)
		close(file);
}

/* On the clock of files, which can be behind by a tick. */
static uint64_t since_1970(uint64_t monotonic)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return in_nanoseconds(&now) - clock_now() + monotonic;
}

/*
 * Why a file is not what was mapped, or NULL.  The time of its last write can be set to any, as
 * cp -p does; that of its last change cannot, but is also that of its removal.
 */
static const char *judge(const struct sample_module *module, int file)
{
	struct stat status;

	if (fstat(file, &status))
		return strerror(errno);
	if (!is_file(file, module))
		return ANOTHER;
	if (module->is_seen && in_nanoseconds(&status.st_mtim) != module->modified)
		return CHANGED;
	return status.st_nlink &&
	       in_nanoseconds(&status.st_ctim) > since_1970(module->mapped) ? CHANGED : NULL;
}

/* The file that was mapped, if that is still known; or -1. */
static int open_mapped(struct sample_module *module)
{
	const char *why = NULL;
	int file = module->file;

	if (file < 0)
		file = open_here(module, module->root ?: "", &why);
	if (file >= 0)
		why = judge(module, file);
	if (!why)
		return file;
	samples_refuse(module, why);
	close_other(module, file);
	return -1;
}

bool mapped_file_is_program(struct sample_module *module)
{
	bool found;
	int file;

	if (*module->build_id || module->refused)
		return *module->build_id;
	file = open_mapped(module);
	found = file >= 0 && is_program(file);
	close_other(module, file);
	return found;
}

void mapped_file_settle(struct sample_module *module)
{
	int file;

	if (*module->build_id || module->refused)
		return;
	file = open_mapped(module);
	if (file >= 0)
		sum_up(module, file);
	close_other(module, file);
}

/* Why the file is not what a saved run had, or NULL. */
static const char *compare(const struct sample_module *module, int file)
{
	struct sample_module found = { 0 };

	if (*module->build_id || module->is_any)
		return NULL;
	if (!module->size)
		return "it is not known which file ran";
	sum_up(&found, file);
	return found.size == module->size && found.checksum == module->checksum ? NULL :
	       ANOTHER;
}

int mapped_file_open(struct sample_module *module, const char *root, const char **why)
{
	int file = module->file;

	*why = module->refused;
	if (*why)
		return -1;
	module->file = -1;
	if (file >= 0)
		return file;
	file = open_here(module, *root ? root : module->root ?: "", why);
	if (file < 0)
		return -1;
	*why = compare(module, file);
	if (!*why)
		return file;
	close(file);
	return -1;
}
