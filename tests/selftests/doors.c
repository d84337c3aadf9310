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
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "tap.h"

/* A running counter, read a byte at a time: one moment, and the next one. */
static void test_small_reads(void)
{
	char bytes[1024], whole[1024], next[1024];
	int fd = open_counters();
	ssize_t length = 0, n;

	set_counters(fd, moving(fd));
	while ((n = read(fd, bytes + length, 1)) == 1)
		length++;
	tap(n == 0 && length > 8 * 18, "%zd bytes, one at a time", length);
	n = pread(fd, whole + 1, sizeof(whole) - 1, 1);
	tap(n == length - 1 && !memcmp(whole + 1, bytes + 1, n),
	    "pread() further on shows the same snapshot");
	tap(pread(fd, whole, sizeof(whole), length) == 0,
	    "pread() at the end is the end");
	move();
	n = pread(fd, next, sizeof(next), 0);
	tap(n >= length && memcmp(next, bytes, length),
	    "pread() at 0 takes a new one");
	move();
	lseek(fd, 0, SEEK_SET);
	n = read(fd, bytes, sizeof(bytes));
	tap(n >= length && memcmp(next, bytes, n),
	    "so does read() after lseek() to 0");
	set_counters(fd, "0 0");
	close(fd);
	fd = open_counters();
	n = pread(fd, whole, 20, 5);
	tap(n == 20 && !memcmp(whole, "nt[0].Ctl : 0x800000", 20),
	    "the first pread() of a file need not be at 0");
	close(fd);
}

static int keep_capabilities(unsigned long long mask)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = {
		{ mask, mask, 0 },
		{ mask >> 32, mask >> 32, 0 },
	};

	return syscall(SYS_capset, &header, data);
}

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

static void test_who(int reader)
{
	tap(open_as(ROOT, O_RDWR) == 0, "root reads and writes");
	tap(open_as(ONLY_PERFMON, O_RDWR) == 0, "CAP_PERFMON is enough");
	tap(open_as(ONLY_SYS_ADMIN, O_RDWR) == 0, "so is CAP_SYS_ADMIN");
	tap(open_as(NEITHER, O_RDONLY) == (reader ? 0 : EPERM),
	    "without either root %s", reader ? "reads" : "may not read");
	tap(open_as(NEITHER, O_WRONLY) == EPERM, "nor write");
	tap(open_as(NAMESPACE, O_RDONLY) == (reader ? 0 : EPERM),
	    "root of a user namespace %s", reader ? "reads" : "may not read");
	tap(open_as(NAMESPACE, O_WRONLY) == EPERM, "nor write");
	tap(open_as(NOBODY, O_RDONLY) == (reader ? 0 : EACCES),
	    "nobody %s", reader ? "reads" : "may not read");
	tap(open_as(NOBODY, O_WRONLY) == EACCES, "nor write");
}

static void test_mode(mode_t want)
{
	struct stat st;

	tap(!stat(PROC_PERF, &st) && (st.st_mode & 07777) == want,
	    "mode %o", want);
}

static void test_unprivileged_read(void)
{
	enum driver driver = which_driver();

	if (unload_module("perfcnt") ||
	    load_perfcnt(driver, "unprivileged_read=1"))
		tap_bail_out("cannot load the module anew");
	test_mode(0644);
	test_who(1);
}

/* Lockdown cannot be lifted, so this is the last test. */
static void test_lockdown(void)
{
	mount("securityfs", "/sys/kernel/security", "securityfs", 0, NULL);
	if (write_file("/sys/kernel/security/lockdown", "confidentiality")) {
		tap(true, "lockdown # SKIP not in this kernel");
		return;
	}
	tap(open_as(ROOT, O_RDONLY) == EPERM, "not under lockdown");
}

/* doors unlocked: the kernel is not locked down. */
int main(int argc, char **argv)
{
	test_small_reads();
	test_mode(0600);
	test_who(0);
	test_unprivileged_read();
	if (argc < 2 || strcmp(argv[1], "unlocked"))
		test_lockdown();
	return tap_end();
}
