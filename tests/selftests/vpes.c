// SPDX-License-Identifier: GPL-2.0
/*
 * Two VPEs share the time of one core, where time is made of cycles: what computes
 * leaves nothing to the other, what waits for memory leaves it nearly all. Work alone,
 * then beside other work; what is printed is the same every time.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

/* Two instructions each; loads, of which each is a miss, from 128 KB */
#define ADDITIONS	20000
#define LOADS		800
#define BYTES		(128 << 10)
#define LINE		32

/* In percent: what begin and end take, and what may not be hidden of a wait */
#define ENDS		3
#define EXPOSED		10

#define ROUNDS		12

/* The clock's tick comes every 4 ms and takes more than this, in ns. */
#define A_TICK		100000

struct shared {
	atomic_int ready;
	uint64_t begun[2], done[2];
};

struct work {
	const char *name;
	void (*run)(void *memory);
};

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

/* Until the tick has just been: what follows is done before the next one. */
static void await_tick(void)
{
	uint64_t last = now(), next = last;

	for (; next - last < A_TICK; next = now())
		last = next;
}

static void compute(void *memory)
{
	(void)memory;
	short_loop(ADDITIONS);
}

/* Kept as a chain of loads: each one's value is the next one's address. */
static void chase(void *memory)
{
	void *at = memory;
	int i;

	for (i = 0; i < LOADS; i++)
		at = *(void **)at;
	asm volatile("" : : "r" (at));
}

static const struct work computing = { "compute", compute };
static const struct work chasing = { "chase", chase };

/* Lines in another order than their own, in a ring */
static void *ring(void)
{
	size_t lines = BYTES / LINE, i;
	char *memory = aligned_alloc(LINE, BYTES);

	if (!memory)
		fatal("no memory");
	for (i = 0; i < lines; i++)
		*(void **)(memory + i * 37 % lines * LINE) =
			memory + (i + 1) * 37 % lines * LINE;
	return memory;
}

/* One of so many that begin together, on a VPE of its own */
static void work(struct shared *shared, const struct work *work, int vpe, int workers)
{
	void *memory = ring();

	pin_to_cpu(vpe);
	work->run(memory);
	await_tick();
	shared->ready++;
	while (shared->ready < workers)
		;
	shared->begun[vpe] = now();
	work->run(memory);
	shared->done[vpe] = now();
	free(memory);
}

/* From the first one's begin to the last one's end; @second may be none. */
static uint64_t time_of(const struct work *first, const struct work *second)
{
	struct shared *shared = mmap(NULL, sizeof(*shared),
				     PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint64_t begun, done;
	pid_t child = 0;

	if (shared == MAP_FAILED)
		fatal("no memory");
	if (second) {
		child = fork();
		if (!child) {
			work(shared, second, 1, 2);
			_exit(0);
		}
	}
	work(shared, first, 0, second ? 2 : 1);
	begun = shared->begun[0];
	if (second)
		waitpid(child, NULL, 0);
	done = shared->done[0];
	if (second && shared->begun[1] < begun)
		begun = shared->begun[1];
	if (second && shared->done[1] > done)
		done = shared->done[1];
	munmap(shared, sizeof(*shared));
	return done - begun;
}

/* The least times of either and of both beside each other */
struct times {
	uint64_t first, second, both;
};

static void keep_least(uint64_t *least, uint64_t time)
{
	if (!*least || time < *least)
		*least = time;
}

/*
 * Without what else the kernel may have had to do then: that can take longer than all
 * rounds of one of them.
 */
static struct times least_times(const struct work *first, const struct work *second)
{
	struct times least = { 0 };
	int i;

	for (i = 0; i < ROUNDS; i++) {
		keep_least(&least.first, time_of(first, NULL));
		keep_least(&least.second, time_of(second, NULL));
		keep_least(&least.both, time_of(first, second));
	}
	return least;
}

FIXTURE(vpes) {
	int fd;
};

FIXTURE_VARIANT(vpes) {
	const struct work *first, *second;
	bool hides;	/* or shares */
};

FIXTURE_VARIANT_ADD(vpes, compute_beside_compute) {
	.first = &computing, .second = &computing
};

FIXTURE_VARIANT_ADD(vpes, chase_beside_compute) {
	.first = &chasing, .second = &computing, .hides = true
};

FIXTURE_VARIANT_ADD(vpes, compute_beside_chase) {
	.first = &computing, .second = &chasing, .hides = true
};

FIXTURE_SETUP(vpes)
{
	self->fd = open_stopped();
	if (which_driver() != MIPS)
		SKIP(return, "this is no 34K");
	/* with the first counter the model of time begins */
	set_counters(self->fd, "0 stalls:u 0\n1 dcache-misses:u 0\n"
			       "2 instructions:u 0\n3 cycles:u 0");
	be_alone();
}

FIXTURE_TEARDOWN(vpes)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

TEST_F(vpes, beside_each_other)
{
	struct times least = least_times(variant->first, variant->second);
	uint64_t first = least.first, second = least.second, both = least.both;
	uint64_t longer = first > second ? first : second, sum = first + second;
	struct snapshot all;

	read_counters(self->fd, &all);
	TH_LOG("%s %" PRIu64 " ns, %s %" PRIu64 " ns, both %" PRIu64 " ns",
	       variant->first->name, first, variant->second->name, second, both);
	TH_LOG("%" PRIu64 " stalls, %" PRIu64 " misses, %" PRIu64
	       " instructions, %" PRIu64 " cycles", all.count[0], all.count[1],
	       all.count[2], all.count[3]);
	if (variant->hides) {
		EXPECT_GE(longer + longer * EXPOSED / 100, both);
	} else {
		EXPECT_GE(sum + sum * ENDS / 100, both);
		EXPECT_LE(sum - sum * ENDS / 100, both);
	}
}

TEST_HARNESS_MAIN
