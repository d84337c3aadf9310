// SPDX-License-Identifier: GPL-2.0
/* insmod that fails: /proc/perf is somebody else's, or is used already. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "fakes.h"
#include "kselftest_harness.h"

FIXTURE(load) {
	enum driver driver;
	const char *counts; /* a line that lets a counter count */
	pid_t holder;
	pid_t writer;
};

/* Keeps misc_register() waiting until it is killed. */
static void hold(void)
{
	open("/dev/misc_fails", O_RDONLY);
	_exit(1);
}

/* Writes whenever /proc/perf is there; with the first that is taken insmod goes on. */
static void write_on(const char *text, pid_t holder)
{
	for (;;) {
		int fd = open(PROC_PERF, O_WRONLY);

		if (fd < 0)
			continue;
		if (!write_text(fd, text))
			kill(holder, SIGKILL);
		close(fd);
	}
}

FIXTURE_SETUP(load)
{
	int fd = open_stopped(), error;

	self->driver = which_driver();
	self->counts = moving(fd);
	close(fd);
	ASSERT_EQ(0, unload_perfcnt());
	error = load_module("misc_fails.ko", "");
	ASSERT_EQ(0, error);
	self->holder = fork();
	if (!self->holder)
		hold();
	await_wait(self->holder);
	self->writer = fork();
	ASSERT_LE(0, self->writer);
	if (!self->writer)
		write_on(self->counts, self->holder);
}

FIXTURE_TEARDOWN(load)
{
	EXPECT_EQ(0, load_perfcnt(self->driver, ""));
}

TEST_F(load, device_fails)
{
	static char interrupts[65536];

	EXPECT_EQ(EBUSY, load_perfcnt(self->driver, ""));
	EXPECT_EQ(0, kill(self->writer, SIGKILL));
	EXPECT_EQ(self->writer, waitpid(self->writer, NULL, 0));
	EXPECT_EQ(self->holder, waitpid(self->holder, NULL, 0));
	EXPECT_NE(0, access(PROC_PERF, F_OK));
	read_file("/proc/interrupts", interrupts, sizeof(interrupts));
	EXPECT_EQ(NULL, strstr(interrupts, "perfcnt"));
	sleep(1); /* whatever interrupts has had its time */
	EXPECT_EQ(0, unload_module("misc_fails"));
}

/* The file of another module stays as it is. */
TEST(file_exists)
{
	int fd = open_stopped(), log = open_log();
	enum driver driver = which_driver();

	close(fd);
	ASSERT_EQ(0, unload_perfcnt());
	ASSERT_EQ(0, load_module("misc_fails.ko", "proc=1"));
	EXPECT_EQ(EBUSY, load_perfcnt(driver, ""));
	EXPECT_EQ(1, times_in_log(log, "another module has created /proc/perf"));
	close(log);
	EXPECT_EQ(0, access(PROC_PERF, F_OK));
	EXPECT_EQ(0, unload_module("misc_fails"));
	EXPECT_EQ(0, load_perfcnt(driver, ""));
}

TEST_HARNESS_MAIN
