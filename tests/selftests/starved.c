// SPDX-License-Identifier: GPL-2.0
/*
 * With unprivileged_read: whoever reads /proc/perf as often as it can, without privileges,
 * keeps no reading and no setting of root's waiting, though it may get next to no time
 * itself, beside others on its CPU, or hundreds of others may read with it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define NOBODY 65534
#define NS_PER_MS 1000000ULL

/* Where root is, and where the user is with what keeps it waiting. */
enum { ROOT, USER, CPUS };

#define LOOPS 8
#define ROUNDS 40

/* More than the kernel's queue for all runs at a time, which is 512 (WQ_UNBOUND_MAX_ACTIVE). */
#define CROWD 640

/* One of the ROUNDS takes no longer, by the clock of a machine that counts instructions. */
#define LONGEST_MS 10000

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 * NS_PER_MS + t.tv_nsec;
}

static void nap(void)
{
	const struct timespec ms = { .tv_nsec = NS_PER_MS };

	nanosleep(&ms, NULL);
}

/* A process without privileges that is on the user's CPU until the test ends. */
static pid_t start_user(int policy)
{
	const struct sched_param param = { 0 };
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pin_to_cpu(USER);
	if (sched_setscheduler(0, policy, &param) || setgid(NOBODY) || setuid(NOBODY))
		fatal("a user: %s", strerror(errno));
	return 0;
}

static pid_t start_loop(void)
{
	pid_t pid = start_user(SCHED_OTHER);

	if (pid)
		return pid;
	for (;;)
		short_loop(1000000);
}

static pid_t start_reader(int policy)
{
	struct snapshot snapshot;
	pid_t pid = start_user(policy);
	int fd;

	if (pid)
		return pid;
	fd = open(PROC_PERF, O_RDONLY);
	if (fd < 0)
		fatal(PROC_PERF ": %s", strerror(errno));
	for (;;)
		read_counters(fd, &snapshot);
}

static void stop(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* The longest time that each takes. */
struct longest {
	uint64_t read;
	uint64_t set;
};

static void note(uint64_t *longest, uint64_t start)
{
	uint64_t taken = now() - start;

	if (taken > *longest)
		*longest = taken;
}

static struct longest longest_of_root(int fd)
{
	struct longest longest = { 0 };
	struct snapshot snapshot;
	uint64_t start;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		nap();
		start = now();
		read_counters(fd, &snapshot);
		note(&longest.read, start);
		nap();
		start = now();
		must(write_text(fd, i & 1 ? "1 0 0" : "1 page-faults:u 0"), "set");
		note(&longest.set, start);
	}
	return longest;
}

FIXTURE(starved) {
	int fd;
	pid_t loop[LOOPS];
};

FIXTURE_VARIANT(starved) {
	int policy;
};

FIXTURE_VARIANT_ADD(starved, reader) { SCHED_OTHER };
FIXTURE_VARIANT_ADD(starved, idle_reader) { SCHED_IDLE };

/* /proc/perf that all may read, and counter 0; -1 if there are no other CPUs to be asked. */
static int open_for_all(const char *text)
{
	int fd;

	if (which_driver() != PERF || sysconf(_SC_NPROCESSORS_ONLN) < CPUS)
		return -1;
	must(unload_perfcnt(), "unload");
	must(load_perfcnt(PERF, "unprivileged_read=1"), "load");
	pin_to_cpu(ROOT);
	fd = open_counters();
	must(write_text(fd, text), "set");
	return fd;
}

static void close_for_all(int fd)
{
	if (fd < 0)
		return;
	must(write_text(fd, "0 0 0\n1 0 0"), "set");
	close(fd);
	must(unload_perfcnt(), "unload");
	must(load_perfcnt(PERF, ""), "load");
}

FIXTURE_SETUP(starved)
{
	self->fd = open_for_all("0 instructions:u 0");
	if (self->fd < 0)
		SKIP(return, "there are no other CPUs to be asked");
}

FIXTURE_TEARDOWN(starved)
{
	close_for_all(self->fd);
}

TEST_F(starved, root_does_not_wait)
{
	struct longest alone = longest_of_root(self->fd), loops, beside;
	pid_t reader;
	int i;

	for (i = 0; i < LOOPS; i++)
		self->loop[i] = start_loop();
	loops = longest_of_root(self->fd);
	reader = start_reader(variant->policy);
	usleep(200000);
	beside = longest_of_root(self->fd);
	TH_LOG("the longest reading: %llu us, beside the loops %llu us, and the reader %llu us",
	       alone.read / 1000ULL, loops.read / 1000ULL, beside.read / 1000ULL);
	TH_LOG("the longest setting: %llu us, beside the loops %llu us, and the reader %llu us",
	       alone.set / 1000ULL, loops.set / 1000ULL, beside.set / 1000ULL);
	EXPECT_EQ(0, waitpid(reader, NULL, WNOHANG));
	stop(reader);
	for (i = 0; i < LOOPS; i++)
		stop(self->loop[i]);
	/* no more than the loops alone cost */
	EXPECT_GE(2 * loops.read, beside.read);
	EXPECT_GE(2 * loops.set, beside.set);
}

FIXTURE(crowd) {
	int fd;
};

FIXTURE_SETUP(crowd)
{
	self->fd = open_for_all("0 page-faults:uk 0");
	if (self->fd < 0)
		SKIP(return, "there are no other CPUs to be asked");
}

FIXTURE_TEARDOWN(crowd)
{
	close_for_all(self->fd);
}

static void *read_ever(void *unused)
{
	int fd = open(PROC_PERF, O_RDONLY);
	char byte;

	if (fd < 0)
		fatal(PROC_PERF ": %s", strerror(errno));
	while (pread(fd, &byte, 1, 0) == 1)
		;
	fatal(PROC_PERF ": %s", strerror(errno));
	return unused;
}

/* A process without privileges, all of whose threads read. */
static pid_t start_crowd(void)
{
	pthread_attr_t small;
	pthread_t thread;
	pid_t pid = start_user(SCHED_OTHER);
	int i;

	if (pid)
		return pid;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 16);
	for (i = 1; i < CROWD; i++)
		if (pthread_create(&thread, &small, read_ever, NULL))
			fatal("pthread_create");
	read_ever(NULL);
	_exit(0);
}

/* How often root has set and read counters when all is done, or one takes too long. */
static int rounds_of_root(int fd, int most)
{
	struct snapshot snapshot;
	int fds[2], i, done = 0;
	char byte;
	pid_t pid;

	if (pipe(fds))
		fatal("pipe: %s", strerror(errno));
	fflush(NULL);
	pid = fork();
	if (!pid) {
		for (i = 0; i < most; i++) {
			must(write_text(fd, i & 1 ? "1 0 0" : "1 context-switches:k 0"), "set");
			read_counters(fd, &snapshot);
			if (write(fds[1], "", 1) != 1)
				_exit(1);
		}
		_exit(0);
	}
	close(fds[1]);
	while (done < most) {
		struct pollfd more = { .fd = fds[0], .events = POLLIN };

		if (poll(&more, 1, LONGEST_MS) != 1 || read(fds[0], &byte, 1) != 1)
			break;
		done++;
	}
	close(fds[0]);
	if (done == most)
		waitpid(pid, NULL, 0);
	return done;
}

/* They wait for each other, and root for one of them at most. */
TEST_F(crowd, root_goes_on)
{
	pid_t readers = start_crowd();

	sleep(2);
	ASSERT_EQ(ROUNDS, rounds_of_root(self->fd, ROUNDS));
	EXPECT_EQ(0, waitpid(readers, NULL, WNOHANG));
	stop(readers);
}

TEST_HARNESS_MAIN
