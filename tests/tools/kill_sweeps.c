// SPDX-License-Identifier: GPL-2.0
/*
 * A sweep that dies leaves nothing behind:
 *
 *	kill_sweeps POINTS
 *
 * kills pc_sweep at so many random points of a sweep, the same each time, with SIGKILL,
 * SIGTERM, SIGINT and as a terminal does it, and looks for what it left behind.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/perfcnt.h>

#include "../selftests/counters.h"
#include "kselftest.h"

/* How long a sweep's runs are left alone at most, in seconds. */
#define LONGEST		0.3

/* What a process that has been killed has to be gone in. */
#define PATIENCE_MS	2000

/* The command: short, but one in three would outlast the sweep. */
static char *const sweep[] = {
	"pc_sweep", "-ua", "--repeat", "1000", "--output", "/dev/null",
	"sh", "-c", "[ $(($$ % 3)) -gt 0 ] || exec sleep 1000", NULL
};

static const struct {
	const char *name;
	int signal;
	bool to_all;	/* as Ctrl-C */
} ways[] = {
	{ "SIGKILL", SIGKILL, false },
	{ "SIGTERM", SIGTERM, false },
	{ "SIGINT", SIGINT, false },
	{ "SIGINT to the group", SIGINT, true },
};

#define WAYS	(sizeof(ways) / sizeof(*ways))

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

static void sleep_for(double seconds)
{
	struct timespec time = { .tv_sec = seconds };

	time.tv_nsec = (seconds - time.tv_sec) * 1e9;
	nanosleep(&time, NULL);
}

static pid_t begin(void)
{
	int null = open("/dev/null", O_RDWR);
	pid_t pid = fork();

	setpgid(pid, 0); /* both do it: neither may be the later one */
	if (pid) {
		close(null);
		return pid;
	}
	signal(SIGINT, SIG_DFL);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	execvp(*sweep, sweep);
	_exit(127);
}

static uint32_t claimed(void)
{
	struct perfcnt_describe describe = { .size = sizeof(struct perfcnt_describe) };
	int fd = open("/dev/perfcnt", O_RDWR | O_CLOEXEC);

	if (fd < 0 || ioctl(fd, PERFCNT_IOC_DESCRIBE, &describe))
		fatal("/dev/perfcnt: %s", strerror(errno));
	close(fd);
	return describe.claimed;
}

/* Has any counter a mode to count in? */
static bool are_counting(int fd)
{
	struct snapshot snapshot;
	unsigned int i;

	read_counters(fd, &snapshot);
	for (i = 0; i < snapshot.counters; i++)
		if (snapshot.control[i] & PERFCNT_CTL_MODES)
			return true;
	return false;
}

/*
 * A command that was not the command yet when its sweep was killed has the
 * counters for a moment longer.
 */
static bool become_free(int fd)
{
	double end = now() + PATIENCE_MS / 1e3;

	while (now() < end) {
		if (!claimed() && !are_counting(fd))
			return true;
		sleep_for(0.001);
	}
	return false;
}

/* Is nobody left of the process group?  After SIGKILL the command is. */
static bool ends(pid_t group, int signal)
{
	double end = now() + PATIENCE_MS / 1e3;

	if (signal == SIGKILL)
		kill(-group, SIGKILL);
	while (now() < end) {
		if (kill(-group, 0) && errno == ESRCH)
			return true;
		sleep_for(0.001);
	}
	return false;
}

/* After so long from its beginning or from that of the first run. */
static void kill_one(int fd, double after, bool in_runs, unsigned int way)
{
	int signal = ways[way].signal, status;
	pid_t pid = begin();
	bool died;

	while (in_runs && !are_counting(fd))
		sleep_for(0.0001);
	sleep_for(after);
	kill(ways[way].to_all ? -pid : pid, signal);
	waitpid(pid, &status, 0);
	died = WIFSIGNALED(status) && WTERMSIG(status) == signal;
	if (!died)
		printf("# status 0x%x\n", status);
	ksft_test_result(become_free(fd) && ends(pid, signal) && died,
			 "%s after %.6f s%s leaves nothing\n", ways[way].name,
			 after, in_runs ? " of runs" : "");
}

int main(int argc, char **argv)
{
	unsigned int points = argc > 1 ? atoi(argv[1]) : 0;
	int fd = open_counters();
	unsigned int i;
	double span;

	ksft_print_header();
	ksft_set_plan(points);
	srand(1);
	/* what comes before the runs */
	span = now();
	if (system("pc_sweep -ua --dry-run >/dev/null 2>&1"))
		fatal("pc_sweep does not run");
	span = now() - span;
	for (i = 0; i < points; i++) {
		bool in_runs = i / WAYS % 2;

		kill_one(fd, (in_runs ? LONGEST : span) * rand() / RAND_MAX,
			 in_runs, i % WAYS);
	}
	ksft_finished();
}
