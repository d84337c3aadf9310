// SPDX-License-Identifier: GPL-2.0
/* Samples of a simulated 34K: what they say, what is lost, and what is refused. */
#include <errno.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "rings.h"

#define USER PERFCNT_SAMPLE_USER

/* Counter 0 counts instructions of VPE 0 in user mode; it is not sampled yet. */
FIXTURE(sampling) {
	int fd;
	struct rings rings;
};

FIXTURE_SETUP(sampling)
{
	close(open_stopped());
	self->rings.count = 0;
	set_rate(0);
	self->fd = open_device();
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, which_driver() == PERF ? "cpu-clock:uk" :
						     "instructions:u@vpe0");
	if (which_driver() != SIM)
		SKIP(return, "nothing can be planted");
}

FIXTURE_TEARDOWN(sampling)
{
	set_rate(10000);
	unmap_rings(&self->rings);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

TEST_F(sampling, a_sample_says_it_all)
{
	struct perfcnt_ring_sample got;
	struct perfcnt_counts before = sample(self->fd);

	begin_sampling(self->fd, &self->rings, sampling(0, 1000));
	plant(0, 999, 0x401138, USER);
	EXPECT_FALSE(next_sample(&self->rings, &got));
	plant(0, 1, 0x40113c, USER);
	ASSERT_TRUE(next_sample(&self->rings, &got));
	EXPECT_EQ(0x40113c, got.ip);
	EXPECT_EQ(7, got.pid);
	EXPECT_EQ(8, got.tid);
	EXPECT_EQ(0, got.cpu);
	EXPECT_EQ(0, got.counter);
	EXPECT_EQ(1000, got.period);
	EXPECT_EQ(0, got.left_out);
	EXPECT_EQ(USER, got.record.flags);
	EXPECT_LE(before.time, got.time);
	EXPECT_GE(sample(self->fd).time, got.time);
	EXPECT_FALSE(next_sample(&self->rings, &got));
	EXPECT_EQ(1000, sample(self->fd).counts[0]);
}

/* Each flag; that of a wrong mode is the kernel's own. */
TEST_F(sampling, flags)
{
	static const unsigned int flags[] = {
		USER, USER | PERFCNT_SAMPLE_REMOTE, USER | PERFCNT_SAMPLE_PRECISE,
		USER | PERFCNT_SAMPLE_ISA, USER | PERFCNT_SAMPLE_SLOT, 0,
	};
	struct perfcnt_ring_sample got;
	size_t i;

	begin_sampling(self->fd, &self->rings, sampling(0, 1000));
	for (i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		plant(0, 1000, i, flags[i]);
		ASSERT_TRUE(next_sample(&self->rings, &got));
		EXPECT_EQ(i, got.ip);
		EXPECT_EQ(flags[i] ?: PERFCNT_SAMPLE_LATE, got.record.flags);
	}
}

/* The rings of both VPEs get a sample of a counter that counts both. */
TEST_F(sampling, shared)
{
	struct perfcnt_sampling wanted = sampling(0, 1000);
	struct perfcnt_ring_sample got;

	if (sysconf(_SC_NPROCESSORS_CONF) < 2)
		SKIP(return, "one CPU");
	set_event(self->fd, "instructions:uk");
	EXPECT_REFUSED(self->fd, sampled(self->fd, &wanted), EINVAL, "@vpeN");
	wanted.flags = PERFCNT_SAMPLING_SHARED;
	begin_sampling(self->fd, &self->rings, wanted);
	plant(0, 1000, 0x1234, USER);
	ASSERT_TRUE(next_sample(&self->rings, &got));
	EXPECT_EQ(0, got.cpu);
	EXPECT_EQ(USER | PERFCNT_SAMPLE_CORE, got.record.flags);
	while (!got.cpu)
		next_sample(&self->rings, &got); /* or the test's time is over */
	EXPECT_EQ(1, got.cpu);
	EXPECT_EQ(PERFCNT_SAMPLE_REMOTE | PERFCNT_SAMPLE_CORE,
		  got.record.flags & ~USER);
}

/* A period whose end no CPU can show: only the other one runs the task, not just now. */
TEST_F(sampling, of_no_cpu)
{
	struct perfcnt_sampling wanted = sampling(0, 1000);
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .counters = 1, .flags = PERFCNT_SCOPE_SHARED,
	};
	struct perfcnt_ring_sample got;

	if (sysconf(_SC_NPROCESSORS_CONF) < 2)
		SKIP(return, "one CPU");
	pin_to_cpu(0);
	set_event(self->fd, "instructions:u");
	must(call(self->fd, PERFCNT_IOC_SCOPE, &scope), reason(self->fd));
	wanted.flags = PERFCNT_SAMPLING_SHARED;
	begin_sampling(self->fd, &self->rings, wanted);
	plant(1, 1000, 0x1234, 0);
	EXPECT_FALSE(next_sample(&self->rings, &got));
	plant(0, 1000, 0x1238, USER);
	ASSERT_TRUE(next_sample(&self->rings, &got));
	EXPECT_EQ(0x1238, got.ip);
	EXPECT_EQ(1, all_lost(&self->rings).samples);
	plant(1, 1000, 0x123c, 0);
	must(sampled_no_more(self->fd, 0), reason(self->fd));
	EXPECT_EQ(2, all_lost(&self->rings).samples);
	EXPECT_EQ(3000, sample(self->fd).counts[0]);
}

/* More events and samples than there is time for. */
TEST_F(sampling, who_steps_can_be_killed)
{
	int status = 0;
	pid_t child;

	begin_sampling(self->fd, &self->rings, sampling(0, 1000));
	child = fork();
	while (!child)
		write_file(STEP, "0 u instructions 1000000000000");
	usleep(100000);
	EXPECT_EQ(0, kill(child, SIGKILL));
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(SIGKILL, status);
}

/* Whichever CPU is interrupted first, only that whose event it is has the sample. */
TEST_F(sampling, of_another_cpu)
{
	struct perfcnt_ring_sample got;
	uint64_t told = 0, steps;

	if (sysconf(_SC_NPROCESSORS_CONF) < 2)
		SKIP(return, "one CPU");
	set_event(self->fd, "instructions:u@vpe1");
	begin_sampling(self->fd, &self->rings, sampling(0, 1000));
	/* periods that end while that CPU is asked are left out before the next sample */
	for (steps = 0; steps < 100 || told < steps * 1000; ) {
		if (steps < 100 || !next_sample(&self->rings, &got)) {
			must(write_file(STEP, "1 u instructions 1000"), STEP);
			steps++;
			continue;
		}
		told += events_of(&got);
		EXPECT_EQ(1000, got.period);
		EXPECT_EQ(1, got.cpu);
		EXPECT_EQ(0, got.record.flags & PERFCNT_SAMPLE_CORE);
	}
	EXPECT_EQ(steps * 1000, told);
	EXPECT_EQ(steps * 1000, sample(self->fd).counts[0]);
}

/* What was counted is in samples, and in what was lost: none is in neither. */
TEST_F(sampling, full_ring)
{
	struct perfcnt_sampling wanted = sampling(0, 10);
	const struct perfcnt_ring_record *record;
	unsigned int room, i;

	wanted.ring_order = 0;
	begin_sampling(self->fd, &self->rings, wanted);
	room = self->rings.ring[0]->data_size / sizeof(struct perfcnt_ring_sample);
	plant(0, 10 * (room + 5), 1, USER);
	EXPECT_EQ(5, self->rings.ring[0]->lost.samples);
	for (i = 0; i < room; i++) {
		record = next_record(self->rings.ring[0]);
		ASSERT_NE(NULL, record);
		EXPECT_EQ(PERFCNT_RING_SAMPLE, record->type);
	}
	EXPECT_EQ(NULL, next_record(self->rings.ring[0]));
	plant(0, 10, 2, USER);
	record = next_record(self->rings.ring[0]);
	ASSERT_NE(NULL, record);
	ASSERT_EQ(PERFCNT_RING_LOST, record->type);
	EXPECT_EQ(5, ((struct perfcnt_ring_loss *)record)->lost.samples);
	EXPECT_EQ(0, ((struct perfcnt_ring_loss *)record)->lost.periods);
	record = next_record(self->rings.ring[0]);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(PERFCNT_RING_SAMPLE, record->type);
	EXPECT_EQ(2, ((struct perfcnt_ring_sample *)record)->ip);
	EXPECT_EQ(10 * (room + 6), sample(self->fd).counts[0]);
}

/* Around the end of the data, with and without a record of what was lost. */
TEST_F(sampling, many_laps)
{
	struct perfcnt_sampling wanted = sampling(0, 10);
	struct perfcnt_ring_sample got;
	uint64_t i;

	wanted.ring_order = 0;
	begin_sampling(self->fd, &self->rings, wanted);
	for (i = 0; i < 500; i++) {
		plant(0, i % 100 ? 10 : 2000, i, USER);
		ASSERT_TRUE(next_sample(&self->rings, &got));
		EXPECT_EQ(i, got.ip);
		while (next_sample(&self->rings, &got))
			EXPECT_EQ(i, got.ip);
	}
}

/* Whatever the program writes into the header: samples are lost, and counted. */
TEST_F(sampling, wrong_tail)
{
	struct perfcnt_ring_header *ring;
	struct perfcnt_ring_sample got;

	begin_sampling(self->fd, &self->rings, sampling(0, 10));
	ring = self->rings.ring[0];
	ring->tail = 1000;
	plant(0, 30, 1, USER);
	EXPECT_EQ(3, ring->lost.samples);
	ring->tail = 0x80000000;
	ring->head = 12345;
	ring->data_size = 0xffffffff;
	ring->data_offset = 0;
	plant(0, 10, 1, USER);
	EXPECT_EQ(4, ring->lost.samples);
	ring->tail = 0;
	ring->data_size = self->rings.size - 4096;
	ring->data_offset = 4096;
	plant(0, 10, 5, USER);
	EXPECT_TRUE(next_sample(&self->rings, &got));
	EXPECT_EQ(5, got.ip);
}

TEST_F(sampling, only_while_started)
{
	struct perfcnt_ring_sample got;

	begin_sampling(self->fd, &self->rings, sampling(0, 10));
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	plant(0, 100, 1, USER);
	EXPECT_FALSE(next_sample(&self->rings, &got));
	must(with_mask(self->fd, PERFCNT_IOC_START, 1), "start");
	plant(0, 10, 2, USER);
	EXPECT_TRUE(next_sample(&self->rings, &got));
	EXPECT_EQ(10, sample(self->fd).counts[0]);
	must(sampled_no_more(self->fd, 0), "end");
	plant(0, 100, 3, USER);
	EXPECT_FALSE(next_sample(&self->rings, &got));
	EXPECT_EQ(110, sample(self->fd).counts[0]);
}

/* Longer than a register can count until it is half full. */
TEST_F(sampling, long_period)
{
	const uint64_t period = (3ULL << 31) + 5;
	struct perfcnt_ring_sample got;

	begin_sampling(self->fd, &self->rings, sampling(0, period));
	plant(0, period - 1, 1, USER);
	EXPECT_FALSE(next_sample(&self->rings, &got));
	plant(0, 1, 2, USER);
	ASSERT_TRUE(next_sample(&self->rings, &got));
	EXPECT_EQ(2, got.ip);
	EXPECT_EQ(period, got.period);
	EXPECT_EQ(period, sample(self->fd).counts[0]);
}

/* Periods differ, and what they add up to is what has been counted. */
TEST_F(sampling, jitter)
{
	struct perfcnt_sampling wanted = sampling(0, 1000);
	uint64_t sum = 0, least = 2000, most = 0;
	struct perfcnt_ring_sample got;
	unsigned int samples = 0;

	wanted.jitter = 100;
	begin_sampling(self->fd, &self->rings, wanted);
	plant(0, 200000, 1, USER);
	while (next_sample(&self->rings, &got)) {
		samples++;
		sum += got.period;
		if (got.period < least)
			least = got.period;
		if (got.period > most)
			most = got.period;
	}
	EXPECT_LE(900, least);
	EXPECT_GE(1100, most);
	EXPECT_GT(950, least);
	EXPECT_LT(1050, most);
	EXPECT_LE(180, samples);
	EXPECT_GE(200000, sum);
	EXPECT_LT(200000 - 1100, sum);
}

/*
 * The line reaches the CPU that steps first, too, and that one asks the CPU whose events
 * they are.  Each period ends there before the next one's events happen.
 */
TEST_F(sampling, asked)
{
	const char *step = "0 u instructions 200000";
	struct perfcnt_ring_sample got;
	unsigned int samples = 0;

	if (sysconf(_SC_NPROCESSORS_CONF) < 2)
		SKIP(return, "one CPU");
	pin_to_cpu(1);
	begin_sampling(self->fd, &self->rings, sampling(0, 1000));
	must(write_file(STEP, step), step);
	while (next_sample(&self->rings, &got))
		samples++;
	EXPECT_EQ(200, samples);
	EXPECT_EQ(200000, sample(self->fd).counts[0]);
}

/* A period of 1: periods are left out, and the next sample says so. */
TEST_F(sampling, rate)
{
	const uint64_t step = 20000; /* more than are left out before a sample */
	struct perfcnt_sampling wanted = sampling(0, 1);
	uint64_t samples = 0, count = 0, told = 0;
	struct perfcnt_ring_sample got;
	struct perfcnt_ring_lost lost;

	wanted.ring_order = 6;
	set_rate(100); /* one in 10 ms */
	begin_sampling(self->fd, &self->rings, wanted);
	while (samples <= 5) {
		plant(0, step, 1, USER);
		count += step;
		for (; next_sample(&self->rings, &got); samples++) {
			EXPECT_EQ(1, got.period);
			told += events_of(&got);
		}
	}
	lost = all_lost(&self->rings);
	EXPECT_EQ(0, lost.samples);
	EXPECT_EQ(0, lost.periods);
	EXPECT_NE(samples, told);
	EXPECT_GE(count, told);
	/* the last one may come after a number of periods that are left out */
	EXPECT_LT(count, told + step);
	EXPECT_EQ(count, sample(self->fd).counts[0]);
}

/* Periods that are left out before a sample are lost with it, and said once. */
TEST_F(sampling, left_out_and_lost)
{
	struct perfcnt_sampling wanted = sampling(0, 10);
	uint64_t told = 0, planted = 0;
	struct perfcnt_ring_sample got;
	struct perfcnt_ring_lost lost;
	unsigned int i;

	wanted.ring_order = 0;
	set_rate(100); /* one in 10 ms, which begin anew: few are left out before each */
	begin_sampling(self->fd, &self->rings, wanted);
	/* until the ring is full, and more */
	do {
		plant(0, 30, 1, USER);
		planted += 30;
		usleep(10000);
		lost = all_lost(&self->rings);
	} while (lost.samples < 5);
	EXPECT_LT(0, lost.periods);
	while (next_sample(&self->rings, &got))
		told += events_of(&got);
	set_rate(0);
	for (i = 0; !next_sample(&self->rings, &got); i++)
		plant(0, 1, 1, USER);
	told += events_of(&got);
	lost = all_lost(&self->rings);
	EXPECT_EQ(planted + i, told + 10 * (lost.samples + lost.periods));
}

FIXTURE(adding) {
	int fd;
	struct rings rings;
};

FIXTURE_VARIANT(adding) {
	struct perfcnt_sampling wanted;
	unsigned int rate;
};

FIXTURE_VARIANT_ADD(adding, periods) {
	.wanted = { .period = 10 },
};

FIXTURE_VARIANT_ADD(adding, jitter) {
	.wanted = { .period = 10, .jitter = 9 },
};

FIXTURE_VARIANT_ADD(adding, jitter_and_rate) {
	.wanted = { .period = 10, .jitter = 9 }, .rate = 1000,
};

FIXTURE_VARIANT_ADD(adding, frequency) {
	.wanted = { .period = 5000, .flags = PERFCNT_SAMPLING_FREQUENCY },
};

FIXTURE_VARIANT_ADD(adding, frequency_and_rate) {
	.wanted = { .period = 1000, .flags = PERFCNT_SAMPLING_FREQUENCY }, .rate = 1000,
};

FIXTURE_VARIANT_ADD(adding, share) {
	.wanted = { .period = 2, .share = 1 },
};

FIXTURE_SETUP(adding)
{
	close(open_stopped());
	self->rings.count = 0;
	set_rate(variant->rate);
	self->fd = open_device();
	if (which_driver() != SIM)
		SKIP(return, "nothing can be planted");
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, "instructions:u@vpe0");
}

FIXTURE_TEARDOWN(adding)
{
	set_rate(10000);
	unmap_rings(&self->rings);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

/* One event after the other: at each sample, all that has happened is in samples. */
TEST_F(adding, up)
{
	struct perfcnt_sampling wanted = variant->wanted;
	uint64_t events, told = 0, samples = 0;
	struct perfcnt_ring_sample got;

	wanted.size = sizeof(wanted);
	begin_sampling(self->fd, &self->rings, wanted);
	for (events = 1; events < 20000 || samples < 10; events++) {
		plant(0, 1, 1, USER);
		if (!next_sample(&self->rings, &got))
			continue;
		samples++;
		told += events_of(&got);
		EXPECT_EQ(events, told);
		ASSERT_FALSE(next_sample(&self->rings, &got));
	}
	EXPECT_EQ(events - 1, sample(self->fd).counts[0]);
	EXPECT_EQ(0, all_lost(&self->rings).samples);
	EXPECT_EQ(0, all_lost(&self->rings).periods);
	TH_LOG("%llu samples", (unsigned long long)samples);
}

TEST_F(sampling, poll)
{
	struct pollfd poller = { .fd = self->fd, .events = POLLIN };
	struct perfcnt_sampling wanted = sampling(0, 10);
	struct perfcnt_ring_sample got;

	wanted.wake = 2 * sizeof(got);
	begin_sampling(self->fd, &self->rings, wanted);
	plant(0, 10, 1, USER);
	EXPECT_EQ(0, poll(&poller, 1, 0));
	plant(0, 10, 1, USER);
	EXPECT_EQ(1, poll(&poller, 1, AGES));
	while (next_sample(&self->rings, &got))
		;
	EXPECT_EQ(0, poll(&poller, 1, 0));
}

/* It waits for half a ring at most: a ring may never have more to read. */
TEST_F(sampling, poll_for_a_whole_ring)
{
	struct pollfd poller = { .fd = self->fd, .events = POLLIN };
	struct perfcnt_sampling wanted = sampling(0, 10);
	unsigned int half;

	wanted.ring_order = 0;
	wanted.wake = UINT32_MAX;
	begin_sampling(self->fd, &self->rings, wanted);
	half = self->rings.ring[0]->data_size / 2 / sizeof(struct perfcnt_ring_sample);
	plant(0, 10 * half, 1, USER);
	EXPECT_EQ(0, poll(&poller, 1, 0));
	plant(0, 10, 1, USER);
	EXPECT_EQ(1, poll(&poller, 1, AGES));
}

/* Who waits is woken when there is enough to read, wherever it has stopped to read. */
TEST_F(sampling, woken_after_reading)
{
	struct perfcnt_sampling wanted = sampling(0, 10);
	struct epoll_event event = { .events = EPOLLIN };
	struct perfcnt_ring_sample got;
	unsigned int read, i, enough;
	int waiter = epoll_create1(0);

	pin_to_cpu(0);
	wanted.ring_order = 0;
	begin_sampling(self->fd, &self->rings, wanted);
	enough = self->rings.ring[0]->data_size / 2 / sizeof(got) + 1;
	ASSERT_EQ(0, epoll_ctl(waiter, EPOLL_CTL_ADD, self->fd, &event));
	for (read = 1; read < enough; read += 7) {
		plant(0, 10 * read, 1, USER);
		for (i = 0; i < read; i++)
			ASSERT_TRUE(next_sample(&self->rings, &got));
		for (i = 1; i < enough; i++) {
			plant(0, 10, 2, USER);
			EXPECT_EQ(0, epoll_wait(waiter, &event, 1, 0));
		}
		plant(0, 10, 3, USER);
		EXPECT_EQ(1, epoll_wait(waiter, &event, 1, AGES)) {
			TH_LOG("after %u samples", read);
		}
		while (next_sample(&self->rings, &got))
			;
		EXPECT_EQ(0, epoll_wait(waiter, &event, 1, 0));
	}
	close(waiter);
}

/* Any rate: of the highest one, no period is left out. */
TEST_F(sampling, highest_rate)
{
	struct perfcnt_ring_sample got;
	unsigned int samples = 0;

	set_rate(UINT32_MAX);
	begin_sampling(self->fd, &self->rings, sampling(0, 10));
	plant(0, 1000, 1, USER);
	while (next_sample(&self->rings, &got))
		samples++;
	EXPECT_EQ(100, samples);
	EXPECT_EQ(0, all_lost(&self->rings).periods);
}

TEST_F(sampling, refused)
{
	struct perfcnt_sampling wanted = sampling(1, 1000);
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	int fd = self->fd;

	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0));
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EPERM, "not claimed");
	wanted.counter = 1000;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EPERM, "not claimed");
	wanted = sampling(0, 0);
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "not sampled");
	wanted = sampling(0, PERFCNT_SAMPLING_PERIOD_MAX + 1);
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "a period of");
	wanted = sampling(0, 1000);
	wanted.jitter = 1000;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "less than the period");
	wanted.jitter = PERFCNT_SAMPLING_JITTER_MAX + 1;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "a jitter of");
	wanted = sampling(0, 1000);
	wanted.flags = 0x80;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "0x80");
	wanted = sampling(0, 1000);
	wanted.callers = 1;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "callers of 1: samples have none");
	wanted = sampling(0, 1000);
	wanted.stack = 64;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "a stack of 64: samples have none");
	wanted = sampling(0, 1000);
	wanted.share = PERFCNT_SAMPLING_SHARE_MAX + 1;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "1001 thousandths: at most 1000");
	wanted = sampling(0, 0);
	wanted.flags = PERFCNT_SAMPLING_FREQUENCY;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "a frequency of 0: at least 1");
	wanted.period = PERFCNT_SAMPLING_FREQUENCY_MAX + 1;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "1000001: at most 1000000");
	wanted.period = 1001;
	set_rate(1000);
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "sample_rate allows 1000");
	set_rate(0);
	wanted.jitter = 1;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "a jitter of 1 events: with a frequency");
	wanted = sampling(0, 1000);
	wanted.ring_order = PERFCNT_SAMPLING_ORDER_MAX + 1;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "2^11");
	wanted = sampling(0, 1000);
	wanted.reserved = 1;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "reserved");
	wanted = sampling(0, 1000);
	must(sampled(fd, &wanted), reason(fd));
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EBUSY, "sampled");
	set.counter[0].what = what_of(fd, 0, "instructions:k@vpe0");
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_SET, &set), EBUSY, "sampled");
	EXPECT_REFUSED(fd, with_mask(fd, PERFCNT_IOC_RELEASE, 1), EBUSY, "sampled");
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 4096));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, wanted.ring_size + 4096, PROT_READ,
				   MAP_SHARED, fd, 0));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd,
				   (off_t)wanted.ring_stride * wanted.rings));
	EXPECT_EQ(0, sampled_no_more(fd, 0));
	EXPECT_EQ(0, call(fd, PERFCNT_IOC_SET, &set));
	EXPECT_EQ(0, with_mask(fd, PERFCNT_IOC_RELEASE, 1));
}

static long locked_bytes(void)
{
	char text[8192];
	const char *line;

	read_file("/proc/self/status", text, sizeof(text));
	line = strstr(text, "VmLck:");
	if (!line)
		fatal("no VmLck");
	return 1024 * atol(line + strlen("VmLck:"));
}

static void limit_locked(long bytes)
{
	const struct rlimit limit = { bytes, bytes };

	must(setrlimit(RLIMIT_MEMLOCK, &limit), "RLIMIT_MEMLOCK");
}

/* Rings of all CPUs are memory that their program has locked, until it closes the file. */
TEST_F(sampling, memory_is_locked)
{
	struct perfcnt_sampling wanted = sampling(0, 1000);
	long before = locked_bytes(), taken;
	int fd = self->fd;

	must(sampled(fd, &wanted), reason(fd));
	taken = locked_bytes() - before;
	EXPECT_LE((long)wanted.ring_size * sysconf(_SC_NPROCESSORS_CONF), taken);
	close(fd);
	EXPECT_EQ(before, locked_bytes());
	must(keep_capabilities(1ull << CAP_PERFMON), "capset");
	limit_locked(before + taken - 1);
	fd = open_device();
	self->fd = fd;
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "instructions:u@vpe0");
	EXPECT_REFUSED(fd, sampled(fd, &wanted), ENOMEM, "RLIMIT_MEMLOCK");
	EXPECT_EQ(before, locked_bytes());
	wanted.ring_order--;
	EXPECT_EQ(0, sampled(fd, &wanted));
	EXPECT_LT(before, locked_bytes());
}

TEST_F(sampling, needs_an_event_without_ie)
{
	struct perfcnt_sampling wanted = sampling(1, 1000);
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 2 };

	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 2), "claim");
	EXPECT_REFUSED(self->fd, sampled(self->fd, &wanted), EINVAL, "not set");
	set.counter[1].what = what_of(self->fd, 1, "instructions:u@vpe0");
	set.counter[1].what.control |= PERFCNT_CTL_IE;
	must(call(self->fd, PERFCNT_IOC_SET, &set), "set");
	EXPECT_REFUSED(self->fd, sampled(self->fd, &wanted), EINVAL, "IE");
}

TEST_HARNESS_MAIN
