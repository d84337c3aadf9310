// SPDX-License-Identifier: GPL-2.0
/*
 * Marks of regions over stand_in.c, which is linked to this: signals and forks at the worst
 * moment, counters that stop and go on.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <events.h>
#include <perfcnt.h>
#include <regions/recording.h>
#include <teja_profiler.h>

#include "../unit/unit.h"
#include "stand_in.h"

/* The host's PMU is not asked. */
__attribute__((constructor)) static void read_the_device(void)
{
	setenv("PERFCNT_READ", "device", 1);
}

/* A signal whose handler has marks comes at the next of these calls, or at none. */
static unsigned int calls_until = -1;
static unsigned int handled;

static void handle(int number)
{
	(void)number;
	PERFCNT_REGION_BEGIN("handler");
	PERFCNT_REGION_END("handler");
	handled++;
}

static void maybe_signal(void)
{
	if (!calls_until--)
		raise(SIGUSR1);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	int result;

	maybe_signal();
	result = sigprocmask(how, set, old);
	maybe_signal();
	return result;
}

/* There is one thread: a lock that is taken would be so for ever. */
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	maybe_signal();
	if (pthread_mutex_trylock(mutex)) {
		printf("# a handler waits for a lock\n");
		_exit(1);
	}
	maybe_signal();
	return 0;
}

int close(int fd)
{
	int result;

	maybe_signal();
	result = syscall(SYS_close, fd);
	maybe_signal();
	return result;
}

int munmap(void *memory, size_t size)
{
	int result;

	maybe_signal();
	result = syscall(SYS_munmap, memory, size);
	maybe_signal();
	return result;
}

/* Whatever a signal interrupts of a program's first mark, its handler has its own. */
TEST(signals)
{
	unsigned int call, status;
	pid_t pid;

	setenv("PERFCNT_REGIONS_EVENTS", "instructions:u", 1);
	signal(SIGUSR1, handle);
	for (call = 0; call < 40; call++) {
		fflush(NULL);
		pid = fork();
		if (!pid) {
			calls_until = call;
			PERFCNT_REGION_BEGIN("outer");
			PERFCNT_REGION_END("outer");
			/* the first calls are the mark's own */
			_exit(call < 4 && !handled ? 2 : 0);
		}
		ASSERT_EQ(pid, waitpid(pid, (int *)&status, 0));
		EXPECT_EQ(0, status) TH_LOG("call %u", call);
	}
}

static void record(void)
{
	PERFCNT_REGION_BEGIN("record");
	PERFCNT_REGION_END("record");
}

static void leave_scope(void)
{
	PERFCNT_REGION_SCOPE("scope");
	errno = ENOENT;
}

/* A program that is measured finds the errno that it finds otherwise, also where a mark fails. */
TEST(errno_is_kept)
{
	const uint64_t words[9] = { 0 };
	unsigned int i;

	setenv("PERFCNT_REGIONS_EVENTS", "instructions:u", 1);
	errno = ENOENT;
	PERFCNT_REGION_END("record"); /* without a recording */
	EXPECT_EQ(ENOENT, errno);
	record();
	EXPECT_EQ(ENOENT, errno);
	PERFCNT_REGION_END("record"); /* none is open */
	EXPECT_EQ(ENOENT, errno);
	PERFCNT_REGION_BEGIN("words");
	PERFCNT_REGION_END_WITH("words", 9, words); /* too many */
	EXPECT_EQ(ENOENT, errno);
	PERFCNT_REGION_BEGIN("outer");
	PERFCNT_REGION_BEGIN("inner");
	PERFCNT_REGION_END("outer"); /* that of the inner one is missing */
	EXPECT_EQ(ENOENT, errno);
	for (i = 0; i < 3; i++) {
		stand_in.fails = i; /* the last of so many readings */
		record();
		EXPECT_EQ(ENOENT, errno);
	}
	for (i = 0; i < PERFCNT_REGIONS_DEPTH; i++)
		PERFCNT_REGION_BEGIN("outer");
	EXPECT_EQ(ENOENT, errno);
	errno = 0;
	leave_scope(); /* too deep */
	EXPECT_EQ(ENOENT, errno);
}

/* What the records of the first region come to. */
static const struct perfcnt_regions_sums *first_sums(void)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	struct perfcnt_regions_total *total =
		(void *)((char *)perfcnt_regions_own.ring + head->totals_at);

	return perfcnt_regions_sums_of(total, total->sequence,
				       perfcnt_regions_sums_size(head));
}

/* A region that counts nothing is a record more, and leaves the sums as they were. */
TEST(rest)
{
	unsigned int i;

	setenv("PERFCNT_REGIONS_EVENTS", "instructions:u", 1);
	for (i = 0; i < 3; i++)
		record();
	ASSERT_EQ(3 * 1000, first_sums()->event[0].sum);
	perfcnt_regions_rest();
	record();
	EXPECT_EQ(4, first_sums()->records);
	EXPECT_EQ(3, first_sums()->counted);
	EXPECT_EQ(3 * 1000, first_sums()->event[0].sum);
}

/* A reading that fails, or counts nothing, has the clock of those by pages: far ahead here. */
TEST(clock_of_pages)
{
	static struct pages_hot ahead = { .tick = 1ull << 32, .zero = 1ull << 62 };
	struct recording_thread *own = &perfcnt_regions_own;
	struct perfcnt_regions_reading reading;
	struct pages_hot *hot;

	setenv("PERFCNT_REGIONS_EVENTS", "instructions:u", 1);
	record();
	hot = own->perfcnt->hot;
	own->perfcnt->hot = &ahead;
	EXPECT_EQ(PERFCNT_REGIONS_FAILED | PERFCNT_REGIONS_SHORT,
		  perfcnt_regions_read(own, &reading, -EIO));
	EXPECT_LE(ahead.zero, reading.time);
	own->perfcnt->hot = hot;
	perfcnt_regions_read(own, &reading, -EIO);
	EXPECT_GT(ahead.zero, reading.time);
	perfcnt_regions_none.tick = ahead.tick;
	perfcnt_regions_none.zero = ahead.zero;
	perfcnt_regions_rest();
	EXPECT_EQ(0, perfcnt_regions_read(own, &reading, RECORDING_LATER));
	EXPECT_LE(ahead.zero, reading.time);
}

static uint64_t monotonic(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

#ifdef __x86_64__
/* Where rdpmc is not for user mode it does nothing. */
static void skip_reading(int number, siginfo_t *info, void *context)
{
	ucontext_t *at = context;

	(void)number;
	(void)info;
	if (memcmp((void *)at->uc_mcontext.gregs[REG_RIP], "\x0f\x33", 2))
		_exit(3);
	at->uc_mcontext.gregs[REG_RIP] += 2;
}

/* This thread records what that page of perf's says, which is also what others are given. */
static void record_by_page(struct pages_hot *hot, struct perf_event_mmap_page *page)
{
	const struct sigaction action = {
		.sa_sigaction = skip_reading, .sa_flags = SA_SIGINFO,
	};
	struct perfcnt *perfcnt;

	setenv("PERFCNT_REGIONS_EVENTS", "instructions:u", 1);
	sigaction(SIGSEGV, &action, NULL);
	record();
	perfcnt = perfcnt_regions_own.perfcnt;
	hot->reader = __builtin_thread_pointer();
	perfcnt->hot = hot;
	perfcnt->events->pages = (struct pages){
		.hot = hot, .count = 1, .fd = { stand_in.device },
	};
	stand_in.page = page;
}

static unsigned int open_flags(unsigned int depth)
{
	const struct perfcnt_regions_thread *ring = perfcnt_regions_own.ring;

	return ((struct perfcnt_regions_slot *)((char *)ring + ring->open[depth].slot))->flags;
}

/*
 * What perf had stopped counts again: for the region that begins, not for those that are
 * open.  With the CPU's number from the kernel, and without, where nothing is read at once.
 */
TEST(counts_again)
{
	static struct perf_event_mmap_page page = { .cap_user_rdpmc = 1, .pmc_width = 48 };
	static struct pages_hot hot = { .count = 1, .page = { &page }, .tick = 1 };
	const unsigned int stopped = PERFCNT_REGIONS_FAILED | PERFCNT_REGIONS_SHORT;
	struct recording_thread *own = &perfcnt_regions_own;
	unsigned int at_once;

	record_by_page(&hot, &page);
	for (at_once = 0; at_once < 2; at_once++) {
		own->hot = at_once ? &hot : &perfcnt_regions_none;
		own->ring->started.flags = 0;
		page.index = 1;
		PERFCNT_REGION_BEGIN("outer");
		EXPECT_EQ(0, open_flags(0)) TH_LOG("at once: %u", at_once);
		page.index = 0;
		PERFCNT_REGION_BEGIN("inner");
		EXPECT_EQ(0, open_flags(1)) TH_LOG("at once: %u", at_once);
		EXPECT_EQ(stopped, open_flags(0)) TH_LOG("at once: %u", at_once);
		EXPECT_EQ(stopped, own->ring->started.flags) TH_LOG("at once: %u", at_once);
		PERFCNT_REGION_END("inner");
		PERFCNT_REGION_END("outer");
	}
	page.index = 0;
	own->ring->started.flags = 0;
	EXPECT_EQ(stopped, perfcnt_regions_read(own, &own->ring->started.begin,
						RECORDING_LATER));
	EXPECT_EQ(stopped, own->ring->started.flags);
	EXPECT_EQ(0, perfcnt_regions_read(own, &own->ring->started.begin, RECORDING_LATER));
}

/*
 * Where perf does not say how long a tick of the CPU's clock is, as in guests of some
 * hypervisors, and there is no device, the kernel's clock has the time of counts by pages.
 */
TEST(pages_without_a_clock)
{
	static struct perf_event_mmap_page page = { .cap_user_rdpmc = 1, .pmc_width = 48 };
	static struct pages_hot hot = { .count = 1, .page = { &page } };
	struct recording_thread *own = &perfcnt_regions_own;
	struct perfcnt_regions_reading reading;
	uint64_t before;

	record_by_page(&hot, &page);
	EXPECT_NE(NULL, perfcnt_regions_clock(&own->perfcnt->events->pages));
	EXPECT_EQ(0, hot.tick);
	own->hot = &perfcnt_regions_none;
	own->fd = -1;
	page.index = 1;
	before = monotonic();
	EXPECT_EQ(0, perfcnt_regions_read(own, &reading, RECORDING_LATER));
	EXPECT_LE(before, reading.time);
	EXPECT_GE(monotonic(), reading.time);
}

/* What was lost is missing in all readings, until somebody counts from 0 on. */
TEST(reading_after_a_loss)
{
	static struct perf_event_mmap_page page = { .cap_user_rdpmc = 1, .pmc_width = 48 };
	static struct pages_hot hot = { .count = 1, .page = { &page } };
	struct perfcnt *perfcnt;
	uint64_t counts[1];
	unsigned int number;

	record_by_page(&hot, &page);
	hot.thread = perfcnt_events_thread();
	perfcnt = perfcnt_regions_own.perfcnt;
	perfcnt->events->set = NULL;
	perfcnt->hot->claimed = 0;
	for (number = 0; number < 2; number++) {
		page.index = 1;
		EXPECT_EQ(0, perfcnt_read(perfcnt, counts, number));
		page.index = 0;
		errno = 0;
		EXPECT_EQ(-1, perfcnt_read(perfcnt, counts, number));
		EXPECT_EQ(EIO, errno);
		EXPECT_EQ(-1, perfcnt_read(perfcnt, counts, number));
		EXPECT_EQ(EIO, errno);
		EXPECT_EQ(0, perfcnt_reset(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
		EXPECT_EQ(1, page.index);
		EXPECT_EQ(0, perfcnt_read(perfcnt, counts, number));
	}
}

/* Counts since a start have lost what perf had stopped, until the next start. */
TEST(values_after_a_restart)
{
	static struct perf_event_mmap_page page = { .cap_user_rdpmc = 1, .pmc_width = 48 };
	static struct pages_hot hot = { .count = 1, .page = { &page }, .tick = 1 };
	teja_profiler_values_t values;
	int i;

	record_by_page(&hot, &page);
	page.index = 1;
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, teja_profiler_start(TEJA_PROFILER_CMT_CPU,
						 TEJA_PROFILER_CMT_CPU_INSTR_CNT));
		EXPECT_EQ(0, teja_profiler_get_values(TEJA_PROFILER_CMT_CPU, &values));
		page.index = 0;
		if (i) /* a mark finds it */
			record();
		else
			EXPECT_EQ(-1, teja_profiler_get_values(TEJA_PROFILER_CMT_CPU, &values));
		EXPECT_EQ(1, page.index);
		errno = 0;
		EXPECT_EQ(-1, teja_profiler_get_values(TEJA_PROFILER_CMT_CPU, &values));
		EXPECT_EQ(EIO, errno);
	}
}
#endif

/* More than any that is open here. */
#define DESCRIPTORS	2048

struct files {
	bool open[DESCRIPTORS];
};

/* Which of its parent's files a child has. */
static struct files files(void)
{
	struct files files;
	int fd;

	for (fd = 0; fd < DESCRIPTORS; fd++)
		files.open[fd] = fcntl(fd, F_GETFD) >= 0;
	return files;
}

static bool are_same(const struct files *one, const struct files *other)
{
	return !memcmp(one, other, sizeof(*one));
}

/* A child has no counters and no file of its parent's profile, and all other files. */
TEST(forks)
{
	struct files before, own, others, now;
	int i, status;
	pid_t pid;

	setenv("PERFCNT_REGIONS_EVENTS", "instructions:u", 1);
	before = files();
	PERFCNT_REGION_BEGIN("region");
	PERFCNT_REGION_END("region");
	own = files();
	ASSERT_TRUE(own.open[stand_in.device] && !before.open[stand_in.device]);
	for (i = 0; i < 8; i++)
		ASSERT_LE(0, dup(STDOUT_FILENO));
	others = files();
	for (i = 0; i < DESCRIPTORS; i++)
		others.open[i] &= before.open[i] || !own.open[i];
	before = files();
	fflush(NULL);
	pid = fork();
	if (!pid) {
		now = files();
		_exit(!are_same(&others, &now));
	}
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	now = files();
	EXPECT_TRUE(are_same(&before, &now));
}

/* Whatever a signal interrupts of a fork, a handler in the child adds nothing to its parent's. */
TEST(child_signals)
{
	unsigned int call, before;
	int status;
	pid_t pid;

	setenv("PERFCNT_REGIONS_EVENTS", "instructions:u", 1);
	signal(SIGUSR1, handle);
	record();
	for (call = 0; call < 14; call++) {
		fflush(NULL);
		before = handled;
		calls_until = call;
		pid = fork();
		if (!pid) /* the first calls are the parent's */
			_exit(call >= 4 && handled == before ? 2 : 0);
		calls_until = -1;
		ASSERT_EQ(pid, waitpid(pid, &status, 0));
		EXPECT_EQ(0, status) TH_LOG("call %u", call);
	}
	EXPECT_EQ(1 + handled, perfcnt_regions_own.ring->made);
}

TEST_HARNESS_MAIN
