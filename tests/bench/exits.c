// SPDX-License-Identifier: GPL-2.0
/*
 * exits N HOW: a process of N threads, which all exit at once.  Before that all of them are
 * followed: by PERFCNT_IOC_SCOPE (HOW is scope), which also has a record of each, and these
 * are read (records), or by an event of perf for each, which are read (perf); or nobody is
 * (nothing).  tests/bench/whole says what that takes.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../uapi/linux/perfcnt.h"
#include "../selftests/counters.h"

#define STACK	(64 << 10)

static void must(int good, const char *what)
{
	if (!good)
		fatal("%s: %s", what, strerror(errno));
}

static void *sleep_on(void *nothing)
{
	for (;;)
		pause();
	return nothing;
}

/* Comes back when all threads are there. */
static pid_t create(unsigned int threads)
{
	pthread_attr_t attributes;
	pthread_t thread;
	char byte = 0;
	int ready[2];
	pid_t pid;

	must(!pipe(ready), "pipe");
	pid = fork();
	must(pid >= 0, "fork");
	if (pid) {
		must(read(ready[0], &byte, 1) == 1, "read");
		return pid;
	}
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK);
	while (threads--) {
		errno = pthread_create(&thread, &attributes, sleep_on, NULL);
		must(!errno, "pthread_create");
	}
	must(write(ready[1], &byte, 1) == 1, "write");
	sleep_on(NULL);
	return 0;
}

static void end(pid_t pid)
{
	must(!kill(pid, SIGKILL) && waitpid(pid, NULL, 0) == pid, "kill");
}

static int follow(pid_t pid, unsigned int flags)
{
	struct perfcnt_mask mask = { sizeof(mask), 1 };
	struct perfcnt_name name = { .size = sizeof(name), .name = "instructions:u" };
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .pid = pid, .counters = 1,
		.flags = PERFCNT_SCOPE_PROCESS | PERFCNT_SCOPE_INHERIT | flags,
	};
	int fd = open("/dev/perfcnt", O_RDWR | O_CLOEXEC);

	must(fd >= 0, "/dev/perfcnt");
	must(!ioctl(fd, PERFCNT_IOC_CLAIM, &mask), "PERFCNT_IOC_CLAIM");
	must(!ioctl(fd, PERFCNT_IOC_NAME, &name), name.name);
	set.counter[0].what = name.what;
	must(!ioctl(fd, PERFCNT_IOC_SET, &set), "PERFCNT_IOC_SET");
	must(!ioctl(fd, PERFCNT_IOC_SCOPE, &scope), "PERFCNT_IOC_SCOPE");
	must(!ioctl(fd, PERFCNT_IOC_START, &mask), "PERFCNT_IOC_START");
	return fd;
}

/* Those of all threads, with one counter, as soon as there are some. */
static void read_records(int fd, unsigned int threads)
{
	const ssize_t size = offsetof(struct perfcnt_thread, counts[1]);
	struct pollfd poller = { .fd = fd, .events = POLLIN };
	char records[8192];

	while (threads) {
		ssize_t length;

		must(poll(&poller, 1, AGES) == 1, "poll");
		length = read(fd, records, sizeof(records));
		must(length > 0 && !(length % size), "read");
		threads -= length / size;
	}
}

/* As perf stat -p does. */
static int open_event(pid_t tid)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel = 1,
		.inherit = 1,
	};

	return open_perf_event(&attr, tid, -1, -1);
}

static void follow_by_perf(pid_t pid, int fds[], unsigned int threads)
{
	struct rlimit limit = { threads + 64, threads + 64 };
	struct dirent *entry;
	char path[32];
	DIR *folder;

	must(!setrlimit(RLIMIT_NOFILE, &limit), "setrlimit");
	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	folder = opendir(path);
	must(!!folder, path);
	while ((entry = readdir(folder))) {
		if (*entry->d_name == '.')
			continue;
		must(threads--, "threads");
		*fds = open_event(atoi(entry->d_name));
		must(*fds++ >= 0, "perf_event_open");
	}
	closedir(folder);
}

static void count_by_perf(pid_t pid, unsigned int threads)
{
	int *fds = calloc(threads, sizeof(*fds));
	uint64_t count;

	must(!!fds, "calloc");
	follow_by_perf(pid, fds, threads);
	end(pid);
	while (threads--)
		must(read(fds[threads], &count, sizeof(count)) == sizeof(count), "read");
}

int main(int argc, char **argv)
{
	unsigned int threads = argc == 3 ? atoi(argv[1]) : 0;
	pid_t pid;
	int fd;

	if (!threads)
		fatal("usage: exits N nothing|scope|records|perf");
	pin_to_cpu(0);
	pid = create(threads);
	if (!strcmp(argv[2], "perf")) {
		count_by_perf(pid, threads + 1);
		return 0;
	}
	fd = -1;
	if (strcmp(argv[2], "nothing"))
		fd = follow(pid, strcmp(argv[2], "records") ? 0 : PERFCNT_SCOPE_RECORDS);
	end(pid);
	if (!strcmp(argv[2], "records"))
		read_records(fd, threads + 1);
	return 0;
}
