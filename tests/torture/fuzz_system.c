// SPDX-License-Identifier: GPL-2.0
/* What happens around: CPUs that go, processes that die, events. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz.h"
#include "watch.h"

#define CPU1 "/sys/devices/system/cpu/cpu1/online"
#define HOTPLUG_PAUSE 300000000ull

/* Open, one write, close; false if it is not there or does not take it. */
bool fuzz_tell(const char *path, const char *what)
{
	size_t length = strlen(what);
	long result;
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	result = FUZZ_CALL(write(fd, what, length), "echo '%s' >%s", what, path);
	close(fd);
	return result == (long)length;
}

/* CPU 1 goes or comes, not all the time. */
static bool run_hotplug(void)
{
	bool online = prng_one_in(&fuzz_me.prng, 2);

	if (fuzz_me.is_child || watch_now() < fuzz_shared->next_hotplug)
		return false;
	fuzz_shared->next_hotplug = watch_now() + HOTPLUG_PAUSE;
	return fuzz_tell(CPU1, online ? "1" : "0");
}

static bool run_affinity(void)
{
	unsigned int mask = 1 + prng_below(&fuzz_me.prng, 3);
	cpu_set_t set;

	CPU_ZERO(&set);
	if (mask & 1)
		CPU_SET(0, &set);
	if (mask & 2)
		CPU_SET(1, &set);
	return !FUZZ_CALL(sched_setaffinity(0, sizeof(set), &set),
			  "sched_setaffinity(0x%x)", mask);
}

static bool run_nice(void)
{
	int nice = prng_below(&fuzz_me.prng, 10);

	return !FUZZ_CALL(setpriority(PRIO_PROCESS, 0, nice),
			  "setpriority(%d)", nice);
}

/* A signal for another, seldom one that it does not survive. */
static bool run_kill(void)
{
	static const int signals[] = { SIGUSR1, SIGUSR2, SIGIO };
	struct prng *prng = &fuzz_me.prng;
	int signal = prng_one_in(prng, 20) ? SIGKILL : prng_of(prng, signals);
	struct fuzz_slot *slot;

	slot = &fuzz_shared->slot[prng_below(prng, fuzz_shared->processes)];
	if (slot == fuzz_me.slot || slot->pid <= 0)
		return false;
	return !FUZZ_CALL(kill(slot->pid, signal), "kill(%d, %d)", slot->pid,
			  signal);
}

/*
 * A child shares the descriptors, and the claims with them.  It does not
 * outlive its parent.
 */
static bool run_fork(void)
{
	unsigned int n = 1 + prng_below(&fuzz_me.prng, 12);
	pid_t parent = getpid(), pid;
	int status = 0;

	if (fuzz_me.is_child)
		return false;
	pid = FUZZ_CALL(fork(), "fork()");
	if (pid < 0)
		return false;
	if (pid) {
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		return status == 0;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	fuzz_me.is_child = true;
	while (n-- && !fuzz_shared->stop)
		fuzz_operate();
	_exit(0);
}

/* Events for the simulated PMU, of which it may not be told too many at once. */
static bool run_step(void)
{
	static const char *const events[] = {
		"instructions", "cycles", "loads", "branch-misses", "1", "0",
		"stores", "127", "nothing",
	};
	struct prng *prng = &fuzz_me.prng;
	char line[80];

	snprintf(line, sizeof(line), "%u %c %s %llu%s",
		 prng_below(prng, prng_one_in(prng, 20) ? 4 : 2),
		 "uuukkse?"[prng_below(prng, 8)], prng_of(prng, events),
		 (unsigned long long)(fuzz_number64() & 0x3ffffffff),
		 prng_one_in(prng, 3) ? " 3" : "");
	return fuzz_tell(STEP, line);
}

/* The files beside, which must always be there. */
static bool run_sysfs(void)
{
	static const char *const paths[] = {
		LAST_ERROR, LAST_ERROR, DRIVER,
	};
	const char *path = prng_of(&fuzz_me.prng, paths);
	char text[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	long length;

	length = FUZZ_CALL(read(fd, text, sizeof(text)), "cat %s", path);
	if (length <= 0 || text[length - 1] != '\n')
		fuzz_complain("%s: %ld bytes", path, length);
	close(fd);
	return true;
}

const struct fuzz_operation fuzz_system_operations[] = {
	{ "CPU hotplug", 1, run_hotplug, true },
	{ "sched_setaffinity", 3, run_affinity },
	{ "setpriority", 1, run_nice },
	{ "kill", 4, run_kill },
	{ "fork", 3, run_fork },
	{ "step", 20, run_step, true },
	{ "sysfs", 3, run_sysfs },
	{ }
};
