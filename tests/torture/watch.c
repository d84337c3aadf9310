// SPDX-License-Identifier: GPL-2.0
/* What the kernel says while it is tortured: its log, and who is stuck. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "prng.h"
#include "watch.h"

/*
 * Whoever has booted the machine judges the whole log.  This is to stop at the
 * first fault, while the calls that led to it are still known.
 */
static const char *const faults[] = {
	"WARNING:", "BUG:", "KASAN", "KCSAN", "UBSAN", "Oops",
	"possible circular", "possible recursive", "possible irq lock",
	"inconsistent lock", "suspicious RCU", "rcu_sched", "stall",
	"blocked for more than", "Bad page", "refcount_t:",
};

static int kmsg = -1;

/* Nanoseconds of a clock that only goes forward. */
uint64_t watch_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* From now on.  A fault shall not end the machine before it is told. */
void watch_start(void)
{
	write_file("/proc/sys/kernel/panic_on_warn", "0");
	write_file("/proc/sys/kernel/panic_on_oops", "0");
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (kmsg < 0 || lseek(kmsg, 0, SEEK_END))
		fatal("/dev/kmsg: %s", strerror(errno));
}

static bool is_fault(const char *line)
{
	size_t i;

	/* it repeats what it refuses, which can be anything */
	if (!strncmp(line, "perfcnt: ", 9))
		return false;
	/* a function on a stack, or a race of Linux' own: see boot.sh */
	if (*line == ' ' || (strstr(line, "KCSAN") && !strchr(line, '[')))
		return false;
	for (i = 0; i < ARRAY_SIZE(faults); i++)
		if (strstr(line, faults[i]))
			return true;
	return false;
}

/* The line of the kernel's log that says what went wrong, or NULL. */
const char *watch_fault(void)
{
	static char record[2048];
	ssize_t length;
	char *line;

	for (;;) {
		length = read(kmsg, record, sizeof(record) - 1);
		if (length < 0 && errno == EPIPE)
			continue; /* some were overwritten */
		if (length <= 0)
			return NULL;
		record[length] = '\0';
		line = strchr(record, ';');
		if (!line)
			continue;
		line[strcspn(line, "\n")] = '\0';
		if (is_fault(line + 1))
			return line + 1;
	}
}

/* A file of /proc/PID, each line behind a '#'. */
static void show(pid_t pid, const char *name)
{
	char path[64], line[256];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
	file = fopen(path, "r");
	if (!file)
		return;
	while (fgets(line, sizeof(line), file))
		printf("#   %s %s%s", name, line, strchr(line, '\n') ? "" : "\n");
	fclose(file);
}

/* 'R', 'S', 'D', 'Z' and so on, or 0 if it is gone. */
static char task_state(pid_t pid)
{
	char path[64], line[512] = "";
	char *at;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (!file)
		return 0;
	at = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	fclose(file);
	return at && at[1] ? at[2] : 0;
}

static void show_task(pid_t pid)
{
	printf("# task %d, state %c\n", pid, task_state(pid));
	show(pid, "comm");
	show(pid, "wchan");
	show(pid, "stack");
}

/*
 * Say where a task is, and every other that sleeps without being interruptible;
 * the kernel's log gets the same from sysrq, with what the CPUs do.
 */
void watch_show_stuck(pid_t pid)
{
	struct dirent *entry;
	DIR *proc;

	show_task(pid);
	proc = opendir("/proc");
	while (proc && (entry = readdir(proc))) {
		pid_t other = atoi(entry->d_name);

		if (other > 0 && other != pid && task_state(other) == 'D')
			show_task(other);
	}
	if (proc)
		closedir(proc);
	fflush(stdout);
	write_file("/proc/sys/kernel/printk", "8");
	write_file("/proc/sys/kernel/sysrq", "1");
	write_file("/proc/sysrq-trigger", "l");
	write_file("/proc/sysrq-trigger", "w");
	write_file("/proc/sysrq-trigger", "d");
}

/* Wait for a child that was killed; false, and where it is, if it stays. */
bool watch_wait(pid_t pid)
{
	uint64_t end = watch_now() + WATCH_STUCK_SECONDS * 1000000000ull;

	while (!waitpid(pid, NULL, WNOHANG)) {
		if (watch_now() > end) {
			watch_show_stuck(pid);
			return false;
		}
		usleep(5000);
	}
	return true;
}
