// SPDX-License-Identifier: GPL-2.0
/*
 * Many processes that claim counters, count, and are killed at any moment: in
 * the end all counters are free, and nothing was ever shared.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ioctls.h"
#include "counters.h"
#include "kselftest_harness.h"

#define DEVICE "/dev/perfcnt"
#define PROCESSES 64
#define KILLS 300

/* So many at least, however late the processes are killed. */
#define CLAIMS 100

/* What the processes leave behind, of whom each may die at any moment. */
struct shared {
	atomic_ulong claims;
	atomic_ulong refusals;
	atomic_ulong wrong;
};

static struct shared *shared;
static const char *event;
static enum driver driver;

/* One claim: what is read is of these counters and does not go back. */
static bool count_once(int fd, uint32_t mask)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = mask, .counts = mask,
	};
	struct perfcnt_counts last = { sizeof(last) }, now = { sizeof(now) };
	int i, n, claimed = __builtin_popcount(mask);

	for (i = 0; i < 4; i++) {
		struct perfcnt_name name = { sizeof(name), i };

		if (!(mask & 1 << i))
			continue;
		snprintf(name.name, sizeof(name.name), "%s", event);
		if (ioctl(fd, PERFCNT_IOC_NAME, &name))
			return false;
		set.counter[i].what = name.what;
		set.counter[i].count = 1000;
	}
	if (ioctl(fd, PERFCNT_IOC_SET, &set) ||
	    with_mask(fd, PERFCNT_IOC_START, mask) ||
	    ioctl(fd, PERFCNT_IOC_READ, &last))
		return false;
	for (n = random() % 50; n; n--) {
		if (ioctl(fd, PERFCNT_IOC_READ, &now))
			return false;
		if (now.counters != mask)
			return false;
		for (i = 0; i < claimed; i++)
			if (now.counts[i] < last.counts[i] || last.counts[i] < 1000)
				return false;
		last = now;
	}
	return now.counters == mask || !now.counters;
}

static void claim_forever(unsigned int seed)
{
	srandom(seed);
	for (;;) {
		int fd = open(DEVICE, O_RDWR);
		uint32_t mask = 1 + random() % 15;
		int error = with_mask(fd, PERFCNT_IOC_CLAIM, mask);

		if (!error) {
			shared->claims++;
			shared->wrong += !count_once(fd, mask);
			if (random() & 1)
				shared->wrong += with_mask(fd, PERFCNT_IOC_RELEASE,
							   mask) != 0;
		} else {
			shared->refusals++;
			shared->wrong += error != EBUSY;
		}
		close(fd);
	}
}

static pid_t start(unsigned int seed)
{
	pid_t pid = fork();

	if (!pid)
		claim_forever(seed);
	return pid;
}

FIXTURE(claims) {
	int proc;
};

FIXTURE_SETUP(claims)
{
	self->proc = open_stopped();
	driver = which_driver();
	event = driver == PERF ? "page-faults:uk" : "instructions:uk";
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, shared);
}

FIXTURE_TEARDOWN(claims)
{
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

static int from_environment(const char *name, int otherwise)
{
	const char *text = getenv(name);

	return text ? atoi(text) : otherwise;
}

/* CLAIMS_KILLS of the environment, or 300, of CLAIMS_PROCESSES, or 64. */
TEST_F(claims, processes_that_are_killed)
{
	int processes = from_environment("CLAIMS_PROCESSES", PROCESSES);
	unsigned long kills = 0, wanted = from_environment("CLAIMS_KILLS", KILLS);
	pid_t pids[PROCESSES];
	int i;

	ASSERT_TRUE(processes > 0 && processes <= PROCESSES);
	srandom(1);
	for (i = 0; i < processes; i++)
		pids[i] = start(i);
	while (kills < wanted || shared->claims < CLAIMS) {
		i = random() % processes;
		kill(pids[i], SIGKILL);
		waitpid(pids[i], NULL, 0);
		pids[i] = start(processes + kills++);
		usleep(random() % 2000);
	}
	for (i = 0; i < processes; i++)
		kill(pids[i], SIGKILL);
	for (i = 0; i < processes; i++)
		waitpid(pids[i], NULL, 0);
	EXPECT_EQ(0, shared->wrong);
	TH_LOG("%d processes, %lu killed: %lu claims, %lu refused", processes,
	       kills, shared->claims, shared->refusals);
	EXPECT_TRUE(none_claimed());
	set_counters(self->proc, "0 0x20 1\n1 0x20 1\n2 0x20 1\n3 0x20 1");
	EXPECT_EQ(0, write_text(self->proc, "0 0 0\n1 0 0\n2 0 0\n3 0 0"));
	/* and the module may go */
	close(self->proc);
	EXPECT_EQ(0, unload_perfcnt());
	EXPECT_EQ(0, load_perfcnt(driver, ""));
	self->proc = open_counters();
}

TEST_HARNESS_MAIN
