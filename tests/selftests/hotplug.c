// SPDX-License-Identifier: GPL-2.0
/*
 * CPU 1 goes offline and comes online again and again, under load: what both
 * CPUs count is what the load has done, no more and no less.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#define MANY_COUNTERS 16
#define WORKERS 2
#define CHUNK 20000UL

/* What the workers are told, and what each of them says. */
struct shared {
	atomic_bool stop;
	atomic_ulong chunks[WORKERS];
};

static struct shared *shared;

/* How often CPU 1 is gone in each test: HOTPLUG_TIMES of the environment. */
static int times = 100;

/*
 * Chunks until there are so many, or until it is told to stop.  A chunk is the
 * same instructions every time: nothing here is tried again.
 */
__attribute__((noipa))
static void work(int worker, unsigned long most)
{
	atomic_ulong *chunks = &shared->chunks[worker];
	unsigned long n;

	for (n = 0; n < most && !shared->stop; n++) {
		short_loop(CHUNK);
		atomic_store_explicit(chunks, n + 1, memory_order_relaxed);
	}
}

/* They are stopped then, and have not one instruction left to do. */
static void wait_for_workers(const pid_t *workers)
{
	int i, status;

	for (i = 0; i < WORKERS; i++)
		if (waitpid(workers[i], &status, WUNTRACED) != workers[i] ||
		    !WIFSTOPPED(status))
			fatal("no worker");
}

static void start_workers(pid_t *workers)
{
	int i;

	for (i = 0; i < WORKERS; i++) {
		workers[i] = fork();
		while (!workers[i]) {
			raise(SIGSTOP);
			work(i, ULONG_MAX);
		}
	}
	wait_for_workers(workers);
}

/*
 * All that happens in user mode while this counts, but the workers' chunks, is
 * the same each time.
 */
__attribute__((noipa))
static void count(int fd, const pid_t *workers, const char *text, int n,
		  bool stop, struct snapshot *snapshot)
{
	int i;

	shared->stop = stop;
	for (i = 0; i < WORKERS; i++)
		shared->chunks[i] = 0;
	set_counters(fd, text);
	for (i = 0; i < WORKERS; i++)
		kill(workers[i], SIGCONT);
	for (i = 0; i < n; i++) {
		put_online(false);
		put_online(true);
		usleep(20000); /* workers come to it */
	}
	shared->stop = true;
	wait_for_workers(workers);
	set_counters(fd, "suspend");
	read_counters(fd, snapshot);
}

static unsigned long chunks(void)
{
	unsigned long sum = 0;
	int i;

	for (i = 0; i < WORKERS; i++)
		sum += shared->chunks[i];
	return sum;
}

/* What so many chunks are, where nothing disturbs. */
__attribute__((noipa))
static uint64_t count_chunks(int fd, unsigned long n)
{
	struct snapshot s;

	shared->stop = false;
	shared->chunks[0] = 0;
	set_counters(fd, "0 instructions:u@tc0 0");
	work(0, n);
	set_counters(fd, "suspend");
	read_counters(fd, &s);
	return s.count[0];
}

FIXTURE(hotplug) {
	int fd;
};

FIXTURE_SETUP(hotplug)
{
	const char *word = getenv("HOTPLUG_TIMES");

	if (word)
		times = atoi(word);
	if (which_driver() != PERF || access(CPU1_ONLINE, W_OK))
		SKIP(return, "CPUs do not come and go here");
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, shared);
	self->fd = open_stopped();
}

FIXTURE_TEARDOWN(hotplug)
{
	put_online(true);
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

TEST_F(hotplug, instructions_of_both_cpus)
{
	static const char text[] = "0 instructions:u 0\n"
				   "1 instructions:u@tc0 0\n"
				   "3 instructions:u@tc1 0\n";
	struct snapshot idle, busy;
	pid_t workers[WORKERS];
	uint64_t chunk;
	int i, fd = self->fd;

	if (!is_taken(fd, "0 instructions 0"))
		SKIP(return, "no instructions are counted here");
	set_counters(fd, "0 0 0");
	start_workers(workers);
	pin_to_cpu(0);
	be_alone();
	count_chunks(fd, 1); /* all is in memory from here on */
	chunk = (count_chunks(fd, 2000) - count_chunks(fd, 1000)) / 1000;
	count(fd, workers, text, 2, true, &idle);
	count(fd, workers, text, times, true, &idle);
	count(fd, workers, text, times, false, &busy);
	EXPECT_EQ(chunks() * chunk, busy.count[0] - idle.count[0])
		TH_LOG("%lu chunks of %llu", chunks(), (unsigned long long)chunk);
	EXPECT_EQ(busy.count[0], busy.count[1] + busy.count[3]);
	EXPECT_GT(busy.count[3], times * CHUNK);
	for (i = 0; i < WORKERS; i++)
		kill(workers[i], SIGKILL);
}

static void write_forever(int fd)
{
	for (;; usleep(100)) {
		set_counters(fd, "1 context-switches:k");
		set_counters(fd, "1 cpu-migrations:k");
	}
}

static void read_forever(int fd)
{
	struct snapshot s;

	for (;; usleep(100))
		read_counters(fd, &s);
}

/*
 * Readers call every CPU that counts, also one that is just going: who waited
 * for a lock with its interrupts off would not answer. And a writer makes
 * events on CPUs that come and go meanwhile.
 */
TEST_F(hotplug, readers_and_a_writer)
{
	int i, status, alive = 0, fd = self->fd;
	struct snapshot s;
	pid_t others[3];

	set_counters(fd, "0 page-faults:uk 0\n2 cpu-clock:uk 0");
	for (i = 0; i < 3; i++) {
		others[i] = fork();
		if (!others[i] && i == 2)
			write_forever(fd);
		else if (!others[i])
			read_forever(fd);
	}
	for (i = 0; i < times / 2; i++) {
		put_online(false);
		put_online(true);
	}
	for (i = 0; i < 3; i++) {
		kill(others[i], SIGKILL);
		waitpid(others[i], &status, 0);
		alive += WIFSIGNALED(status);
	}
	read_counters(fd, &s);
	EXPECT_GT(s.count[2], 0);
	EXPECT_EQ(3, alive);
}

/*
 * A software event starts a moment after its CPU has come, as the kernel cannot
 * make it earlier: few are missed, and none is counted twice.
 */
TEST_F(hotplug, software_events)
{
	struct snapshot s, last = { 0 };
	int i, fd = self->fd;

	set_counters(fd, "0 context-switches:k 0\n2 cpu-clock:uk@tc1 0");
	for (i = 0; i < times; i++) {
		put_online(false);
		read_counters(fd, &s);
		EXPECT_GE(s.count[0], last.count[0]);
		EXPECT_GE(s.count[2], last.count[2]);
		put_online(true);
		read_counters(fd, &last);
		EXPECT_GE(last.count[0], s.count[0]);
		EXPECT_GE(last.count[2], s.count[2]);
	}
	/* and it counts on when CPU 1 is there */
	do {
		read_counters(fd, &s);
	} while (s.count[2] < last.count[2] + 100000000);
}

static void reload(const char *parameters)
{
	int error = unload_perfcnt() ?: load_perfcnt(PERF, parameters);

	if (error)
		fatal("perfcnt.ko %s: %s", parameters, strerror(error));
}

/*
 * More counters of a CPU that is away than its PMU has room for: nobody can tell
 * before it comes.
 */
TEST_F(hotplug, no_room)
{
	char text[1024];
	struct snapshot s;
	int i, fd;

	if (!is_taken(self->fd, "0 cycles 0"))
		SKIP(return, "the kernel drives no PMU here");
	close(self->fd);
	reload("counters=16");
	fd = open_counters();
	put_online(false);
	for (i = 0; i < MANY_COUNTERS; i++) {
		snprintf(text, sizeof(text), "%d cycles:uk@tc1 0", i);
		set_counters(fd, text);
	}
	put_online(true);
	EXPECT_EQ(-1, pread(fd, text, sizeof(text), 0));
	EXPECT_EQ(EIO, errno);
	EXPECT_TRUE(last_error_has("CPU 1 came online without a free PMU counter"));
	for (i = 1; i < MANY_COUNTERS; i++) {
		snprintf(text, sizeof(text), "%d 0 0", i);
		set_counters(fd, text);
	}
	/* one has room */
	set_counters(fd, "0 cycles:uk@tc1 0");
	do {
		read_counters(fd, &s);
	} while (!s.count[0]);
	close(fd);
	reload("");
	self->fd = open_counters();
}

TEST_HARNESS_MAIN
