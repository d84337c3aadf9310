// SPDX-License-Identifier: GPL-2.0
/* What an open file may do, what it costs, and what it says of others. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memcg.h"
#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define DEVICE "/dev/perfcnt"
#define NULL_DEVICE "/dev/null"
#define FILES 200
#define OPENS 2000

FIXTURE(files) {
	int proc;
};

FIXTURE_SETUP(files)
{
	self->proc = open_stopped();
}

FIXTURE_TEARDOWN(files)
{
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

/* Who was given a file to read with may look, and change nothing. */
TEST_F(files, read_only)
{
	static const unsigned int changing[] = {
		PERFCNT_IOC_CLAIM, PERFCNT_IOC_RELEASE, PERFCNT_IOC_START,
		PERFCNT_IOC_STOP, PERFCNT_IOC_RESET,
	};
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set) };
	struct perfcnt_counts reading = { .size = sizeof(struct perfcnt_counts) };
	struct perfcnt_name name = { sizeof(name), 0, "cycles" };
	int fd = open(DEVICE, O_RDONLY);
	unsigned int i;

	ASSERT_LE(0, fd);
	for (i = 0; i < ARRAY_SIZE(changing); i++)
		EXPECT_REFUSED(fd, with_mask(fd, changing[i], 1), EBADF,
			       "not open for writing");
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SET, &set), EBADF,
		       "not open for writing");
	EXPECT_EQ(0, call(fd, PERFCNT_IOC_READ, &reading));
	EXPECT_EQ(0, call(fd, PERFCNT_IOC_NAME, &name));
	EXPECT_EQ(0, describe(fd).claimed);
	close(fd);
}

/* What many open files are charged for, if that is so much at least. */
static long charged(const char *path, long least)
{
	int i, fds[FILES];
	long bytes;

	for (i = 0; i < FILES; i++) {
		fds[i] = open(path, O_RDWR);
		if (fds[i] < 0)
			fatal("%s: %s", path, strerror(errno));
	}
	bytes = memcg_settle(least, LONG_MAX);
	while (i--)
		close(fds[i]);
	return bytes;
}

/*
 * Whoever opens files by the thousand pays for them: for what the module has for each of
 * them, too, which is as much again as what the kernel has.
 */
TEST_F(files, are_accounted)
{
	static const char *const paths[] = { DEVICE, PROC_PERF };
	unsigned int i;
	long null;

	if (!memcg_enter(0))
		SKIP(return, "this kernel charges nobody");
	null = charged(NULL_DEVICE, FILES * sizeof(long));
	memcg_leave();
	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		long least = null * 3 / 2, bytes;

		memcg_enter(0);
		bytes = charged(paths[i], least);
		memcg_leave();
		EXPECT_LE(least, bytes);
		TH_LOG("%s: %ld bytes for %d files, %s: %ld", paths[i], bytes, FILES,
		       NULL_DEVICE, null);
	}
}

/* How many other CPUs were interrupted to do something, or -1. */
static long cross_calls(void)
{
	FILE *file = fopen("/proc/interrupts", "r");
	unsigned long one, two;
	char line[512];
	long sum = -1;

	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file))
		if (strstr(line, "unction call interrupts") &&
		    sscanf(line, "%*s %lu %lu", &one, &two) == 2)
			sum = one + two;
	fclose(file);
	return sum;
}

/* Who looks at what there is, and claims nothing, disturbs nobody. */
TEST_F(files, open_and_close)
{
	long before, after;
	unsigned int i;

	if (which_driver() != PERF || cross_calls() < 0)
		SKIP(return, "no other CPU is ever asked, or nobody counts that");
	set_counters(self->proc, moving(self->proc));
	close(open_device());
	before = cross_calls();
	for (i = 0; i < OPENS; i++)
		close(open_device());
	after = cross_calls();
	set_counters(self->proc, "0 0 0");
	EXPECT_GT(OPENS / 2, after - before);
}

/* In a PID namespace of its own: 0, or what is wrong. */
static int in_a_namespace(void)
{
	int fd = open_device();

	if (with_mask(fd, PERFCNT_IOC_CLAIM, 1) != EBUSY)
		return 1;
	if (!strstr(reason(fd), "another PID namespace"))
		return 2;
	if (with_mask(fd, PERFCNT_IOC_CLAIM, 2))
		return 3;
	return 0;
}

/* A process is named as the one that asks knows it. */
TEST_F(files, pid_namespaces)
{
	int fd, status, ready[2], done[2];
	pid_t child;
	char words[64], c = 0;

	if (unshare(CLONE_NEWPID))
		SKIP(return, "this kernel has no PID namespaces");
	fd = open_device();
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_CLAIM, 1));
	ASSERT_EQ(0, pipe(ready));
	ASSERT_EQ(0, pipe(done));
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		status = in_a_namespace();
		if (write(ready[1], &c, 1) != 1 || read(done[0], &c, 1) != 1)
			status = 4;
		_exit(status);
	}
	ASSERT_EQ(1, read(ready[0], &c, 1));
	snprintf(words, sizeof(words), "claimed by process %d", child);
	EXPECT_REFUSED(fd, with_mask(fd, PERFCNT_IOC_CLAIM, 2), EBUSY, words);
	ASSERT_EQ(1, write(done[1], &c, 1));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	close(fd);
}

/* What was refused can be words of whoever wrote them. */
TEST_F(files, last_error_of_others)
{
	int status;
	pid_t child;

	EXPECT_EQ(EINVAL, write_text(self->proc, "secret"));
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		char text[16];
		int fd = setuid(65534) ? -1 : open(LAST_ERROR, O_RDONLY);

		_exit(fd >= 0 && read(fd, text, sizeof(text)) > 0);
	}
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
}

TEST_HARNESS_MAIN
