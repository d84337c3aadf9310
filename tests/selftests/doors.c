// SPDX-License-Identifier: GPL-2.0
/*
 * How /proc/perf is read, and who may: small reads and pread() see one
 * snapshot, and privilege is asked for at open().
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define BIT(n) (1ULL << (n))

enum who { ROOT, ONLY_PERFMON, ONLY_SYS_ADMIN, NEITHER, NAMESPACE, NOBODY };

static int become(enum who who)
{
	switch (who) {
	case ONLY_PERFMON:
		return keep_capabilities(BIT(CAP_PERFMON));
	case ONLY_SYS_ADMIN:
		return keep_capabilities(BIT(CAP_SYS_ADMIN));
	case NEITHER:
		return keep_capabilities(~(BIT(CAP_PERFMON) |
					   BIT(CAP_SYS_ADMIN)) & 0x1ffffffffff);
	case NAMESPACE:
		return unshare(CLONE_NEWUSER);
	case NOBODY:
		return setuid(65534);
	default:
		return 0;
	}
}

/* What open() says to somebody; a child's errno comes back as its status. */
static int open_as(enum who who, int flags)
{
	int status;
	pid_t child = fork();

	if (!child) {
		int fd;

		if (become(who))
			_exit(255);
		fd = open(PROC_PERF, flags);
		_exit(fd < 0 ? errno : 0);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

FIXTURE(doors) {
	int fd;
};

FIXTURE_SETUP(doors)
{
	self->fd = open_stopped();
}

FIXTURE_TEARDOWN(doors)
{
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

/* A running counter, read a byte at a time: one moment, and the next one. */
TEST_F(doors, small_reads)
{
	char bytes[1024], whole[1024], next[1024];
	ssize_t length = 0, n;
	int fd = self->fd;

	set_counters(fd, moving(fd));
	while ((n = read(fd, bytes + length, 1)) == 1)
		length++;
	EXPECT_EQ(0, n);
	ASSERT_GT(length, 8 * 18);
	/* pread() further on shows the same snapshot */
	n = pread(fd, whole + 1, sizeof(whole) - 1, 1);
	ASSERT_EQ(length - 1, n);
	EXPECT_EQ(0, memcmp(whole + 1, bytes + 1, n));
	EXPECT_EQ(0, pread(fd, whole, sizeof(whole), length));
	/* pread() at 0 takes a new one */
	move();
	n = pread(fd, next, sizeof(next), 0);
	EXPECT_GE(n, length);
	EXPECT_NE(0, memcmp(next, bytes, length));
	/* so does read() after lseek() to 0 */
	move();
	lseek(fd, 0, SEEK_SET);
	n = read(fd, bytes, sizeof(bytes));
	ASSERT_GE(n, length);
	EXPECT_NE(0, memcmp(next, bytes, n));
	set_counters(fd, "0 0 0");
}

/* The first pread() of a file need not be at 0. */
TEST_F(doors, read_from_within)
{
	char some[20];

	ASSERT_EQ(20, pread(self->fd, some, 20, 5));
	EXPECT_EQ(0, memcmp(some, "nt[0].Ctl : 0x800000", 20));
}

/* Who may open it, as the module is loaded, or with unprivileged_read=1. */
FIXTURE(who) {
	enum driver driver;
};

FIXTURE_VARIANT(who) {
	const char *parameters;
	mode_t mode;
	int reader; /* what whoever has no privilege gets, */
	int nobody; /* and what who is not root */
};

FIXTURE_VARIANT_ADD(who, privileged) {
	.parameters = "", .mode = 0600, .reader = EPERM, .nobody = EACCES
};

FIXTURE_VARIANT_ADD(who, unprivileged_read) {
	.parameters = "unprivileged_read=1", .mode = 0644
};

FIXTURE_SETUP(who)
{
	self->driver = which_driver();
	if (!*variant->parameters)
		return;
	ASSERT_EQ(0, unload_perfcnt());
	ASSERT_EQ(0, load_perfcnt(self->driver, variant->parameters));
}

FIXTURE_TEARDOWN(who)
{
	if (!*variant->parameters)
		return;
	ASSERT_EQ(0, unload_perfcnt());
	ASSERT_EQ(0, load_perfcnt(self->driver, ""));
}

TEST_F(who, one_capability_is_enough)
{
	struct stat st;

	ASSERT_EQ(0, stat(PROC_PERF, &st));
	EXPECT_EQ(variant->mode, st.st_mode & 07777);
	EXPECT_EQ(0, open_as(ROOT, O_RDWR));
	EXPECT_EQ(0, open_as(ONLY_PERFMON, O_RDWR));
	EXPECT_EQ(0, open_as(ONLY_SYS_ADMIN, O_RDWR));
}

TEST_F(who, root_with_neither)
{
	EXPECT_EQ(variant->reader, open_as(NEITHER, O_RDONLY));
	EXPECT_EQ(EPERM, open_as(NEITHER, O_WRONLY));
}

TEST_F(who, root_of_a_namespace)
{
	EXPECT_EQ(variant->reader, open_as(NAMESPACE, O_RDONLY));
	EXPECT_EQ(EPERM, open_as(NAMESPACE, O_WRONLY));
}

TEST_F(who, nobody)
{
	EXPECT_EQ(variant->nobody, open_as(NOBODY, O_RDONLY));
	EXPECT_EQ(EACCES, open_as(NOBODY, O_WRONLY));
}

/* Lockdown cannot be lifted, so this is the last test. */
FIXTURE(lockdown) {
};

FIXTURE_SETUP(lockdown)
{
	mount("securityfs", "/sys/kernel/security", "securityfs", 0, NULL);
	if (write_file("/sys/kernel/security/lockdown", "confidentiality"))
		SKIP(return, "not in this kernel");
}

FIXTURE_TEARDOWN(lockdown)
{
}

TEST_F(lockdown, not_even_root)
{
	EXPECT_EQ(EPERM, open_as(ROOT, O_RDONLY));
}

TEST_HARNESS_MAIN
