// SPDX-License-Identifier: GPL-2.0
/*
 * Where perf counts a cgroup, it takes all events of a CPU off the PMU and puts them back
 * whenever tasks of two cgroups switch there. A setting that comes just then is no less
 * possible: no counter is missing.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define ROOT "/sys/fs/cgroup"
#define ONE ROOT "/perfcnt_one"
#define OTHER ROOT "/perfcnt_other"

/* Where the two tasks switch. */
#define CPU 1

/* CGROUPS_ROUNDS: how often the counters are set. */
#define ROUNDS 5000

/* Fewer than any PMU has whose events interrupt, with one for the cgroup's. */
static const char *const setting[] = {
	"0 branches:u 0\n1 cycles:u 0\n2 cycles:k 0\n3 instructions:k 0\n",
	"0 0 0\n1 0 0\n2 0 0\n3 0 0\n",
};

FIXTURE(cgroups) {
	int fd;
	int event;
	pid_t task[2];
};

/* In a cgroup, a task that lets the other one run on each byte that comes. */
static pid_t start_task(const char *group, int from, int to)
{
	char path[64], text[16], byte;
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	snprintf(path, sizeof(path), "%s/cgroup.procs", group);
	snprintf(text, sizeof(text), "%d", getpid());
	if (write_file(path, text))
		fatal("%s: %s", path, strerror(errno));
	pin_to_cpu(CPU);
	while (read(from, &byte, 1) == 1 && write(to, &byte, 1) == 1)
		;
	_exit(0);
}

static int open_of_cgroup(const char *group)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.exclude_hv = 1,
	};
	int cgroup = open(group, O_RDONLY | O_DIRECTORY);
	int event = syscall(SYS_perf_event_open, &attr, cgroup, CPU, -1,
			    PERF_FLAG_PID_CGROUP);

	close(cgroup);
	return event;
}

static long switches_of(pid_t pid)
{
	static const char name[] = "\nvoluntary_ctxt_switches:";
	char path[32], text[4096];
	const char *line;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	read_file(path, text, sizeof(text));
	line = strstr(text, name);
	if (!line)
		fatal("%s: no voluntary_ctxt_switches", path);
	return atol(line + strlen(name));
}

FIXTURE_SETUP(cgroups)
{
	int there[2], back[2];

	if (which_driver() != PERF || cpus() <= CPU)
		SKIP(return, "this needs a second CPU with a PMU of the kernel's perf");
	if (access(ROOT "/cgroup.procs", F_OK) && mount("none", ROOT, "cgroup2", 0, NULL))
		SKIP(return, "this kernel has no cgroups");
	/* which cgroups get perf_event, too, is worked out when one controller is asked for */
	if (write_file(ROOT "/cgroup.subtree_control", "+memory"))
		SKIP(return, "this kernel has no memory cgroups");
	self->fd = open_stopped();
	if (!is_taken(self->fd, "0 cycles 0"))
		SKIP(return, "the kernel drives no PMU here");
	stop_counters(self->fd);
	pin_to_cpu(0);
	mkdir(ONE, 0700);
	mkdir(OTHER, 0700);
	self->event = open_of_cgroup(ONE);
	ASSERT_GE(self->event, 0) TH_LOG("%s", strerror(errno));
	if (pipe(there) || pipe(back))
		fatal("pipe: %s", strerror(errno));
	self->task[0] = start_task(ONE, there[0], back[1]);
	self->task[1] = start_task(OTHER, back[0], there[1]);
	if (write(there[1], "", 1) != 1)
		fatal("pipe: %s", strerror(errno));
}

FIXTURE_TEARDOWN(cgroups)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		kill(self->task[i], SIGKILL);
		waitpid(self->task[i], NULL, 0);
	}
	close(self->event);
	rmdir(ONE);
	rmdir(OTHER);
	stop_counters(self->fd);
	close(self->fd);
}

TEST_F_TIMEOUT(cgroups, every_setting_is_taken, 3600)
{
	const char *wanted = getenv("CGROUPS_ROUNDS");
	long before = switches_of(self->task[0]);
	int i, rounds = wanted ? atoi(wanted) : ROUNDS;
	char why[PERFCNT_REASON_SIZE];

	for (i = 0; i < 2 * rounds; i++) {
		if (!write_text(self->fd, setting[i % 2]))
			continue;
		read_file("/sys/module/perfcnt/last_error", why, sizeof(why));
		ASSERT_TRUE(false)
			TH_LOG("setting %d of %d: %s", i / 2, rounds, why);
	}
	EXPECT_GT(switches_of(self->task[0]) - before, rounds);
}

TEST_HARNESS_MAIN
