// SPDX-License-Identifier: GPL-2.0
/*
 * Faults put into one system call after the other, see the kernel's
 * Documentation/fault-injection; and what they leave behind.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "fault.h"

#define DEBUGFS "/sys/kernel/debug/"
#define KMEMLEAK DEBUGFS "kmemleak"

/* kmemleak leaves alone what is younger than 5 s. */
#define KMEMLEAK_AGE 6

static int nth_fd;

static void must_write(const char *path, const char *text)
{
	int error = write_file(path, text);

	if (error)
		fatal("%s: %s", path, strerror(error));
}

/**
 * fault_allow - let every allocation and every copy be one that can fail
 *
 * Those that may sleep are left out otherwise, and each that fails would be
 * told with a backtrace, which looks like a bug. What leaks from now on is told
 * by fault_leaks().
 */
void fault_allow(void)
{
	must_write(DEBUGFS "failslab/ignore-gfp-wait", "N");
	must_write(DEBUGFS "failslab/verbose", "0");
	must_write(DEBUGFS "fail_page_alloc/ignore-gfp-wait", "N");
	must_write(DEBUGFS "fail_page_alloc/min-order", "0");
	must_write(DEBUGFS "fail_page_alloc/verbose", "0");
	must_write(DEBUGFS "fail_usercopy/verbose", "0");
	must_write(KMEMLEAK, "clear");
}

/**
 * fault_begin - in this process something shall fail
 */
void fault_begin(void)
{
	nth_fd = open("/proc/thread-self/fail-nth", O_RDWR);
	if (nth_fd < 0)
		fatal("fail-nth: %s", strerror(errno));
}

/**
 * fault_arm - let something fail
 * @nth: the how manieth thing that can fail in this thread from now on
 */
void fault_arm(unsigned int nth)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", nth);
	if (pwrite(nth_fd, text, strlen(text), 0) < 0)
		fatal("fail-nth: %s", strerror(errno));
}

/**
 * fault_happened - has it failed? From now on nothing fails any more
 *
 * errno stays as it is.
 */
bool fault_happened(void)
{
	int error = errno;
	char text[16] = "";
	/* if there was no fault before, this may have it */
	bool happened = pread(nth_fd, text, sizeof(text), 0) > 0 &&
			*text == '0';

	while (pwrite(nth_fd, "0", 1, 0) < 0 && errno == EFAULT)
		;
	errno = error;
	return happened;
}

/* A leak is told after the second scan; in Linux 7 after four or six. */
static unsigned int scans_needed(void)
{
	struct utsname machine;

	return !uname(&machine) && atoi(machine.release) >= 7 ? 8 : 2;
}

/**
 * fault_leaks - is there memory that nobody knows any more?
 */
bool fault_leaks(void)
{
	unsigned int scans = scans_needed();
	char text[4096];

	sleep(KMEMLEAK_AGE);
	while (scans--)
		must_write(KMEMLEAK, "scan");
	if (!read_file(KMEMLEAK, text, sizeof(text)))
		return false;
	printf("# %.200s\n", text);
	return true;
}
