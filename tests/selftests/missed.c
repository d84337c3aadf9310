// SPDX-License-Identifier: GPL-2.0
/*
 * What walks that are too long for a cache or a TLB miss, and that others miss nothing:
 * on an emulated x86-64, whose model says how much each has.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

#ifdef __x86_64__

#define KB	1024ul
#define MB	(1024 * KB)

#define LINE	64
#define PAGE	4096

/* What is missed besides: the stack, what reads counters, and what an interrupt evicts */
#define OTHERS	100

#define RET	0xc3

static void load(char *place)
{
	asm volatile("" : : "r" (*place));
}

static void store(char *place)
{
	*place = 1;
	asm volatile("" : : : "memory");
}

static void call(char *place)
{
	((void (*)(void))place)();
}

FIXTURE(missed) {
	int fd;
	char *area;
};

/* A walk of one step after another, and how large a cache of what is used last is for it */
FIXTURE_VARIANT(missed) {
	const char *event;
	void (*use)(char *place);
	size_t fits;
	size_t exceeds;
	size_t step;
};

FIXTURE_VARIANT_ADD(missed, dcache) {
	.event = "dcache-misses:u", .use = load,
	.fits = 16 * KB, .exceeds = 256 * KB, .step = LINE
};

FIXTURE_VARIANT_ADD(missed, l2_accesses) {
	.event = "l2-accesses:u", .use = load,
	.fits = 16 * KB, .exceeds = 256 * KB, .step = LINE
};

FIXTURE_VARIANT_ADD(missed, l2) {
	.event = "l2-misses:u", .use = load,
	.fits = 256 * KB, .exceeds = 16 * MB, .step = LINE
};

FIXTURE_VARIANT_ADD(missed, dtlb) {
	.event = "dtlb-misses:u", .use = load,
	.fits = 4 * MB, .exceeds = 16 * MB, .step = PAGE
};

FIXTURE_VARIANT_ADD(missed, dtlb_stores) {
	.event = "re13:u", .use = store,
	.fits = 4 * MB, .exceeds = 16 * MB, .step = PAGE
};

FIXTURE_VARIANT_ADD(missed, itlb) {
	.event = "itlb-misses:u", .use = call,
	.fits = 4 * MB, .exceeds = 16 * MB, .step = PAGE
};

FIXTURE_SETUP(missed)
{
	const char *icount = getenv("ICOUNT");

	self->area = MAP_FAILED;
	self->fd = open_stopped();
	if (!icount || strcmp(icount, "1") || which_driver() != PERF ||
	    !is_taken(self->fd, "1 branch-misses:u 0"))
		SKIP(return, "no emulated x86-64 with a model of caches");
	self->area = mmap(NULL, variant->exceeds, PROT_READ | PROT_WRITE | PROT_EXEC,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->area);
	memset(self->area, RET, variant->exceeds);
	keep_cpu();
}

FIXTURE_TEARDOWN(missed)
{
	stop_counters(self->fd);
	close(self->fd);
	if (self->area != MAP_FAILED)
		munmap(self->area, variant->exceeds);
}

static uint64_t counted(int fd)
{
	struct snapshot snapshot;

	read_counters(fd, &snapshot);
	return snapshot.count[1];
}

/* What a second walk misses: the model has seen nothing before the first. */
static uint64_t second_walk(int fd, char *area, size_t size, size_t step,
			    void (*use)(char *place))
{
	uint64_t before = 0;
	size_t at, walk;

	for (walk = 0; walk < 2; walk++) {
		before = counted(fd);
		for (at = 0; at < size; at += step)
			use(area + at);
	}
	return counted(fd) - before;
}

TEST_F(missed, each_step_or_none)
{
	uint64_t steps = variant->exceeds / variant->step, count;
	char text[64];

	snprintf(text, sizeof(text), "1 %s 0", variant->event);
	set_counters(self->fd, text);
	count = second_walk(self->fd, self->area, variant->exceeds, variant->step,
			    variant->use);
	EXPECT_LE(steps, count);
	EXPECT_GE(steps + OTHERS, count);
	EXPECT_GE(OTHERS, second_walk(self->fd, self->area, variant->fits, variant->step,
				      variant->use));
}

#else

TEST(missed)
{
	SKIP(return, "this is for x86-64");
}

#endif

TEST_HARNESS_MAIN
