// SPDX-License-Identifier: GPL-2.0
/* Samples by the kernel's perf events: where they are, and what they add up to. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "known_loop.h"
#include "kselftest_harness.h"
#include "rings.h"

/* What perf allows its interrupts: percent of the time, and how many a second. */
#define SHARE	"/proc/sys/kernel/perf_cpu_time_max_percent"
#define RATE	"/proc/sys/kernel/perf_event_max_sample_rate"

/* Who may count whole CPUs: at 2, root. */
#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

#define NOBODY 65534

/* So many a second; perf takes no rate while a share of 100 allows any. */
static void allow(unsigned int rate)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", rate);
	must(write_file(SHARE, "25"), SHARE);
	must(write_file(RATE, text), RATE);
}

FIXTURE(profiled) {
	int fd;
	struct rings rings;
};

FIXTURE_VARIANT(profiled) {
	uint64_t period;
	uint64_t jitter;
	unsigned long iterations;
};

FIXTURE_VARIANT_ADD(profiled, p10007) {
	.period = 10007, .iterations = 200000
};

FIXTURE_VARIANT_ADD(profiled, p100003) {
	.period = 100003, .iterations = 1000000
};

FIXTURE_VARIANT_ADD(profiled, with_jitter) {
	.period = 100003, .jitter = 5000, .iterations = 1000000
};

FIXTURE_SETUP(profiled)
{
	int fd = open_stopped();
	bool instructions = is_taken(fd, "0 instructions:u");

	stop_counters(fd);
	close(fd);
	self->rings.count = 0;
	set_rate(0);
	self->fd = open_device();
	if (which_driver() != PERF)
		SKIP(return, "not the kernel's perf events");
	if (!instructions)
		SKIP(return, "no instructions are counted");
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, "instructions:u@tc0");
	/* an emulator's interrupts take long, so perf would throttle them */
	allow(10000000);
	must(write_file(SHARE, "100"), SHARE);
	pin_to_cpu(0);
	keep_cpu();
}

FIXTURE_TEARDOWN(profiled)
{
	allow(100000);
	set_rate(10000);
	unmap_rings(&self->rings);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

TEST_F(profiled, all)
{
	struct perfcnt_sampling wanted = sampling(0, variant->period);
	unsigned int samples = 0, inside = 0;
	struct perfcnt_ring_sample got;
	struct perfcnt_ring_lost lost;
	uint64_t count, sum = 0, most;

	wanted.jitter = variant->jitter;
	wanted.ring_order = 6;
	most = variant->period + variant->jitter;
	begin_sampling(self->fd, &self->rings, wanted);
	known_loop(variant->iterations);
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	count = sample(self->fd).counts[0];
	while (next_sample(&self->rings, &got)) {
		samples++;
		sum += got.period;
		EXPECT_EQ(0, got.cpu);
		EXPECT_GE(most, got.period);
		EXPECT_LE(variant->period - variant->jitter, got.period);
		if (got.pid == (uint32_t)getpid() &&
		    got.ip >= (uintptr_t)known_loop &&
		    got.ip < (uintptr_t)known_loop_end)
			inside++;
	}
	lost = all_lost(&self->rings);
	printf("# %llu instructions, %llu in %u samples, %u in the loop, throttled %llu times\n",
	       (unsigned long long)count, (unsigned long long)sum, samples,
	       inside, (unsigned long long)lost.throttles);
	EXPECT_EQ(0, lost.samples);
	EXPECT_EQ(0, lost.periods);
	EXPECT_LE(95 * samples, 100 * inside);
	EXPECT_EQ(0, lost.throttles);
	EXPECT_LE(KNOWN_LOOP * variant->iterations, count);
	EXPECT_LE(sum, count + most);
	EXPECT_LE(count, sum + most);
}

/* By whoever has the file: 0, or the errno of the first call that fails. */
static int use_as_nobody(int fd)
{
	struct perfcnt_sampling wanted = sampling(0, 100000);
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };

	if (setgid(NOBODY) || setuid(NOBODY))
		return 255;
	set.counter[0].what = what_of(fd, 0, "instructions:u@tc0");
	return call(fd, PERFCNT_IOC_SET, &set) ?: sampled(fd, &wanted) ?:
	       with_mask(fd, PERFCNT_IOC_START, 1) ?:
	       with_mask(fd, PERFCNT_IOC_STOP, 1) ?: sampled_no_more(fd, 0);
}

/* Who opened it may, whatever has become of the process. */
TEST_F(profiled, without_capabilities)
{
	int status;
	pid_t pid;

	must(write_file(PARANOID, "2"), PARANOID);
	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(use_as_nobody(self->fd));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
}

/* What perf has stopped is told, and in no sample or count. */
TEST_F(profiled, throttled)
{
	struct perfcnt_sampling wanted = sampling(0, variant->period);
	struct perfcnt_ring_sample got;
	struct perfcnt_ring_lost lost, then;
	uint64_t count, sum = 0;

	if (variant->period > 20000)
		SKIP(return, "not too many samples");
	wanted.ring_order = 6;
	allow(250); /* one a tick */
	begin_sampling(self->fd, &self->rings, wanted);
	known_loop(variant->iterations);
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	count = sample(self->fd).counts[0];
	while (next_sample(&self->rings, &got))
		sum += got.period;
	lost = all_lost(&self->rings);
	EXPECT_EQ(0, lost.samples);
	EXPECT_LT(0, lost.throttles);
	EXPECT_LE(sum, count + variant->period);
	EXPECT_LE(count, sum + variant->period);

	/* not to who samples next, though perf had stopped the event when that ended */
	must(sampled_no_more(self->fd, 0), reason(self->fd));
	unmap_rings(&self->rings);
	self->rings.count = 0;
	allow(10000000);
	must(write_file(SHARE, "100"), SHARE);
	begin_sampling(self->fd, &self->rings, wanted);
	known_loop(variant->iterations);
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	then = all_lost(&self->rings);
	EXPECT_EQ(lost.throttles, then.throttles);
	EXPECT_EQ(lost.throttled_ns, then.throttled_ns);
}

TEST_HARNESS_MAIN
