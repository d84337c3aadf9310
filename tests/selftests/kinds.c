// SPDX-License-Identifier: GPL-2.0
/*
 * Two kinds of CPU with a PMU each, as on Arm (big.LITTLE) and x86 (hybrid): an
 * event of one is counted on its CPUs alone, and no code is taken for two events.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ioctls.h"
#include "counters.h"
#include "fakes.h"
#include "kselftest_harness.h"

#define NATIVE (PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT)
#define NATIVE_U (NATIVE | PERFCNT_CTL_U)
#define CALLS "/sys/module/hold/parameters/calls"

/* On CPU 0 and on CPU 1. */
FIXTURE(kinds) {
	int fd;
	int device;
	unsigned int type[2];
};

FIXTURE_VARIANT(kinds) {
	const char *fake;
	const char *name[2];
	bool raw_is_big;
};

FIXTURE_VARIANT_ADD(kinds, big_little) {
	"kinds=big.little", { "fake_big", "fake_little" }, false
};

FIXTURE_VARIANT_ADD(kinds, hybrid) {
	"kinds=hybrid", { "cpu_core", "cpu_atom" }, true
};

FIXTURE_SETUP(kinds)
{
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
	self->fd = load_over_fake(variant->fake);
	self->device = open_device();
	self->type[0] = type_of_pmu(variant->name[0]);
	self->type[1] = type_of_pmu(variant->name[1]);
}

FIXTURE_TEARDOWN(kinds)
{
	close(self->device);
	unload_over_fake(self->fd);
}

/* A text with the PMUs' names in it is taken. */
#define SET(...) do {							\
	char text_[256];						\
									\
	snprintf(text_, sizeof(text_), __VA_ARGS__);			\
	ASSERT_EQ(0, write_text(self->fd, text_)) TH_LOG("%s", text_);	\
} while (0)

static const char *last_error(void)
{
	static char said[512];

	read_file(LAST_ERROR, said, sizeof(said));
	return said;
}

/* The last text was refused in these words. */
#define EXPECT_WORDS(...) do {						\
	char words_[256];						\
									\
	snprintf(words_, sizeof(words_), __VA_ARGS__);			\
	EXPECT_NE(NULL, strstr(last_error(), words_))			\
		TH_LOG("%s, not %s", last_error(), words_);		\
} while (0)

/* A generic event is counted by each CPU's own code. */
TEST_F(kinds, generic_event_of_all)
{
	SET("0 instructions:u 0\n1 cycles:k 0");
	happen(0, BIG_INSTRUCTIONS, 'u', 1000);
	happen(1, LITTLE_INSTRUCTIONS, 'u', 20);
	happen(0, LITTLE_INSTRUCTIONS, 'u', 70000);
	happen(1, BIG_INSTRUCTIONS, 'u', 70000);
	happen(1, LITTLE_CYCLES, 'k', 3);
	EXPECT_COUNTS(self->fd, 1020, 3);
}

/* It meant two events that were added up, or was refused on one kind. */
TEST_F(kinds, raw_event_of_no_pmu)
{
	EXPECT_EQ(EINVAL, write_text(self->fd, "0 r1b7:u 0"));
	EXPECT_WORDS("several kinds of CPU; use %s/r1b7/ or %s/r1b7/",
		     variant->name[0], variant->name[1]);
	EXPECT_EQ(EINVAL, write_text(self->fd, "0 r1b7,3:u@tc0 0"));
	EXPECT_WORDS("%s/r1b7,3/", variant->name[1]);
}

TEST_F(kinds, raw_event_of_one)
{
	SET("0 %s/r42/:u 0\n1 %s/r42,7/:k 5\n2 %s/r42/:uk@tc1 0",
	    variant->name[0], variant->name[1], variant->name[1]);
	happen(0, 0x42, 'u', 100);
	happen(1, 0x42, 'u', 30);
	happen(1, 0x42, 'k', 2);
	happen(0, 0x42, 'k', 50000);
	EXPECT_COUNTS(self->fd, 100, 7, 32);
	EXPECT_FALSE(has_event(variant->name[0], "cpu=1"));
	EXPECT_FALSE(has_event(variant->name[1], "cpu=0"));
	EXPECT_TRUE(has_event(variant->name[1], "config1=0x7"));
}

TEST_F(kinds, generic_event_of_one)
{
	SET("0 %s/instructions/:u 0\n1 %s/cycles/:u 0\n2 %s/dcache-misses/:u 0",
	    variant->name[0], variant->name[1], variant->name[0]);
	happen(0, BIG_INSTRUCTIONS, 'u', 100);
	happen(1, LITTLE_INSTRUCTIONS, 'u', 70000);
	happen(1, LITTLE_CYCLES, 'u', 20);
	happen(0, BIG_CYCLES, 'u', 70000);
	happen(0, BIG_DCACHE_MISSES, 'u', 3);
	EXPECT_COUNTS(self->fd, 100, 20, 3);
}

/* The words say which PMU lacks it, and how to ask for it on the other. */
TEST_F(kinds, event_that_one_lacks)
{
	EXPECT_EQ(ENOENT, write_text(self->fd, "0 dcache-misses:u 0"));
	EXPECT_WORDS("counter 0: PMU %s does not support dcache-misses",
		     variant->name[1]);
	EXPECT_WORDS("%s/dcache-misses/", variant->name[0]);
	EXPECT_EQ(ENOENT, write_text(self->fd, "0 dcache-misses:u@tc1 0"));
	SET("0 dcache-misses:u@tc0 0");
	happen(0, BIG_DCACHE_MISSES, 'u', 9);
	EXPECT_COUNTS(self->fd, 9);
	SET("0 %s/dcache-misses/:u 0", variant->name[0]);
	happen(0, BIG_DCACHE_MISSES, 'u', 8);
	EXPECT_COUNTS(self->fd, 8);
}

/* Nor is somebody sent to a PMU that lacks it, too. */
TEST_F(kinds, event_that_both_lack)
{
	EXPECT_EQ(ENOENT, write_text(self->fd, "1 itlb-misses:u 0"));
	EXPECT_WORDS("counter 1: PMU %s does not support itlb-misses",
		     variant->name[0]);
	EXPECT_EQ(NULL, strstr(last_error(), "the CPUs that do"));
	EXPECT_EQ(ENOENT, write_text(self->fd, "0 returns:u 0"));
	EXPECT_EQ(NULL, strstr(last_error(), "the CPUs that do"));
}

TEST_F(kinds, filter_that_selects_the_other)
{
	char text[64];

	snprintf(text, sizeof(text), "0 %s/cycles/:u@tc1 0", variant->name[0]);
	EXPECT_EQ(EINVAL, write_text(self->fd, text));
	EXPECT_WORDS("no CPU with PMU %s (CPU 1 has %s)",
		     variant->name[0], variant->name[1]);
}

TEST_F(kinds, pmu_that_is_not_there)
{
	EXPECT_EQ(EINVAL, write_text(self->fd, "0 cpu_m/cycles/:u 0"));
	EXPECT_WORDS("no CPU has this PMU; use %s or %s",
		     variant->name[0], variant->name[1]);
}

static int set_what(int fd, uint32_t type, uint64_t config)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 1, .counts = 1,
	};

	set.counter[0].what.control = NATIVE_U;
	set.counter[0].what.type = type;
	set.counter[0].what.config = config;
	return call(fd, PERFCNT_IOC_SET, &set);
}

static int count_of(int fd)
{
	return sample(fd).counts[0];
}

/* The same by ioctl: a PMU's own type, and the extended types of perf. */
TEST_F(kinds, types)
{
	uint64_t little = (uint64_t)self->type[1] << PERF_PMU_TYPE_SHIFT;
	int fd = self->device;

	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_CLAIM, 1));
	ASSERT_EQ(0, with_mask(fd, PERFCNT_IOC_START, 1));
	ASSERT_EQ(0, set_what(fd, self->type[1], 0x42));
	happen(0, 0x42, 'u', 70000);
	happen(1, 0x42, 'u', 4);
	EXPECT_EQ(4, count_of(fd));
	ASSERT_EQ(0, set_what(fd, PERF_TYPE_HARDWARE,
			      little | PERF_COUNT_HW_INSTRUCTIONS));
	happen(0, BIG_INSTRUCTIONS, 'u', 70000);
	happen(1, LITTLE_INSTRUCTIONS, 'u', 5);
	EXPECT_EQ(5, count_of(fd));
	EXPECT_REFUSED(fd, set_what(fd, PERF_TYPE_HARDWARE,
				    little | PERF_COUNT_HW_BRANCH_MISSES),
		       ENOENT, variant->name[1]);
	EXPECT_REFUSED(fd, set_what(fd, PERF_TYPE_HARDWARE,
				    99ull << PERF_PMU_TYPE_SHIFT),
		       EINVAL, "PMU number 99");
	EXPECT_REFUSED(fd, set_what(fd, 99, 0x42), EINVAL, "type 99");
	if (variant->raw_is_big) {
		ASSERT_EQ(0, set_what(fd, PERF_TYPE_RAW, 0x42));
		happen(0, 0x42, 'u', 6);
		happen(1, 0x42, 'u', 70000);
		EXPECT_EQ(6, count_of(fd));
	} else {
		EXPECT_REFUSED(fd, set_what(fd, PERF_TYPE_RAW, 0x42), EINVAL,
			       "several kinds of CPU");
	}
}

/* CPUs that come and go count what is theirs. */
TEST_F(kinds, hotplug)
{
	SET("0 cycles:u 0\n1 %s/cycles/:u 0\n2 %s/cycles/:u 0",
	    variant->name[0], variant->name[1]);
	happen(1, LITTLE_CYCLES, 'u', 10);
	if (!set_online(1, false))
		SKIP(return, "no CPU goes");
	EXPECT_COUNTS(self->fd, 10, 0, 10);
	happen(0, BIG_CYCLES, 'u', 100);
	ASSERT_TRUE(set_online(1, true));
	happen(1, LITTLE_CYCLES, 'u', 7);
	EXPECT_COUNTS(self->fd, 117, 100, 17);
}

#define PAGES 1000

/* Stopped, it waits on CPU 1 until it is told to touch memory; stopped again. */
static pid_t start_toucher(atomic_bool *touch)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	pin_to_cpu(1);
	raise(SIGSTOP);
	while (!*touch)
		;
	touch_pages(PAGES);
	raise(SIGSTOP);
	_exit(0);
}

static void await_stopped(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status))
		fatal("the other process has not stopped");
}

static struct perfcnt_multiplexed multiplexed(int fd)
{
	struct perfcnt_multiplexed result = { .size = sizeof(struct perfcnt_multiplexed) };

	must(call(fd, PERFCNT_IOC_MULTIPLEXED, &result), reason(fd));
	return result;
}

/* Counter 0 follows a process by turns; event 0 has the first, whatever chance says. */
static void multiplex(int fd, struct perfcnt_multiplexing *wanted, pid_t pid)
{
	struct perfcnt_multiplexing none = { .size = offsetof(struct perfcnt_multiplexing, event) };
	struct perfcnt_scope scope = { .size = sizeof(scope), .pid = pid, .counters = 1 };

	for (;;) {
		must(call(fd, PERFCNT_IOC_MULTIPLEX, wanted), reason(fd));
		must(call(fd, PERFCNT_IOC_SCOPE, &scope), reason(fd));
		must(with_mask(fd, PERFCNT_IOC_START, 1), reason(fd));
		if (multiplexed(fd).event[0].flags & PERFCNT_MULTIPLEXED_NOW)
			return;
		must(call(fd, PERFCNT_IOC_LEAVE, NULL), reason(fd));
		must(call(fd, PERFCNT_IOC_MULTIPLEX, &none), reason(fd));
	}
}

static int calls(void)
{
	char text[16];

	read_file(CALLS, text, sizeof(text));
	return atoi(text);
}

/* CPU 1 goes, and what is to be done then is done. */
static void let_cpu_1_go(void)
{
	must(load_module("hold.ko", "at=perfcnt_events_free_standby ms=0"), "hold.ko");
	if (!set_online(1, false))
		fatal("CPU 1 does not go");
	while (!calls())
		usleep(1000);
	must(unload_module("hold"), "hold");
}

/*
 * CPU 0 has nothing to count in the turn of the other kind's event, and nobody runs there.
 * When page faults have their turn, CPU 1 goes, and what who comes from there to CPU 0
 * does is not the other kind's event.
 */
TEST_F(kinds, turn_of_the_other_kind)
{
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .slice_us = 100000, .counters = 1,
	};
	int i, fd = self->device;
	struct perfcnt_multiplexed result;
	atomic_bool *touch;
	char name[64];
	pid_t pid;

	if (access("hold.ko", R_OK))
		SKIP(return, "hold.ko is not here");
	touch = mmap(NULL, sizeof(*touch), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, touch);
	pin_to_cpu(0);
	pid = start_toucher(touch);
	await_stopped(pid);
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	snprintf(name, sizeof(name), "%s/r42/:u", variant->name[1]);
	wanted.nr = 2;
	for (i = 0; i < 2; i++)
		wanted.event[i].banks = PERFCNT_BANK_IS_EVEN;
	wanted.event[0].what = what_of(fd, 0, name);
	wanted.event[1].what = what_of(fd, 0, "page-faults:u");
	multiplex(fd, &wanted, pid);
	kill(pid, SIGCONT);
	while (!(multiplexed(fd).event[1].flags & PERFCNT_MULTIPLEXED_NOW))
		usleep(1000);
	kill(pid, SIGSTOP);
	await_stopped(pid);
	let_cpu_1_go();
	move_to(pid, 0);
	*touch = true;
	kill(pid, SIGCONT);
	await_stopped(pid);
	must(with_mask(fd, PERFCNT_IOC_STOP, 1), reason(fd));
	result = multiplexed(fd);
	EXPECT_EQ(0, result.event[0].count);
	printf("# %u slices, %llu page faults\n", result.slices,
	       (unsigned long long)result.event[1].count);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	EXPECT_TRUE(set_online(1, true));
}

/* CPU 1 comes when the module is there, with a core and a PMU of its own. */
FIXTURE(late) {
	int fd;
};

FIXTURE_SETUP(late)
{
	if (!can_fake())
		SKIP(return, "this machine has a PMU");
	if (!set_online(1, false))
		SKIP(return, "no CPU goes");
	self->fd = load_over_fake("kinds=big.little");
}

FIXTURE_TEARDOWN(late)
{
	unload_over_fake(self->fd);
	set_online(1, true);
}

/* The number of cores stood still when the module was loaded. */
TEST_F(late, core)
{
	int device = open_device();

	EXPECT_EQ(1, describe(device).vpes);
	EXPECT_EQ(EINVAL, write_text(self->fd, "0 cycles:u@vpe1 0"));
	ASSERT_TRUE(set_online(1, true));
	EXPECT_EQ(2, describe(device).vpes);
	close(device);
	SET("0 cycles:u@vpe1 0\n1 fake_little/cycles/:u 0");
	happen(0, BIG_CYCLES, 'u', 70000);
	happen(1, LITTLE_CYCLES, 'u', 7);
	EXPECT_COUNTS(self->fd, 7, 7);
}

/* A raw event stays that of the only PMU that there was. */
TEST_F(late, raw_event)
{
	SET("0 r42:u 0\n1 cycles:u 0");
	happen(0, 0x42, 'u', 5);
	ASSERT_TRUE(set_online(1, true));
	happen(1, 0x42, 'u', 70000);
	happen(0, 0x42, 'u', 6);
	happen(1, LITTLE_CYCLES, 'u', 9);
	EXPECT_COUNTS(self->fd, 11, 9);
	EXPECT_EQ(EINVAL, write_text(self->fd, "2 r42:u 0"));
}

/* What the kind that comes lacks is short, and the words say whose it is. */
TEST_F(late, event_that_it_lacks)
{
	char text[1024];

	SET("0 dcache-misses:u 0\n1 cycles:u 0");
	happen(0, BIG_DCACHE_MISSES, 'u', 5);
	ASSERT_TRUE(set_online(1, true));
	EXPECT_EQ(-1, pread(self->fd, text, sizeof(text), 0));
	EXPECT_EQ(EIO, errno);
	EXPECT_WORDS("counter 0: CPU 1 came online, but PMU fake_little does not support");
	SET("0 dcache-misses:u@tc0 0");
	happen(0, BIG_DCACHE_MISSES, 'u', 6);
	happen(1, LITTLE_CYCLES, 'u', 7);
	EXPECT_COUNTS(self->fd, 6, 7);
}

TEST_HARNESS_MAIN
