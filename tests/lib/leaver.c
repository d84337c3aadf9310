// SPDX-License-Identifier: GPL-2.0
/*
 * Has a command left at execve(2)?  Over rings of perf's that are made up, of two CPUs, with
 * records as the kernel writes them: backwards.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <perf_leaver.h>
#include <perfcnt.h>

#include "../unit/unit.h"

#define CPUS	2
#define PRESENT	"/sys/devices/system/cpu/present"

/* The longest path of a mapping, and what is around it. */
#define LONGEST	(40 + 4088 + 8)

/**
 * struct ring - what perf has written on a CPU
 * @fd: the descriptor of its event
 * @page: its memory, first the page before the records
 * @size: bytes of these
 * @head: where the newest begins
 */
static struct ring {
	int fd;
	struct perf_event_mmap_page *page;
	size_t size;
	unsigned long head;
} rings[CPUS];

static unsigned int opened;
static const char *present = "0-1\n";
static int refuses; /* the errno of perf_event_open(2) */

long syscall(long number, ...)
{
	long (*real)(long number, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
	long words[6];
	va_list arguments;
	int i;

	va_start(arguments, number);
	for (i = 0; i < 6; i++)
		words[i] = va_arg(arguments, long);
	va_end(arguments);
	if (number != SYS_perf_event_open)
		return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
	if (refuses) {
		errno = refuses;
		return -1;
	}
	rings[opened].fd = dup(STDIN_FILENO);
	return rings[opened++].fd;
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	void *(*real)(void *at, size_t size, int protection, int flags, int fd, off_t offset) =
		(void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
	unsigned int i;

	for (i = 0; i < opened; i++) {
		if (fd != rings[i].fd)
			continue;
		rings[i].page = real(NULL, size, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		rings[i].size = size - sysconf(_SC_PAGESIZE);
		return rings[i].page;
	}
	return real(at, size, protection, flags, fd, offset);
}

int open(const char *path, int flags, ...)
{
	int (*real)(const char *path, int flags, ...) =
		(int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
	int ends[2];

	if (strcmp(path, PRESENT))
		return real(path, flags, 0);
	if (pipe(ends) || write(ends[1], present, strlen(present)) < 0)
		return -1;
	close(ends[1]);
	return ends[0];
}

/* The time is the last of its words. */
static void write_record(unsigned int cpu, uint32_t type, uint16_t misc, uint16_t size,
			 uint64_t time)
{
	const struct perf_event_header header = { .type = type, .misc = misc, .size = size };
	struct ring *ring = &rings[cpu];
	char *data = (char *)ring->page + sysconf(_SC_PAGESIZE), record[LONGEST];
	unsigned int i;

	memset(record, 'a', size);
	memcpy(record, &header, sizeof(header));
	memcpy(record + size - sizeof(time), &time, sizeof(time));
	ring->head -= size;
	for (i = 0; i < size; i++)
		data[(ring->head + i) % ring->size] = record[i];
	ring->page->data_head = ring->head;
}

static void maps(unsigned int cpu, uint64_t time)
{
	write_record(cpu, PERF_RECORD_MMAP, 0, 72, time);
}

static void executes(unsigned int cpu, uint64_t time)
{
	write_record(cpu, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, 40, time);
}

static void exits(unsigned int cpu, uint64_t time)
{
	write_record(cpu, PERF_RECORD_EXIT, 0, 40, time);
}

FIXTURE(leaver) {
	struct perf_leaver *leaver;
};

FIXTURE_SETUP(leaver)
{
	self->leaver = perfcnt_perf_leaver_new(1);
	ASSERT_NE(NULL, self->leaver) TH_LOG("%s", perfcnt_strerror(NULL));
	ASSERT_EQ(CPUS, opened);
	/* what the command was before, and its program */
	executes(0, 1);
	maps(0, 2);
	maps(0, 3);
}

FIXTURE_TEARDOWN(leaver)
{
	perfcnt_perf_leaver_free(self->leaver);
}

#define EXPECT_NOT_KNOWN(result, words) do {						\
	const int __result = result;							\
	const int __error = errno;							\
											\
	EXPECT_EQ(-1, __result);							\
	EXPECT_EQ(EIO, __error);							\
	errno = __error;								\
	if (__result == -1)								\
		EXPECT_NE(NULL, strstr(perfcnt_strerror(NULL), words)) {		\
			TH_LOG("%s", perfcnt_strerror(NULL));				\
		}									\
} while (0)

TEST_F(leaver, leaves)
{
	EXPECT_EQ(0, perfcnt_perf_leaver_has_left(self->leaver));
	executes(0, 10);
	EXPECT_EQ(0, perfcnt_perf_leaver_has_left(self->leaver));
	exits(0, 11);
	EXPECT_EQ(1, perfcnt_perf_leaver_has_left(self->leaver));
}

TEST_F(leaver, ends)
{
	exits(0, 11);
	EXPECT_EQ(0, perfcnt_perf_leaver_has_left(self->leaver));
}

TEST_F(leaver, leaves_on_two_cpus)
{
	executes(1, 10);
	exits(0, 11);
	EXPECT_EQ(1, perfcnt_perf_leaver_has_left(self->leaver));
}

/* A clock may be a coarse one: on one CPU the order is known, also at the same time. */
TEST_F(leaver, at_the_same_time)
{
	executes(1, 10);
	exits(1, 10);
	EXPECT_EQ(1, perfcnt_perf_leaver_has_left(self->leaver));
}

TEST_F(leaver, at_the_same_time_on_two_cpus)
{
	executes(1, 10);
	exits(0, 10);
	EXPECT_NOT_KNOWN(perfcnt_perf_leaver_has_left(self->leaver), "same time");
}

TEST_F(leaver, at_the_same_time_as_a_mapping_before)
{
	maps(1, 10);
	executes(0, 10);
	exits(0, 11);
	EXPECT_NOT_KNOWN(perfcnt_perf_leaver_has_left(self->leaver), "same time");
}

/* Of a program that is mapped, its threads may end at the same time. */
TEST_F(leaver, ends_at_the_same_time_as_its_threads)
{
	exits(1, 10);
	exits(0, 10);
	EXPECT_EQ(0, perfcnt_perf_leaver_has_left(self->leaver));
}

/* What is looked at is whole: the newest record of a CPU and the one before. */
TEST_F(leaver, leaves_after_long_paths)
{
	write_record(0, PERF_RECORD_MMAP, 0, LONGEST, 10);
	write_record(0, PERF_RECORD_MMAP, 0, LONGEST, 11);
	executes(1, 12);
	exits(1, 13);
	EXPECT_EQ(1, perfcnt_perf_leaver_has_left(self->leaver));
}

TEST_F(leaver, a_cpu_is_plugged_in)
{
	present = "0-2\n";
	EXPECT_NOT_KNOWN(perfcnt_perf_leaver_has_left(self->leaver), "CPUs");
}

/* Linux before 5.13 follows no threads alone. */
TEST(an_old_kernel)
{
	refuses = EINVAL;
	EXPECT_EQ(NULL, perfcnt_perf_leaver_new(1));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_NE(NULL, strstr(perfcnt_strerror(NULL), "Linux 5.13")) {
		TH_LOG("%s", perfcnt_strerror(NULL));
	}
}

TEST_HARNESS_MAIN
