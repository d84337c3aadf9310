// SPDX-License-Identifier: GPL-2.0
/* PMUs that have no interrupt.  Counts are exact all the same, and there are no samples. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "fakes.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "rings.h"

FIXTURE(fake) {
	int fd;
};

FIXTURE_SETUP(fake)
{
	self->fd = -1;
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
}

FIXTURE_TEARDOWN(fake)
{
	if (self->fd < 0)
		return;
	unload_over_fake(self->fd);
}

/* Somebody looks, who is not this program: a reading would see to the lap itself. */
static bool is_counted(uint64_t count)
{
	char words[32];
	int tries;

	snprintf(words, sizeof(words), "count=%llu", (unsigned long long)count);
	for (tries = 0; tries < AGES / 10; tries++) {
		if (has_event("cpu=0", words))
			return true;
		usleep(10000);
	}
	return false;
}

/* Nobody reads for three laps of 32 bits. */
TEST_F(fake, laps)
{
	uint64_t part = 3ULL << 30, counted = 0;
	int i;

	self->fd = load_over_fake("silent=1 width=32");
	ASSERT_EQ(0, write_text(self->fd, "0 cycles:u 0\n1 cycles:u@tc0 0"));
	for (i = 0; i < 4; i++) {
		happen(0, BIG_CYCLES, 'u', part);
		counted += part;
		ASSERT_TRUE(is_counted(counted));
	}
	EXPECT_COUNTS(self->fd, counted, counted);
}

/* Nobody would ever be told that a period has ended. */
TEST_F(fake, no_samples)
{
	struct perfcnt_sampling wanted = sampling(0, 100000);
	int fd;

	self->fd = load_over_fake("");
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "cycles:u");
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EOPNOTSUPP, "PMU fake has no interrupt");
	must(with_mask(fd, PERFCNT_IOC_START, 1), "start");
	happen(0, BIG_CYCLES, 'u', 7);
	EXPECT_EQ(7, sample(fd).counts[0]);
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), "stop");
	set_event(fd, "cpu-clock:uk");
	EXPECT_EQ(0, sampled(fd, &wanted));
	close(fd);
}

/* Nothing is left of an event that was to take turns, and then to be sampled. */
TEST_F(fake, no_samples_after_refused_multiplexing)
{
	static const char *const names[] = { "r11:u", "r12:u", "r10000:u" };
	struct perfcnt_multiplexing turns = {
		.size = sizeof(struct perfcnt_multiplexing), .counters = 1,
	};
	struct perfcnt_sampling wanted = sampling(0, 100000);
	unsigned int i;
	int fd;

	self->fd = load_over_fake("");
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "r12:u");
	turns.nr = 3;
	for (i = 0; i < turns.nr; i++) {
		turns.event[i].banks = PERFCNT_BANK_IS_EVEN;
		turns.event[i].what = what_of(fd, 0, names[i]);
	}
	EXPECT_REFUSED(fd, call(fd, PERFCNT_IOC_MULTIPLEX, &turns), EINVAL, "event 2: ");
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EOPNOTSUPP, "PMU fake has no interrupt");
	close(fd);
	EXPECT_FALSE(has_event("fake", "code=0x12"));
}

/* Perf makes them longer. */
TEST_F(fake, short_periods_of_a_clock)
{
	struct perfcnt_sampling wanted = sampling(0, 9999);
	int fd;

	self->fd = load_over_fake("");
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "task-clock:uk");
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "periods of 9999 ns");
	wanted = sampling(0, 10001);
	wanted.jitter = 2;
	EXPECT_REFUSED(fd, sampled(fd, &wanted), EINVAL, "periods of 9999 ns");
	wanted.jitter = 1;
	EXPECT_EQ(0, sampled(fd, &wanted));
	close(fd);
}

/* A guest has the PMU while it runs: whoever leaves guests out still counts. */
TEST_F(fake, mediated)
{
	int log = open_log();

	self->fd = load_over_fake("mediated=1 room=1");
	EXPECT_EQ(0, times_in_log(log, FAKE_IS_FULL));
	ASSERT_EQ(0, write_text(self->fd, "0 fake/cycles/:u 0"));
	happen(0, BIG_CYCLES, 'u', 5);
	EXPECT_COUNTS(self->fd, 5);
	EXPECT_EQ(1, times_in_log(log, FAKE_IS_FULL));
	close(log);
}

/* A PMU of Arm whose cycles are counted in 32 bits, also while a CPU is idle. */
FIXTURE(arm) {
	int fd;
};

FIXTURE_SETUP(arm)
{
	static char interrupts[65536];

	read_file("/proc/interrupts", interrupts, sizeof(interrupts));
	if (access("/sys/bus/event_source/devices/armv8_pmuv3", F_OK) ||
	    strstr(interrupts, "arm-pmu"))
		SKIP(return, "there is no PMU of Arm without an interrupt");
	pin_to_cpu(0);
	self->fd = open_device();
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, "cycles:uk@tc0");
	must(with_mask(self->fd, PERFCNT_IOC_START, 1), "start");
}

FIXTURE_TEARDOWN(arm)
{
	if (!self->fd)
		return;
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

#define THREE_LAPS (3ULL << 32)

/* However often one read, the counts went back once a lap. */
TEST_F(arm, readings)
{
	uint64_t last = 0, now = 0;
	int i;

	for (i = 0; i < 25 && now < THREE_LAPS; i++) {
		sleep(1);
		now = sample(self->fd).counts[0];
		ASSERT_LT(last, now);
		last = now;
	}
	EXPECT_LE(THREE_LAPS, now);
}

/* What a second has is known, so that a lap is no error of measuring. */
TEST_F(arm, nobody_reads)
{
	uint64_t second, now;

	sleep(1);
	second = sample(self->fd).counts[0];
	sleep(20);
	now = sample(self->fd).counts[0];
	EXPECT_LT(20 * second, now);
}

TEST_F(arm, no_samples)
{
	struct perfcnt_sampling wanted = sampling(0, 100000);

	EXPECT_REFUSED(self->fd, sampled(self->fd, &wanted), EOPNOTSUPP,
		       "has no interrupt");
}

/* A 34K whose board may not route the counters' interrupt, which nobody can ask. */
FIXTURE(unrouted) {
	struct rings rings;
	int fd;
};

FIXTURE_SETUP(unrouted)
{
	if (access("/dev/perfcnt", F_OK) || which_driver() != MIPS)
		SKIP(return, "these are no registers of a 34K");
	self->fd = open_device();
	must(with_mask(self->fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(self->fd, "cycles:uk");
}

FIXTURE_TEARDOWN(unrouted)
{
	if (!self->fd)
		return;
	unmap_rings(&self->rings);
	close(self->fd);
	EXPECT_TRUE(none_claimed());
}

/* Nothing counts that is not sampled; a lap of the register is some 13 s. */
TEST_F(unrouted, laps_while_sampled)
{
	struct perfcnt_sampling wanted = sampling(0, 5000000);
	uint64_t second, now;

	wanted.flags = PERFCNT_SAMPLING_SHARED;
	begin_sampling(self->fd, &self->rings, wanted);
	sleep(1);
	second = sample(self->fd).counts[0];
	ASSERT_LT(0, second);
	sleep(60);
	now = sample(self->fd).counts[0];
	EXPECT_LT(60 * second, now);
	EXPECT_GT(63 * second, now);
}

TEST_HARNESS_MAIN
