// SPDX-License-Identifier: GPL-2.0
/*
 * Counters of 48 bits that overflow: an interrupt at the instruction that is known by
 * hand, one for each, and nothing is lost. On x86-64 with a PMU of Intel's, where an
 * interrupt comes at the instruction itself, as in an emulator.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"

#ifdef __x86_64__

#include "x86_code.h"

#define PAGE 4096
#define RING_PAGES 128UL
#define RATE "/proc/sys/kernel/perf_event_max_sample_rate"
#define SHARE "/proc/sys/kernel/perf_cpu_time_max_percent"
#define NMI_WATCHDOG "/proc/sys/kernel/nmi_watchdog"

_Static_assert(SYS_ioctl == 16 && PERF_EVENT_IOC_ENABLE == 0x2400 &&
	       PERF_EVENT_IOC_DISABLE == 0x2401, "sled");

/*
 * Where the instruction is that comes after so many in user mode, of a sled with so
 * many turns; NULL if that is the kernel's.
 */
static const char *after_instructions(uint64_t done, unsigned long turns)
{
	uint64_t at;

	if (!done)
		return sled_start;
	done -= MOVE;
	if (done >= turns * TURN) {
		at = done - turns * TURN;
		return at < LEAVE ? sled_leave + at * LEAVE_BYTES : NULL;
	}
	at = done % TURN;
	return at < NOPS ? sled_turn + at : at == NOPS ? sled_dec : sled_jnz;
}

/* The same after so many branches: one in each turn, and SYSCALL. */
static const char *after_branches(uint64_t done, unsigned long turns)
{
	return done < turns ? sled_turn : done == turns ? sled_leave : NULL;
}

static int open_event(uint32_t type, uint64_t config, uint64_t period,
		      int group)
{
	struct perf_event_attr attr = {
		.type = type,
		.config = config,
		.sample_period = period,
		.sample_type = period ? PERF_SAMPLE_IP : 0,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.disabled = group < 0,
	};

	return open_perf_event(&attr, 0, -1, group);
}

/* The interrupts of counters on CPU 0 so far, as /proc/interrupts says. */
static unsigned long pmis(void)
{
	static char text[65536];
	unsigned long n = 0;
	char *line;

	read_file("/proc/interrupts", text, sizeof(text));
	line = strstr(text, "PMI:");
	if (!line || sscanf(line, "PMI: %lu", &n) != 1)
		fatal("no PMI in /proc/interrupts");
	return n;
}

/* Samples of a ring that is emptied when nothing is added. */
struct ring {
	struct perf_event_mmap_page *page;
	uint64_t tail;
};

struct record {
	struct perf_event_header header;
	uint64_t ip;
};

/* The next sample; false if there is none. What is no sample fails the test. */
static bool next_sample(struct ring *ring, uint64_t *ip)
{
	const char *data = (char *)ring->page + PAGE;
	const struct record *record;

	if (ring->tail == __atomic_load_n(&ring->page->data_head,
					  __ATOMIC_ACQUIRE))
		return false;
	record = (void *)(data + ring->tail % (RING_PAGES * PAGE));
	if (record->header.type != PERF_RECORD_SAMPLE ||
	    record->header.size != sizeof(*record))
		fatal("a record of type %u: lost or throttled",
		      record->header.type);
	*ip = record->ip;
	ring->tail += sizeof(*record);
	__atomic_store_n(&ring->page->data_tail, ring->tail, __ATOMIC_RELEASE);
	return true;
}

static void write_number(const char *path, const char *number)
{
	int error = write_file(path, number);

	if (error)
		fatal("%s: %s", path, strerror(error));
}

FIXTURE(samples) {
	int leader;
	int event;
	struct ring ring;
};

/* What is sampled; of the sled with one branch in a turn. */
FIXTURE_VARIANT(samples) {
	uint32_t type;
	uint64_t config;
	uint64_t period;
	bool general; /* the fixed counter is in use */
	bool branches;
};

FIXTURE_VARIANT_ADD(samples, at_one_place) {
	.type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS,
	.period = 20 * TURN
};

FIXTURE_VARIANT_ADD(samples, at_all_places) {
	.type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS,
	.period = TURN + 1
};

FIXTURE_VARIANT_ADD(samples, general_counter) {
	.type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS,
	.period = 2 * TURN - 1, .general = true
};

FIXTURE_VARIANT_ADD(samples, branches) {
	.type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
	.period = 3, .branches = true
};

FIXTURE_SETUP(samples)
{
	void *page;

	self->leader = -1;
	self->event = open_event(PERF_TYPE_RAW, 0x81d0, 0, -1);
	if (self->event < 0)
		SKIP(return, "there is no PMU of Intel's");
	close(self->event);
	/* samples are not thrown away because they take time */
	write_number(RATE, "100000000");
	write_number(SHARE, "0");
	/* nor while another task runs: what overflows as perf takes an event off has none */
	keep_cpu();
	pin_to_cpu(0);
	if (variant->general) {
		self->leader = open_event(PERF_TYPE_HARDWARE,
					  PERF_COUNT_HW_INSTRUCTIONS, 0, -1);
		ASSERT_GE(self->leader, 0);
	}
	self->event = open_event(variant->type, variant->config,
				 variant->period, self->leader);
	ASSERT_GE(self->event, 0);
	page = mmap(NULL, (RING_PAGES + 1) * PAGE, PROT_READ | PROT_WRITE,
		    MAP_SHARED, self->event, 0);
	ASSERT_NE(MAP_FAILED, page);
	self->ring.page = page;
}

FIXTURE_TEARDOWN(samples)
{
	close(self->event);
	close(self->leader);
	write_number(SHARE, "25");
	write_number(RATE, "100000");
}

/* How many interrupts: OVERFLOW_INTERRUPTS of the environment. */
static unsigned long wanted_interrupts(void)
{
	const char *text = getenv("OVERFLOW_INTERRUPTS");

	return text ? strtoul(text, NULL, 0) : 2000;
}

/* What the event counts of a sled. */
static uint64_t length(bool branches, unsigned long turns)
{
	return branches ? turns + 1 : MOVE + turns * TURN + LEAVE;
}

/*
 * Sled after sled, so that the ring never fills: each sample is where the n-th of its
 * events is, counted from the first sled on.
 */
TEST_F(samples, are_where_they_must_be)
{
	const unsigned long turns = 1000;
	unsigned long n = 0, wrong = 0, before, most = wanted_interrupts();
	uint64_t ip, count, done = 0, next = variant->period, size;

	size = length(variant->branches, turns);
	before = pmis();
	while (n < most) {
		sled(self->leader < 0 ? self->event : self->leader, turns);
		for (; next_sample(&self->ring, &ip); n++) {
			const char *want;
			bool good;

			want = variant->branches ?
			       after_branches(next - done, turns) :
			       after_instructions(next - done, turns);
			good = want ? ip == (uintptr_t)want : (int64_t)ip < 0;
			if (!good && !wrong++)
				TH_LOG("sample %lu: 0x%lx instead of %p", n, ip,
				       want);
			next += variant->period;
		}
		done += size;
	}
	ASSERT_EQ(sizeof(count), read(self->event, &count, sizeof(count)));
	EXPECT_EQ(0, wrong);
	EXPECT_EQ(done, count);
	EXPECT_EQ(done / variant->period, n);
	EXPECT_LE(n, pmis() - before);
	TH_LOG("%lu samples", n);
}

/*
 * Counters close to 2^48: those of an event of perf's, fixed and general, and those of
 * /proc/perf.
 */
FIXTURE(end) {
	int fd;
	char watchdog[4]; /* what it was */
};

FIXTURE_SETUP(end)
{
	int event = open_event(PERF_TYPE_RAW, 0x81d0, 0, -1);

	if (event < 0)
		SKIP(return, "there is no PMU of Intel's");
	close(event);
	ASSERT_EQ(0, load_module("push.ko", ""));
	if (!access(NMI_WATCHDOG, W_OK)) {
		read_file(NMI_WATCHDOG, self->watchdog, sizeof(self->watchdog));
		write_number(NMI_WATCHDOG, "0"); /* it interrupts, too */
	}
	self->fd = open_stopped();
	pin_to_cpu(0);
	keep_cpu();
}

FIXTURE_TEARDOWN(end)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
	EXPECT_EQ(0, unload_module("push"));
	if (!access(NMI_WATCHDOG, W_OK))
		write_number(NMI_WATCHDOG, self->watchdog);
}

/* One run, pushed so far below the end, or not at all. */
struct pushed {
	unsigned int counters;
	uint64_t by;
	unsigned long interrupts;
};

static void bring_near(const char *distance)
{
	write_number("/sys/module/push/parameters/push", distance);
}

static void see_pushed(struct pushed *pushed)
{
	char text[64];

	read_file("/sys/module/push/parameters/pushed", text, sizeof(text));
	if (sscanf(text, "%u %lu", &pushed->counters, &pushed->by) != 2)
		fatal("pushed: %s", text);
}

/* Two events of perf's: the first has the fixed counter, the other one a general. */
__attribute__((noipa))
static void count_events(const char *distance, uint64_t *counts,
			 struct pushed *pushed)
{
	int event[2], i;

	event[0] = open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0, -1);
	event[1] = open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0,
			      event[0]);
	if (event[0] < 0 || event[1] < 0)
		fatal("perf_event_open: %s", strerror(errno));
	pushed->interrupts = pmis();
	ioctl(event[0], PERF_EVENT_IOC_ENABLE, 0);
	bring_near(distance);
	short_loop(100000);
	ioctl(event[0], PERF_EVENT_IOC_DISABLE, 0);
	pushed->interrupts = pmis() - pushed->interrupts;
	see_pushed(pushed);
	for (i = 0; i < 2; i++)
		if (read(event[i], &counts[i], sizeof(*counts)) != sizeof(*counts))
			fatal("read: %s", strerror(errno));
	close(event[1]);
	close(event[0]);
}

TEST_F(end, of_events)
{
	uint64_t plain[2], far[2], near[2];
	struct pushed pushed;
	int i;

	count_events("0", plain, &pushed);
	count_events("0", plain, &pushed);
	ASSERT_EQ(0, pushed.counters);
	EXPECT_EQ(0, pushed.interrupts);
	/* a count that has become large, but does not come to its end */
	count_events("10000000", far, &pushed);
	ASSERT_EQ(2, pushed.counters);
	EXPECT_EQ(plain[0] + plain[1] + pushed.by, far[0] + far[1]);
	EXPECT_EQ(0, pushed.interrupts);
	count_events("1000", near, &pushed);
	ASSERT_EQ(2, pushed.counters);
	EXPECT_EQ(plain[0] + plain[1] + pushed.by, near[0] + near[1]);
	for (i = 0; i < 2; i++)
		EXPECT_LT(1ULL << 46, near[i]);
	/* one for both: they come to it at the same instruction */
	EXPECT_EQ(1, pushed.interrupts);
}

__attribute__((noipa))
static uint64_t count_proc(int fd, const char *distance, struct pushed *pushed)
{
	struct snapshot snapshot;

	pushed->interrupts = pmis();
	set_counters(fd, "1 instructions:u@tc0 0");
	bring_near(distance);
	short_loop(100000);
	set_counters(fd, "suspend 1");
	pushed->interrupts = pmis() - pushed->interrupts;
	see_pushed(pushed);
	read_counters(fd, &snapshot);
	return snapshot.count[1];
}

TEST_F(end, of_proc)
{
	struct pushed pushed;
	uint64_t plain, near;

	count_proc(self->fd, "0", &pushed);
	plain = count_proc(self->fd, "0", &pushed);
	ASSERT_EQ(0, pushed.counters);
	near = count_proc(self->fd, "1000", &pushed);
	ASSERT_EQ(1, pushed.counters);
	EXPECT_EQ(plain + pushed.by, near);
	EXPECT_LT(1ULL << 46, near);
	EXPECT_EQ(1, pushed.interrupts);
}

/* What counters 1 and 2 have counted since then, and how much of it was pushed. */
__attribute__((noipa))
static uint64_t count_both(int fd, const char *distance, struct pushed *pushed)
{
	struct perfcnt_counts before, after;

	must(read_some(fd, 0, 0x6, &before), "read");
	bring_near(distance);
	short_loop(100000);
	must(read_some(fd, 0, 0x6, &after), "read");
	see_pushed(pushed);
	return after.counts[0] - before.counts[0] + after.counts[1] - before.counts[1];
}

/*
 * An event that was sampled goes on where the PMU has no counter for another one. It
 * interrupts as rarely as one that never was, so it goes as far.
 */
TEST_F(end, of_what_was_sampled)
{
	const struct perf_event_attr others = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
		.pinned = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int fd = open_device(), events[64], n;
	struct perfcnt_set set = { .size = sizeof(set), .controls = 0x6 };
	struct perfcnt_sampling sampling = {
		.size = sizeof(sampling), .counter = 1, .period = 100000
	};
	struct pushed pushed;
	uint64_t plain, far, near;

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 0x6), "claim");
	set.counter[1].what = what_of(fd, 1, "instructions:u@tc0");
	set.counter[2].what = what_of(fd, 2, "instructions:u@tc0");
	must(call(fd, PERFCNT_IOC_SET, &set), "set");
	must(call(fd, PERFCNT_IOC_SAMPLE, &sampling), "sample");
	must(with_mask(fd, PERFCNT_IOC_START, 0x6), "start");
	n = fill_pmu(&others, 0, events, 64);
	sampling = (struct perfcnt_sampling){ .size = sizeof(sampling), .counter = 1 };
	must(call(fd, PERFCNT_IOC_SAMPLE, &sampling), "sample no more");
	short_loop(1000000); /* its last periods end */
	count_both(fd, "0", &pushed);
	plain = count_both(fd, "0", &pushed);
	ASSERT_EQ(0, pushed.counters);
	far = count_both(fd, "10000000", &pushed);
	ASSERT_EQ(2, pushed.counters);
	EXPECT_EQ(plain + pushed.by, far);
	near = count_both(fd, "1000", &pushed);
	ASSERT_EQ(2, pushed.counters);
	EXPECT_EQ(plain + pushed.by, near);
	while (n)
		close(events[--n]);
	close(fd);
}

#else

TEST(overflow)
{
	SKIP(return, "this is for x86-64");
}

#endif

TEST_HARNESS_MAIN
