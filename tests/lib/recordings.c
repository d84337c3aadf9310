// SPDX-License-Identifier: GPL-2.0
/* Recordings of this program, with counters: what regions have counted, exactly. */
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "library.h"

#include <regions/recording.h>

#define DEPTH	8
#define REPEATS	200

/* A hundred instructions. */
static inline __attribute__((always_inline)) void hundred(void)
{
	__asm__ volatile(".rept 100\n\tnop\n\t.endr");
}

/* The file of the recording, which the process keeps open, as another one sees it. */
static const struct perfcnt_regions_head *map_recording(void)
{
	struct stat status;
	const void *file;
	int fd = -1;
	glob_t all;
	size_t i;

	if (glob("/proc/self/fd/*", 0, NULL, &all))
		fatal("there is no descriptor");
	for (i = 0; i < all.gl_pathc && fd < 0; i++) {
		char target[64] = "";

		if (readlink(all.gl_pathv[i], target, sizeof(target) - 1) > 0 &&
		    strstr(target, "perfcnt.regions"))
			fd = atoi(all.gl_pathv[i] + strlen("/proc/self/fd/"));
	}
	globfree(&all);
	if (fstat(fd, &status))
		fatal("there is no recording");
	file = mmap(NULL, status.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (file == MAP_FAILED)
		fatal("mmap");
	return file;
}

static const struct perfcnt_regions_thread *part_of(const struct perfcnt_regions_head *head,
						    unsigned int thread)
{
	return (const void *)((const char *)head + head->head_size +
			      (size_t)thread * head->part_size);
}

/* The record with a number, if it is there and whole. */
static const struct perfcnt_regions_slot *record_of(const struct perfcnt_regions_head *head,
						    const struct perfcnt_regions_thread *ring,
						    uint32_t number)
{
	const uint32_t *order = (const void *)(ring + 1);
	const struct perfcnt_regions_slot *slot = (const void *)((const char *)ring +
		order[perfcnt_regions_order(head, number)]);

	if (slot->sequence != number + 1)
		fatal("record %u is not there", number);
	return slot;
}

/* How many were made inside of it. */
static uint32_t inner_of(const struct perfcnt_regions_slot *slot)
{
	return slot->sequence - 1 - slot->before;
}

/* What a record has counted of the first event, without what marks count. */
static int64_t count_of(const struct perfcnt_regions_head *head,
			const struct perfcnt_regions_thread *ring, uint32_t number)
{
	const struct perfcnt_regions_slot *slot = record_of(head, ring, number);
	const struct perfcnt_regions_reading *begin =
		(const void *)((const char *)slot + perfcnt_regions_begin_at(head));
	int64_t count = 0;
	unsigned int i;

	if (slot->flags)
		fatal("record %u has no counts: flags %#x, error %d", number,
		      slot->flags, ring->error);
	if (slot->counters != ring->counters || !ring->counters)
		fatal("%u counters, error %d", slot->counters, ring->error);
	for (i = 0; i < ring->counters; i++)
		count += slot->end.count[i] - begin->count[i] -
			 ring->cost[PERFCNT_REGIONS_COST_EMPTY][i] -
			 ring->cost[PERFCNT_REGIONS_COST_INNER][i] * inner_of(slot);
	return count;
}

FIXTURE(recording) {
	const struct perfcnt_regions_head *head;
	const struct perfcnt_regions_thread *ring;
};

FIXTURE_VARIANT(recording) {
	const char *way;
};

FIXTURE_VARIANT_ADD(recording, pages) {
	.way = "pages",
};

FIXTURE_VARIANT_ADD(recording, device) {
	.way = "device",
};

FIXTURE_SETUP(recording)
{
	write_file("/proc/sys/kernel/perf_user_access", "1"); /* where there is such a file */
	setenv("PERFCNT_READ", variant->way, 1);
	setenv("PERFCNT_REGIONS_EVENTS", "instructions:u", 1);
	if (perfcnt_regions_calibrate())
		fatal("calibrate: %s", strerror(errno));
	self->head = map_recording();
	self->ring = part_of(self->head, 0);
	if (self->ring->error)
		SKIP(return, "no counts: %s", strerror(self->ring->error));
	EXPECT_EQ(!strcmp(variant->way, "pages"),
		  !!(self->ring->flags & PERFCNT_REGIONS_PAGES));
}

FIXTURE_TEARDOWN(recording)
{
}

/* As the library's own: a loop would keep addresses in registers. */
__attribute__((noinline))
static void do_nothing(void)
{
	PERFCNT_REGION_BEGIN("empty");
	PERFCNT_REGION_END("empty");
}

TEST_F(recording, empty)
{
	unsigned int i;

	for (i = 0; i < REPEATS; i++)
		do_nothing();
	for (i = 0; i < REPEATS; i++)
		ASSERT_EQ(0, count_of(self->head, self->ring, i));
	TH_LOG("a region takes %u instructions in user mode, %u of them inside",
	       (unsigned int)self->ring->cost[PERFCNT_REGIONS_COST_INNER][0],
	       (unsigned int)self->ring->cost[PERFCNT_REGIONS_COST_EMPTY][0]);
}

/* They differ in what is in the region, and in nothing that a compiler sees. */
#define HUNDREDS(function, hundreds)					\
	__attribute__((noinline))					\
	static void function(void)					\
	{								\
		PERFCNT_REGION_BEGIN(#function);			\
		__asm__ volatile(".rept " #hundreds "\n\tnop\n\t.endr"); \
		PERFCNT_REGION_END(#function);					\
	}

HUNDREDS(one, 100)
HUNDREDS(two, 200)
HUNDREDS(three, 300)

/* A compiler may put an instruction beside a call that an empty region has not. */
TEST_F(recording, known)
{
	int64_t counts[3], first = 0;
	unsigned int i, j;

	for (i = 0; i < REPEATS; i++) {
		one();
		two();
		three();
	}
	for (i = 3 * REPEATS - 150; i < 3 * REPEATS; i += 3) {
		for (j = 0; j < 3; j++)
			counts[j] = count_of(self->head, self->ring, i + j);
		if (!first)
			first = counts[0];
		ASSERT_EQ(first, counts[0]);
		ASSERT_EQ(100, counts[1] - counts[0]);
		ASSERT_EQ(100, counts[2] - counts[1]);
		ASSERT_LE(100, counts[0]);
		ASSERT_GE(102, counts[0]);
	}
}

/* What all records of a region came to. */
static const struct perfcnt_regions_sums *sums_of(const struct perfcnt_regions_head *head,
						  const struct perfcnt_regions_thread *ring,
						  const char *name)
{
	uint32_t i, size = perfcnt_regions_sums_size(head);

	for (i = 0; i < ring->totals; i++) {
		struct perfcnt_regions_total *total = (void *)((char *)ring +
			head->totals_at + i * head->total_size);

		if (!strcmp(head->place[total->begin_place].name, name))
			return perfcnt_regions_sums_of(total, total->sequence, size);
	}
	fatal("there are no totals of %s", name);
}

/* The ring keeps 512 of them; each has what the first one has. */
TEST_F(recording, totals)
{
	const char *turns = getenv("RECORDINGS_TURNS");
	uint64_t i, count = turns ? strtoul(turns, NULL, 10) : 100000, each;
	const struct perfcnt_regions_sums *sums;

	for (i = 0; i < count; i++)
		one();
	each = count_of(self->head, self->ring, 0);
	sums = sums_of(self->head, self->ring, "one");
	ASSERT_LE(100, each);
	ASSERT_GE(102, each);
	EXPECT_EQ(count, sums->records);
	EXPECT_EQ(count, sums->counted);
	EXPECT_EQ(count * each, sums->event[0].sum);
	EXPECT_EQ(each, sums->event[0].least);
	EXPECT_EQ(each, sums->event[0].most);
}

__attribute__((noinline))
static void nest(unsigned int depth, unsigned int hundreds)
{
	unsigned int i;

	PERFCNT_REGION_BEGIN("nested");
	for (i = 0; i < hundreds; i++)
		hundred();
	if (depth > 1)
		nest(depth - 1, hundreds);
	PERFCNT_REGION_END("nested");
}

/* Each level has what those in it have, and what it has itself: inner ones end first. */
TEST_F(recording, nested)
{
	int64_t counts[3][DEPTH];
	unsigned int i, j;

	nest(1, 0); /* the library learns of the name */
	for (i = 0; i < 3; i++) {
		nest(DEPTH, 10 * (i + 1));
		for (j = 0; j < DEPTH; j++) {
			uint32_t number = 1 + i * DEPTH + j;
			const struct perfcnt_regions_slot *slot =
				record_of(self->head, self->ring, number);

			counts[i][j] = count_of(self->head, self->ring, number);
			EXPECT_EQ(j, inner_of(slot));
			EXPECT_EQ(DEPTH - 1 - j, slot->depth);
		}
	}
	for (j = 0; j < DEPTH; j++) {
		/* a turn of a loop is its instructions and the loop's own */
		int64_t turns = counts[1][0] - counts[0][0];

		EXPECT_LE(1000, turns);
		EXPECT_GE(1050, turns);
		EXPECT_EQ((j + 1) * turns, counts[1][j] - counts[0][j]);
		EXPECT_EQ((j + 1) * turns, counts[2][j] - counts[1][j]);
	}
}

static unsigned int signals;

static void handle(int signal)
{
	(void)signal;
	PERFCNT_REGION_BEGIN("signal");
	hundred();
	PERFCNT_REGION_END("signal");
	__atomic_add_fetch(&signals, 1, __ATOMIC_RELAXED);
}

/*
 * Where an atomic operation is a load and a store, an interrupt between them has it done
 * again: some more instructions are counted then.  Of REPEATS regions one has that in fewer
 * than one of 30 runs, as the loops take some 12 ticks, and 1 of 400 instructions is such a
 * place; that 6 of them have it is below 10^-9.
 */
#if defined(__x86_64__)
#define MOST_REPEATED	0
#else
#define MOST_REPEATED	5
#endif
#define LONGEST_REPEATED 16 /* instructions */

/* One region in which a signal comes counts what every other such region counts. */
TEST_F(recording, signal_in_a_region)
{
	int64_t least = INT64_MAX;
	unsigned int i, more = 0;

	signal(SIGUSR1, handle);
	for (i = 0; i < REPEATS; i++) {
		PERFCNT_REGION_BEGIN("region");
		raise(SIGUSR1);
		PERFCNT_REGION_END("region");
	}
	for (i = 0; i < REPEATS; i++) {
		int64_t count = count_of(self->head, self->ring, 2 * i + 1);

		ASSERT_EQ(100, count_of(self->head, self->ring, 2 * i));
		ASSERT_EQ(1, inner_of(record_of(self->head, self->ring, 2 * i + 1)));
		/* the first call of raise() binds it */
		if (i && count < least)
			least = count;
	}
	for (i = 1; i < REPEATS; i++) {
		int64_t count = count_of(self->head, self->ring, 2 * i + 1);

		more += count != least;
		EXPECT_GE(least + LONGEST_REPEATED, count);
	}
	EXPECT_GE(MOST_REPEATED, more);
}

/* They come at any time, also in the middle of a mark: no record is lost or wrong. */
TEST_F(recording, signals_at_any_time)
{
	const struct itimerval often = { { 0, 2000 }, { 0, 2000 } };
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };
	unsigned int regions = 0, handled = 0, i, made, first;

	signal(SIGALRM, handle);
	setitimer(ITIMER_REAL, &often, NULL);
	while (__atomic_load_n(&signals, __ATOMIC_RELAXED) < 100) {
		PERFCNT_REGION_BEGIN("region");
		hundred();
		PERFCNT_REGION_END("region");
		regions++;
	}
	setitimer(ITIMER_REAL, &never, NULL);
	made = self->ring->made;
	ASSERT_EQ(regions + signals, made);
	ASSERT_EQ(0, self->ring->depth);
	first = made > self->head->slots - self->head->kept ?
		made - (self->head->slots - self->head->kept) : 0;
	for (i = first; i < made; i++) {
		const struct perfcnt_regions_slot *slot = record_of(self->head,
								    self->ring, i);
		const char *name = self->head->place[slot->begin_place].name;

		if (!strcmp(name, "signal")) {
			ASSERT_EQ(100, count_of(self->head, self->ring, i));
			handled++;
		} else {
			ASSERT_STREQ("region", name);
			ASSERT_LE(100, count_of(self->head, self->ring, i) +
				  (inner_of(slot) ? 1000 : 0));
		}
	}
	TH_LOG("%u regions, %u signals seen", regions, handled);
}

/* As if the thread had moved while it read: in any of the four marks. */
__attribute__((noinline))
static void read_again(unsigned int marks)
{
	uint32_t *again = &perfcnt_regions_own.hot->again;

	*again = marks & 1;
	PERFCNT_REGION_BEGIN("outer");
	*again = marks >> 1 & 1;
	PERFCNT_REGION_BEGIN("inner");
	hundred();
	*again = marks >> 2 & 1;
	PERFCNT_REGION_END("inner");
	*again = marks >> 3 & 1;
	PERFCNT_REGION_END("outer");
	*again = 0;
}

/* Neither the region whose reading is repeated counts more, nor the one around it. */
TEST_F(recording, repeated_readings)
{
	int64_t inner, outer;
	uint32_t marks;

	read_again(0); /* the file learns of the places */
	read_again(0);
	inner = count_of(self->head, self->ring, 2);
	outer = count_of(self->head, self->ring, 3);
	EXPECT_LE(100, inner);
	EXPECT_LT(inner, outer);
	for (marks = 0; marks < 16; marks++) {
		read_again(marks);
		EXPECT_EQ(inner, count_of(self->head, self->ring, 2 * marks + 4));
		EXPECT_EQ(outer, count_of(self->head, self->ring, 2 * marks + 5))
			TH_LOG("marks %#x", marks);
	}
}

/* A program of the same priority takes the CPU again and again, wherever this one is. */
TEST_F(recording, beside_another)
{
	const uint64_t rounds = 100 * REPEATS;
	const struct perfcnt_regions_sums *inner, *outer;
	uint64_t i;
	pid_t pid;

	read_again(0); /* the file learns of the places */
	read_again(0);
	pin_to_cpu(0);
	fflush(NULL);
	pid = fork();
	if (!pid)
		for (;;)
			mixed_loop(1000);
	for (i = 0; i < rounds; i++)
		read_again(0);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	inner = sums_of(self->head, self->ring, "inner");
	outer = sums_of(self->head, self->ring, "outer");
	EXPECT_EQ(rounds + 2, inner->counted);
	EXPECT_EQ(inner->event[0].least, inner->event[0].most);
	EXPECT_EQ(inner->counted * inner->event[0].most, inner->event[0].sum);
	EXPECT_EQ(count_of(self->head, self->ring, 3), outer->event[0].least);
#if defined(__x86_64__)
	EXPECT_EQ((rounds + 1) * outer->event[0].least + count_of(self->head, self->ring, 1),
		  outer->event[0].sum);
#endif /* elsewhere an atomic operation of the inner region that is interrupted is done again */
}

static void *work(void *unused)
{
	perfcnt_regions_calibrate();
	PERFCNT_REGION_BEGIN("thread");
	hundred();
	PERFCNT_REGION_END("thread");
	return unused;
}

/* A thread counts for itself, while another one runs. */
TEST_F(recording, threads)
{
	const struct perfcnt_regions_head *head;
	const struct perfcnt_regions_thread *ring;
	pthread_t thread;

	PERFCNT_REGION_BEGIN("main");
	ASSERT_EQ(0, pthread_create(&thread, NULL, work, NULL));
	ASSERT_EQ(0, pthread_join(thread, NULL));
	PERFCNT_REGION_END("main");
	head = map_recording(); /* it has grown */
	ring = part_of(head, 1);
	ASSERT_EQ(2, head->threads);
	ASSERT_EQ(PERFCNT_REGIONS_ENDED, ring->flags & PERFCNT_REGIONS_ENDED);
	ASSERT_EQ(1, ring->made);
	ASSERT_EQ(0, ring->error);
	ASSERT_EQ(100, count_of(head, ring, 0));
}

static void *wait_for(void *semaphore)
{
	sem_wait(semaphore);
	return NULL;
}

/* A region counts the same, and finds its thread, whether there are others or not. */
TEST_F(recording, alone_and_not)
{
	pthread_t thread;
	sem_t done;
	uint32_t i;

	ASSERT_EQ(0, sem_init(&done, 0, 0));
	for (i = 0; i < 3; i++) {
		if (i == 1)
			ASSERT_EQ(0, pthread_create(&thread, NULL, wait_for, &done));
		PERFCNT_REGION_BEGIN("outer");
		PERFCNT_REGION_BEGIN("region");
		hundred();
		PERFCNT_REGION_END("region");
		PERFCNT_REGION_END("outer");
		if (i == 1) {
			sem_post(&done);
			ASSERT_EQ(0, pthread_join(thread, NULL));
		}
	}
	EXPECT_LE(100, count_of(self->head, self->ring, 0));
	EXPECT_GE(101, count_of(self->head, self->ring, 0));
	for (i = 1; i < 3; i++)
		EXPECT_EQ(count_of(self->head, self->ring, 0),
			  count_of(self->head, self->ring, 2 * i));
	/* the first time, the file learns of the places */
	EXPECT_EQ(count_of(self->head, self->ring, 3),
		  count_of(self->head, self->ring, 5));
}

/* A child has a recording of its own, and its parent's goes on. */
TEST_F(recording, fork)
{
	uint32_t pid;
	int status;

	PERFCNT_REGION_BEGIN("parent");
	pid = fork();
	if (!pid) {
		const struct perfcnt_regions_head *head;

		PERFCNT_REGION_BEGIN("child");
		PERFCNT_REGION_END("child");
		head = map_recording();
		_exit(head->pid != (uint32_t)getpid() ||
		      part_of(head, 0)->made != 1 ||
		      strcmp(head->place[record_of(head, part_of(head, 0), 0)
					->begin_place].name, "child"));
	}
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	ASSERT_EQ(0, status);
	PERFCNT_REGION_END("parent");
	ASSERT_EQ(1, self->ring->made);
	ASSERT_LT(0, count_of(self->head, self->ring, 0));
}

TEST_HARNESS_MAIN
