// SPDX-License-Identifier: GPL-2.0
/*
 * Counters without an interrupt of their own, over a PMU that counts what the test says:
 * notices to the event.
 */
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "counters.h"
#include "fakes.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#define HALF_FULL 0x80000000ULL
#define FULL 0x100000000ULL

/* In ms: many times as long as the module waits before it looks again. */
#define LONG_ENOUGH 100

FIXTURE(polled) {
	int proc;
	int fd;
};

FIXTURE_SETUP(polled)
{
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
	self->proc = load_over_fake("");
	self->fd = open_device();
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
}

FIXTURE_TEARDOWN(polled)
{
	close(self->fd);
	unload_over_fake(self->proc);
}

/* A counter with IE is started at a count. */
static void start_at(int fd, uint64_t from)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 1, .counts = 1,
	};

	set.counter[0].count = from;
	set.counter[0].what = what_of(fd, 0, "cycles:u");
	set.counter[0].what.control |= PERFCNT_CTL_IE;
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(with_mask(fd, PERFCNT_IOC_START, 1), "start");
}

/* From one count to another; is the owner told? */
static bool is_told(int fd, uint64_t from, uint64_t to)
{
	struct pollfd poller = { .fd = fd, .events = POLLIN };
	bool told;

	start_at(fd, from);
	happen(0, BIG_CYCLES, 'u', to - from);
	told = poll(&poller, 1, LONG_ENOUGH) == 1;
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	if (sample(fd).counts[0] != to)
		fatal("not %llu", (unsigned long long)to);
	return told;
}

/* The same, if the counter is stopped at once; is the owner woken, too? */
static bool is_told_of_stopped(int fd, uint64_t from, uint64_t to)
{
	struct epoll_event event = { .events = EPOLLIN };
	struct pollfd poller = { .fd = fd, .events = POLLIN };
	int waiter = epoll_create1(0);
	bool told;

	start_at(fd, from);
	if (waiter < 0 || epoll_ctl(waiter, EPOLL_CTL_ADD, fd, &event))
		fatal("epoll: %s", strerror(errno));
	happen(0, BIG_CYCLES, 'u', to - from);
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	told = poll(&poller, 1, 0) == 1;
	if (epoll_wait(waiter, &event, 1, told ? AGES : LONG_ENOUGH) != told)
		fatal("%s", told ? "told, and not woken" : "woken");
	close(waiter);
	if (sample(fd).half_full != told || sample(fd).counts[0] != to)
		fatal("not %llu, %d", (unsigned long long)to, told);
	return told;
}

/* Half full is a count whose bit 31 becomes set. */
static void expect_notices(struct __test_metadata *_metadata, int fd,
			   bool (*told)(int fd, uint64_t from, uint64_t to))
{
	static const uint64_t bases[] = { 0, FULL, 1000 * FULL };
	unsigned int i;

	for (i = 0; i < sizeof(bases) / sizeof(*bases); i++) {
		uint64_t half = bases[i] + HALF_FULL;

		EXPECT_FALSE(told(fd, half - 5, half - 1));
		EXPECT_TRUE(told(fd, half - 5, half));
		EXPECT_TRUE(told(fd, half - 1, half));
		EXPECT_TRUE(told(fd, half - 5, half + 1));
		EXPECT_FALSE(told(fd, half, half + 1));
		EXPECT_FALSE(told(fd, half, half));
		EXPECT_FALSE(told(fd, half, bases[i] + FULL));
		EXPECT_FALSE(told(fd, half + 5, half + FULL - 1));
		EXPECT_TRUE(told(fd, half + 5, half + FULL));
	}
}

TEST_F(polled, half_full_to_the_event)
{
	expect_notices(_metadata, self->fd, is_told);
}

/* Also if nobody looks at the counter before it is stopped. */
TEST_F(polled, half_full_and_stopped)
{
	expect_notices(_metadata, self->fd, is_told_of_stopped);
}

TEST_HARNESS_MAIN
