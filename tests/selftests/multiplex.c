// SPDX-License-Identifier: GPL-2.0
/*
 * Events that take turns: who has which slice, what is counted there, and how far the
 * estimates can be relied on.
 *
 * The same event can take turns with itself. Then something of it is counted in each
 * slice, and what all of them have counted is known.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define BOTH (PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD)
#define ITERATIONS 4000000UL
#define LONG (10 * ITERATIONS)
#define NSEC_PER_USEC 1000ull

/* How many slices are looked at, and how long one is. */
#define SLICES 40
#define SLICE_US 20000

/* All counters that can count at once. */
static uint32_t all_counters(int fd)
{
	return event_counters(fd);
}

/* So many times the event that all followers count. */
static struct perfcnt_multiplexing copies(int fd, uint32_t counters, unsigned int events,
					  unsigned int slice_us)
{
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .slice_us = slice_us,
		.counters = counters,
	};
	unsigned int i;

	wanted.nr = events;
	for (i = 0; i < events; i++) {
		wanted.event[i].banks = BOTH;
		wanted.event[i].what = what_of(fd, 0, event());
	}
	return wanted;
}

static struct perfcnt_multiplexed multiplexed(int fd)
{
	struct perfcnt_multiplexed result = { .size = sizeof(struct perfcnt_multiplexed) };

	must(call(fd, PERFCNT_IOC_MULTIPLEXED, &result), reason(fd));
	return result;
}

static uint64_t sum(const struct perfcnt_multiplexed *multiplexed)
{
	uint64_t count = 0;
	unsigned int i;

	for (i = 0; i < multiplexed->events; i++)
		count += multiplexed->event[i].count;
	return count;
}

FIXTURE(multiplex) {
	int fd;
	uint32_t counters;
};

FIXTURE_SETUP(multiplex)
{
	find_event();
	self->fd = open_device();
	self->counters = all_counters(self->fd);
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, self->counters), "claim");
}

FIXTURE_TEARDOWN(multiplex)
{
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

static int try(int fd, struct perfcnt_multiplexing *wanted)
{
	return call(fd, PERFCNT_IOC_MULTIPLEX, wanted);
}

TEST_F(multiplex, bad_events)
{
	struct perfcnt_multiplexing good = copies(self->fd, self->counters, 8, 0), bad;
	int fd = self->fd;

	bad = good;
	bad.reserved = 1;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "reserved");
	bad.nr = 0;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "reserved");
	bad = good;
	bad.size = offsetof(struct perfcnt_multiplexing, event[6]);
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "event 6: no such banks: 0x0");
	bad = good;
	bad.event[3].reserved = 1;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "reserved");
	bad = good;
	bad.event[3].banks = 0;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "event 3: no such banks: 0x0");
	bad.event[3].banks = 4;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "0x4");
	bad = good;
	bad.event[7].what.control |= PERFCNT_CTL_IE;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "event 7: IE");
	bad = good;
	bad.event[7].what.control |= PERFCNT_MT_EN_TC << PERFCNT_CTL_MT_EN_SHIFT;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "event 7: a filter");
	bad = good;
	bad.event[0].what.control &= ~PERFCNT_CTL_MODES;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "event 0: it has no mode");
	bad = good;
	bad.event[2].what.control |= PERFCNT_CTL_MBZ;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "event 2: bit 30");
	bad = good;
	bad.event[2].banks = PERFCNT_BANK_IS_ODD;
	bad.counters = 1;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "event 2: none of the counters is odd");
	bad.event[2].banks = BOTH;
	bad.event[7].banks = 0;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "event 7: no such banks");
}

/* A code that is one event on even counters and another one on odd ones. */
TEST_F(multiplex, two_events_of_one_code)
{
	struct perfcnt_multiplexing wanted = copies(self->fd, self->counters, 2, 0);
	struct perfcnt_what branches = {
		.control = 2 << PERFCNT_CTL_EVENT_SHIFT | PERFCNT_CTL_U | PERFCNT_CTL_K,
	};
	int fd = self->fd;

	wanted.event[1].what = branches;
	EXPECT_REFUSED(fd, try(fd, &wanted), EINVAL,
		       "event 1: code 2 is branches on even counters and branch-misses on odd ones; use one of the banks");
	wanted.event[1].banks = PERFCNT_BANK_IS_EVEN;
#ifdef __aarch64__ /* QEMU's Cortex-A57 counts no branches */
	EXPECT_EQ(ENOENT, try(fd, &wanted)) TH_LOG("%s", reason(fd));
#else
	/* without a PMU nothing does */
	EXPECT_EQ(which_driver() == PERF && !is_exact() ? ENOENT : 0, try(fd, &wanted))
		TH_LOG("%s", reason(fd));
#endif
}

TEST_F(multiplex, bad_numbers)
{
	struct perfcnt_multiplexing good = copies(self->fd, self->counters, 8, 0), bad;
	int fd = self->fd, other = open_device();

	bad = good;
	bad.nr = PERFCNT_MULTIPLEX_EVENTS + 1;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "121 events");
	bad.nr = 0;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "no events");
	bad = good;
	bad.slice_us = PERFCNT_MULTIPLEX_SLICE_MIN - 1;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "499");
	bad.slice_us = PERFCNT_MULTIPLEX_SLICE_MAX + 1;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "1000001");
	bad = good;
	bad.counters = 0;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "counters 0x0");
	bad.counters = 1u << 31;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "0x80000000");
	bad = good;
	bad.flags = 1;
	EXPECT_REFUSED(fd, try(fd, &bad), EINVAL, "flags");
	EXPECT_REFUSED(other, try(other, &good), EPERM, "counter 0: not claimed");
	close(other);
	other = open("/dev/perfcnt", O_RDONLY);
	EXPECT_REFUSED(other, try(other, &good), EBADF, "O_RDWR");
	EXPECT_REFUSED(other, call(other, PERFCNT_IOC_MULTIPLEXED,
				   &(struct perfcnt_multiplexed){ .size = 12 }),
		       EINVAL, "no events");
	close(other);
}

/* What cannot be done while events take turns. */
TEST_F(multiplex, together)
{
	struct perfcnt_multiplexing wanted = copies(self->fd, self->counters, 8, 0), none = {
		.size = offsetof(struct perfcnt_multiplexing, event),
	};
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = 1 };
	int fd = self->fd;

	must(with_mask(fd, PERFCNT_IOC_START, 1), "start");
	EXPECT_REFUSED(fd, try(fd, &wanted), EBUSY, "counter 0: started");
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(fd));
	EXPECT_REFUSED(fd, try(fd, &wanted), EBUSY, "take turns already");
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SET, &set), EBUSY, "counter 0: events");
	set.controls = 0;
	set.counts = 1;
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SET, &set), EBUSY, "counter 0: events");
	EXPECT_REFUSED(fd, with_mask(fd, PERFCNT_IOC_RELEASE, 1), EBUSY, "turns");
	EXPECT_REFUSED(fd, with_mask(fd, PERFCNT_IOC_START, 1), EINVAL, "together");
	EXPECT_REFUSED(fd, with_mask(fd, PERFCNT_IOC_STOP, 1), EINVAL, "together");
	EXPECT_REFUSED(fd, with_mask(fd, PERFCNT_IOC_RESET, 1), EINVAL, "together");
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EINVAL, "together");
	must(with_mask(fd, PERFCNT_IOC_START, self->counters), reason(fd));
	scope.counters = self->counters;
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SCOPE, &scope), EBUSY, "STOP");
	must(with_mask(fd, PERFCNT_IOC_STOP, self->counters), reason(fd));
	must(call(fd, PERFCNT_IOC_SCOPE, &scope), reason(fd));
	EXPECT_REFUSED(fd, try(fd, &none), EBUSY, "LEAVE");
	must(call(fd, PERFCNT_IOC_LEAVE, NULL), reason(fd));
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &none), reason(fd));
	must(with_mask(fd, PERFCNT_IOC_RELEASE, self->counters), reason(fd));
}

/* Whatever is in a reading: each event has had one slice a round, of the length. */
static unsigned int check_slices(struct __test_metadata *_metadata,
				 const struct perfcnt_multiplexed *now,
				 const struct perfcnt_multiplexed *before)
{
	unsigned int i, slices = 0, turn = now->events;
	uint64_t running = 0;

	EXPECT_GE(now->enabled, before->enabled);
	EXPECT_GE(now->slices, before->slices);
	for (i = 0; i < now->events; i++) {
		const struct perfcnt_multiplexed_event *event = &now->event[i];

		if (event->flags & PERFCNT_MULTIPLEXED_NOW) {
			EXPECT_EQ(now->events, turn); /* there is one counter */
			turn = i;
		} else {
			EXPECT_GE(event->running, event->slices * SLICE_US *
						  NSEC_PER_USEC);
		}
		EXPECT_GE(event->count, before->event[i].count);
		EXPECT_GE(event->slices, now->rounds);
		EXPECT_LE(event->slices, now->rounds + 1);
		slices += event->slices;
		running += event->running;
	}
	EXPECT_GE(now->enabled, running);
	EXPECT_GE(now->slices + 1, slices);
	EXPECT_LE(now->slices, slices);
	return turn;
}

/* A round in which every slice was seen: its order, as a number. */
static bool order_of(const unsigned int *seen, unsigned int events,
		     unsigned long *order)
{
	unsigned int i;

	*order = 0;
	for (i = 0; i < events; i++) {
		if (seen[i] == events)
			return false;
		*order = *order * events + seen[i];
	}
	return true;
}

#define EVENTS 5

TEST_F(multiplex, rounds)
{
	struct perfcnt_multiplexing wanted = copies(self->fd, 1, EVENTS, SLICE_US);
	struct perfcnt_multiplexed now, before = { 0 };
	unsigned int seen[SLICES + 2], i, whole = 0, different = 0;
	unsigned long order, first = 0;

	for (i = 0; i < SLICES + 2; i++)
		seen[i] = EVENTS;
	must(call(self->fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_START, 1), reason(self->fd));
	do {
		unsigned int turn;

		now = multiplexed(self->fd);
		turn = check_slices(_metadata, &now, &before);
		if (now.slices <= SLICES)
			seen[now.slices] = turn;
		before = now;
	} while (now.slices < SLICES);
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), reason(self->fd));
	now = multiplexed(self->fd);
	before = multiplexed(self->fd);
	before.time = now.time;
	EXPECT_EQ(0, memcmp(&now, &before, sizeof(now)));
	for (i = 0; i + EVENTS <= SLICES; i += EVENTS) {
		if (!order_of(seen + i, EVENTS, &order))
			continue;
		if (whole++)
			different += order != first;
		else
			first = order;
	}
	printf("# %u rounds seen, %u in another order than the first\n", whole,
	       different);
	/* all six by chance the same: (1/120)^5 = 4e-11 */
	if (whole > 5)
		EXPECT_NE(0, different);
	must(with_mask(self->fd, PERFCNT_IOC_RESET, 1), reason(self->fd));
	now = multiplexed(self->fd);
	EXPECT_EQ(0, now.enabled);
	EXPECT_EQ(0, sum(&now));
	EXPECT_EQ(0, now.slices + now.rounds + now.event[0].slices);
}

#define STEPS 200
#define EVENTS_OF_A_STEP 200000003ull /* the registers wrap now and then */

/* Where events happen when they are told to: a slice begins where another ends. */
TEST_F(multiplex, steps)
{
	unsigned int at_once = __builtin_popcount(self->counters), i;
	struct perfcnt_multiplexing wanted = copies(self->fd, self->counters, 2 * at_once,
					      3000);
	struct perfcnt_multiplexed before, after;
	uint64_t expected;
	char text[64];

	if (which_driver() != SIM)
		SKIP(return, "events happen by themselves");
	snprintf(text, sizeof(text), "0 u instructions %llu", EVENTS_OF_A_STEP);
	expected = at_once * EVENTS_OF_A_STEP;
	must(call(self->fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_START, self->counters), reason(self->fd));
	for (i = 0; i < STEPS; i++) {
		before = multiplexed(self->fd);
		if (write_file(STEP, text))
			fatal("%s: %s", STEP, strerror(errno));
		after = multiplexed(self->fd);
		EXPECT_EQ(expected, sum(&after) - sum(&before));
	}
	EXPECT_NE(0, after.slices);
}

/* A program that does something else in each of its phases. */
static void phases(unsigned long iterations)
{
	static char text[1 << 16];
	int i, zero = open("/dev/zero", O_RDONLY);

	for (i = 0; i < 40; i++) {
		unsigned long n = 1 + i * 7 % 5;

		mixed_loop(n * iterations);
		while (n--)
			if (read(zero, text, sizeof(text)) < 0)
				_exit(1);
	}
	_exit(0);
}

static struct program phased(unsigned long iterations)
{
	struct program program;
	int gone[2];

	if (pipe(gone))
		fatal("pipe: %s", strerror(errno));
	program.gone = gone[0];
	fflush(NULL);
	program.pid = fork();
	if (!program.pid) {
		close(gone[0]);
		raise(SIGSTOP);
		phases(iterations);
	}
	close(gone[1]);
	await_stop(&program);
	return program;
}

static int follow_all(int fd, uint32_t counters, pid_t pid)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .pid = pid, .counters = counters,
	};

	return call(fd, PERFCNT_IOC_SCOPE, &scope) ?:
	       with_mask(fd, PERFCNT_IOC_START, counters);
}

/* On how many counters an event is in a scope. */
static unsigned int parts(int fd)
{
	return describe(fd).flags & PERFCNT_HAS_SHARED ? 2 : 1;
}

/* What all multiplexed events count of a program, in its slices. */
static uint64_t count_all(struct __test_metadata *_metadata, unsigned long iterations)
{
	struct program program = prepare(PLAIN, iterations, 0);
	int fd = open_device();
	uint32_t counters = all_counters(fd);
	unsigned int events = 5 * __builtin_popcount(counters) / parts(fd);
	struct perfcnt_multiplexing wanted = copies(fd, counters, events, 4000);
	struct perfcnt_multiplexed result;
	uint64_t count;

	must(with_mask(fd, PERFCNT_IOC_CLAIM, counters), reason(fd));
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(fd));
	must(follow_all(fd, counters, program.pid), reason(fd));
	result = multiplexed(fd);
	EXPECT_EQ(0, result.enabled);
	EXPECT_EQ(0, result.slices);
	let_go(&program);
	EXPECT_EQ(0, end_of(&program));
	result = multiplexed(fd);
	must(call(fd, PERFCNT_IOC_LEAVE, NULL), reason(fd));
	count = sum(&result);
	result = multiplexed(fd);
	EXPECT_EQ(count, sum(&result));
	printf("# %u slices, %llu of %llu us, %llu events\n", result.slices,
	       (unsigned long long)result.event[0].running / 1000,
	       (unsigned long long)result.enabled / 1000, (unsigned long long)count);
	close(fd);
	return count;
}

/* While the kernel's threads let slices end, a program on the same CPU does not run. */
TEST_F(multiplex, exact_in_a_scope)
{
	uint64_t once, twice, expected;
	unsigned int at_once = __builtin_popcount(self->counters) / parts(self->fd);

	close(self->fd);
	self->fd = open_device();
	pin_to_cpu(0);
	once = count_all(_metadata, ITERATIONS);
	twice = count_all(_metadata, 2 * ITERATIONS);
	expected = at_once * ITERATIONS * MIXED_INSTRUCTIONS;
	if (!is_exact())
		SKIP(return, "nothing counts instructions");
	EXPECT_EQ(expected, twice - once);
}

/* Time in which the program runs, elsewhere, and nothing is started is nobody's. */
TEST_F(multiplex, started_again)
{
	unsigned int i, times, at_once = __builtin_popcount(self->counters) / parts(self->fd);
	struct perfcnt_multiplexing wanted = copies(self->fd, self->counters, 3 * at_once, 2000);
	struct perfcnt_scope scope = { .size = sizeof(scope), .counters = self->counters };
	struct program program = prepare(PLAIN, 4000000000UL, 0);
	struct perfcnt_multiplexed result;
	uint64_t running;

	must(call(self->fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(self->fd));
	scope.pid = program.pid;
	let_go(&program);
	must(call(self->fd, PERFCNT_IOC_SCOPE, &scope), reason(self->fd));
	for (times = 0; times < 3; times++) {
		move_to(program.pid, cpus() - 1);
		usleep(50000);
		move_to(program.pid, 0);
		must(with_mask(self->fd, PERFCNT_IOC_START, self->counters), reason(self->fd));
		usleep(50000);
		must(with_mask(self->fd, PERFCNT_IOC_STOP, self->counters), reason(self->fd));
		result = multiplexed(self->fd);
		for (running = 0, i = 0; i < result.events; i++)
			running += result.event[i].running;
		printf("# %u slices, %llu us, of %llu us for %u events at once\n", result.slices,
		       (unsigned long long)running / 1000,
		       (unsigned long long)result.enabled / 1000, at_once);
		EXPECT_LT(0, result.enabled);
		EXPECT_LE(99 * at_once * result.enabled, 100 * running);
		EXPECT_LE(99 * running, 100 * at_once * result.enabled);
	}
	kill(program.pid, SIGKILL);
	EXPECT_EQ(SIGKILL, end_of(&program));
}

/* The same event in another way, so that a counter that changes has another one. */
#ifdef __x86_64__
#define RAW "r00c0:u"
#else
#define RAW "r8:u"
#endif

/*
 * All counters change their events, and the PMU has no space for those of two slices
 * together: estimates are no worse for that.  The truth is known to 0.1 %.
 */
TEST_F(multiplex, full_pmu)
{
	unsigned int n = __builtin_popcount(self->counters), i;
	struct perfcnt_multiplexing wanted = copies(self->fd, self->counters, 2 * n, 2000);
	double truth = (double)LONG * MIXED_INSTRUCTIONS, mean = 0;
	struct perfcnt_multiplexed result;
	struct program program;
	uint64_t running = 0;

	if (which_driver() == PERF && !is_exact())
		SKIP(return, "the kernel drives no PMU here");
	program = prepare(PLAIN, LONG, 0);
	if (which_driver() == PERF)
		for (i = 0; i < n; i++)
			wanted.event[2 * i].what = what_of(self->fd, 0, RAW);
	must(call(self->fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(self->fd));
	must(follow_all(self->fd, self->counters, program.pid), reason(self->fd));
	move_to(program.pid, cpus() - 1);
	pin_to_cpu(0);
	let_go(&program);
	EXPECT_EQ(0, end_of(&program));
	result = multiplexed(self->fd);
	for (i = 0; i < result.events; i++) {
		const struct perfcnt_multiplexed_event *event = &result.event[i];

		ASSERT_LT(0, event->running);
		mean += (double)event->count * result.enabled / event->running / result.events;
		running += event->running;
	}
	printf("# %u slices, mean estimate %.2f %%; events at once: %.2f of %u counters\n",
	       result.slices, 100 * mean / truth, (double)running / result.enabled, n);
	if (!is_exact())
		SKIP(return, "nothing counts instructions");
	EXPECT_LT(fabs(mean - truth), truth / 100);
}

/* Time passes always; nothing here is aligned wrongly. */
static struct perfcnt_multiplexing always_and_never(int fd, uint32_t counters)
{
	static const char *const events[] = { "cpu-clock:uk", "alignment-faults:uk" };
	struct perfcnt_multiplexing wanted = copies(fd, counters, 2 * __builtin_popcount(counters),
					      1000);
	unsigned int i;

	for (i = 0; i < wanted.nr; i++)
		wanted.event[i].what = what_of(fd, 0, events[i % 2]);
	return wanted;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* What the kernel counts while it exchanges two events is not the second one's. */
TEST_F(multiplex, nothing_of_the_event_before)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .flags = PERFCNT_SCOPE_RECORDS,
		.counters = self->counters,
	};
	struct perfcnt_multiplexing wanted;
	struct follower follower = { .fd = self->fd };
	struct perfcnt_multiplexed result;
	uint64_t begin = now_ns(), most;
	struct perfcnt_thread thread;
	struct program program;
	unsigned int i;

	if (which_driver() != PERF)
		SKIP(return, "there are no software events");
	wanted = always_and_never(self->fd, self->counters);
	follower.events = wanted.nr;
	must(call(self->fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(self->fd));
	program = prepare(PLAIN, 4000000000UL, 0);
	pin_to_cpu(cpus() - 1); /* from where events are exchanged while the program runs */
	scope.pid = program.pid;
	must(call(self->fd, PERFCNT_IOC_SCOPE, &scope), reason(self->fd));
	must(with_mask(self->fd, PERFCNT_IOC_START, self->counters), reason(self->fd));
	let_go(&program);
	do {
		usleep(1000);
		result = multiplexed(self->fd);
	} while (result.rounds < SLICES);
	kill(program.pid, SIGKILL);
	EXPECT_EQ(SIGKILL, end_of(&program));
	most = now_ns() - begin;
	result = multiplexed(self->fd);
	ASSERT_EQ(0, next_thread(&follower, &thread));
	for (i = 0; i < result.events; i++) {
		const struct perfcnt_multiplexed_event *event = &result.event[i];

		EXPECT_EQ(event->count, thread.counts[i].count) TH_LOG("event %u", i);
		if (i % 2) {
			EXPECT_EQ(0, event->count) TH_LOG("event %u", i);
			EXPECT_EQ(0, event->squares) TH_LOG("event %u", i);
		} else {
			EXPECT_LT(0, event->count) TH_LOG("event %u", i);
			EXPECT_GE(most, event->count) TH_LOG("event %u", i);
		}
	}
}

/* The standard error of an estimate, as the ABI's header says. */
static double error_of(const struct perfcnt_multiplexed *all, unsigned int i)
{
	const struct perfcnt_multiplexed_event *event = &all->event[i];
	double running = event->running / 1e3, enabled = all->enabled / 1e3;
	double squares = event->squares + event->fraction / 4294967296.0;
	double spread = (squares - (double)event->count * event->count / running) /
			(event->slices - 1);

	return enabled * sqrt(spread / running * (1 - running / enabled));
}

/* As many copies of an event as can have some slices while a program runs. */
#define COPIES 8
#define ENOUGH_SLICES 16

/*
 * How often.  Less than 7 % of the estimates are farther from the truth than two standard
 * errors that are themselves estimated, from some 170 slices; the seven of a program that
 * do not follow from each other are 105.  By the binomial distribution the probability that
 * more than a quarter of these are farther is below 10^-9; if errors were said to be half
 * of what they are, a third would be.
 */
#define PROGRAMS 15

/**
 * struct nearness - estimates of what programs did
 * @all: how many
 * @near: within two standard errors
 * @few: from too few slices to say how sure they are
 * @mean: of the estimates, divided by the truth
 */
struct nearness {
	unsigned int all;
	unsigned int near;
	unsigned int few;
	double mean;
};

/* The counters that count the program all the time, on the first bank. */
static void set_reference(int fd, uint32_t reference)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = reference,
	};
	unsigned int i;
	char name[80];

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		if (!(reference & 1u << i))
			continue;
		snprintf(name, sizeof(name), reference == 5 ? "%s@vpe%u" : "%s",
			 event(), i / 2);
		set.counter[i].what = what_of(fd, i, name);
	}
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
}

/* One more program; the counters are claimed. */
static void estimate(struct __test_metadata *_metadata, int fd, uint32_t counters,
		     struct nearness *nearness)
{
	uint32_t reference = parts(fd) > 1 ? 5 : 1;
	struct perfcnt_multiplexing wanted = copies(fd, counters & ~reference, COPIES, 2000);
	struct program program = phased(160000);
	struct perfcnt_multiplexed result;
	uint64_t truth = 0;
	unsigned int i;

	set_reference(fd, reference);
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(fd));
	must(follow_all(fd, counters, program.pid), reason(fd));
	let_go(&program);
	EXPECT_EQ(0, end_of(&program));
	result = multiplexed(fd);
	for (i = 0; i < 2; i++)
		truth += reference & 1u << 2 * i ? sample(fd).counts[2 * i] : 0;
	for (i = 0; i < wanted.nr; i++) {
		const struct perfcnt_multiplexed_event *event = &result.event[i];
		double estimate = (double)event->count * result.enabled / event->running;
		double error = error_of(&result, i);

		printf("# %llu ~ %.0f +- %.0f, %u slices, %llu of %llu us\n",
		       (unsigned long long)truth, estimate, error, event->slices,
		       (unsigned long long)event->running / 1000,
		       (unsigned long long)result.enabled / 1000);
		nearness->all++;
		nearness->mean += estimate / truth;
		nearness->near += fabs(estimate - truth) <= 2 * error;
		nearness->few += event->slices < ENOUGH_SLICES;
	}
}

/* The slices of a round are all of the program, so together the copies have seen all of it. */
TEST_F(multiplex, error)
{
	struct nearness nearness = { 0 };
	unsigned int i;

	for (i = 0; i < PROGRAMS; i++) {
		if (i) {
			close(self->fd);
			self->fd = open_device();
			must(with_mask(self->fd, PERFCNT_IOC_CLAIM, self->counters), "claim");
		}
		estimate(_metadata, self->fd, self->counters, &nearness);
	}
	if (!is_exact())
		SKIP(return, "nothing counts instructions");
	nearness.mean /= nearness.all;
	printf("# mean estimate %.2f %%\n", 100 * nearness.mean);
	EXPECT_EQ(0, nearness.few);
	EXPECT_LT(fabs(nearness.mean - 1), 0.003);
	EXPECT_GE(nearness.near, nearness.all * 3 / 4);
}

TEST_HARNESS_MAIN
