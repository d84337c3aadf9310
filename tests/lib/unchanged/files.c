// SPDX-License-Identifier: GPL-2.0
/* Maps, descriptors and sizes of files, of which regions take none of the program's. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program.h"
#include "regions.h"

#define TURNS		10000
#define FILES		8

static unsigned int count_maps(void)
{
	static char text[65536];
	int fd = open("/proc/self/maps", O_RDONLY);
	unsigned int lines = 0;
	ssize_t i, size;

	must(fd >= 0, "/proc/self/maps");
	while ((size = read(fd, text, sizeof(text))) > 0)
		for (i = 0; i < size; i++)
			lines += text[i] == '\n';
	close(fd);
	return lines;
}

static void *map_in_thread(void *unused)
{
	BEGIN(mapped);
	END(mapped);
	return unused;
}

void map_nothing(void)
{
	unsigned int i, before;

	BEGIN(mapped);
	END(mapped);
	before = count_maps();
	for (i = 0; i < TURNS; i++) {
		BEGIN(mapped);
		END(mapped);
	}
	printf("maps more after %d regions: %d\n", TURNS, (int)(count_maps() - before));
	for (i = 0; i < ROUNDS; i++)
		run_thread(map_in_thread, NULL);
	before = count_maps();
	for (i = 0; i < ROUNDS; i++)
		run_thread(map_in_thread, NULL);
	printf("maps more after %d threads: %d\n", ROUNDS, (int)(count_maps() - before));
}

static int lowest_descriptor(void)
{
	int fd = open("/dev/null", O_RDONLY);

	close(fd);
	return fd;
}

static void *open_in_thread(void *unused)
{
	BEGIN(opens);
	printf(" %d", lowest_descriptor());
	END(opens);
	return unused;
}

void open_descriptors(void)
{
	printf("descriptors: %d", lowest_descriptor());
	BEGIN(opens);
	printf(" %d", lowest_descriptor());
	END(opens);
	printf(" %d", lowest_descriptor());
	run_thread(open_in_thread, NULL);
	printf(" %d\n", lowest_descriptor());
}

static void *go_without(void *unused)
{
	BEGIN(without);
	END(without);
	return unused;
}

/* As a daemon does it, with what it has inherited: its files get all numbers that are free then. */
void close_all(void)
{
	static const char text[] = "own";
	unsigned int i, intact = 0;
	struct stat status;
	int fds[FILES];

	BEGIN(closes);
	fflush(stdout);
	closefrom(3);
	for (i = 0; i < FILES; i++) {
		fds[i] = memfd_create(text, 0);
		must(write(fds[i], text, sizeof(text)) == sizeof(text), "write");
	}
	END(closes);
	run_thread(go_without, NULL);
	BEGIN(closes);
	END(closes);
	for (i = 0; i < FILES; i++) {
		char found[sizeof(text)] = "";

		intact += !fstat(fds[i], &status) && status.st_size == sizeof(text) &&
			  pread(fds[i], found, sizeof(found), 0) == sizeof(found) &&
			  !memcmp(found, text, sizeof(text));
	}
	printf("files that are the program's own: %u of %d, from %d on\n", intact, FILES, fds[0]);
}

void limit_files(rlim_t bytes)
{
	const struct rlimit limit = { .rlim_cur = bytes, .rlim_max = bytes };

	must(!setrlimit(RLIMIT_FSIZE, &limit), "setrlimit");
}

void be_limited(void)
{
	limit_files(4096);
	BEGIN(limited);
	END(limited);
	printf("files may have no more than 4096 bytes\n");
}
