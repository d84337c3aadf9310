// SPDX-License-Identifier: GPL-2.0
/*
 * On a board where perf shares the timer's hook with us: a user without
 * capabilities writes to a descriptor that was handed on.  Perf opens an event
 * later, lets go last, and must not bring our hook back.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define NOBODY 65534
#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

static int open_cycles(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.disabled = 1,
	};

	return open_perf_event(&attr, -1, 0, -1);
}

/* What it comes to when somebody writes who may do nothing: 0 or an errno. */
static int write_as_nobody(int fd, const char *text)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		if (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY))
			_exit(255);
		_exit(write_text(fd, text));
	}
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

TEST(perf_leaves_after_us)
{
	int fd, event;

	if (access("/sys/module/intruder", F_OK))
		SKIP(return, "the intruder does not play perf here");
	ASSERT_EQ(0, write_file(PARANOID, "2"));
	fd = open_counters();
	ASSERT_EQ(0, write_as_nobody(fd, "1 instructions:u 0"));
	event = open_cycles();
	ASSERT_LE(0, event) TH_LOG("%s", strerror(errno));
	set_counters(fd, "1 0 0");
	close(fd);
	ASSERT_EQ(0, unload_perfcnt());
	close(event);
	usleep(100000); /* the timer looks at the hook */
}

TEST_HARNESS_MAIN
