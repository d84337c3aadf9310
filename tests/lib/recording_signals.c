// SPDX-License-Identifier: GPL-2.0
/*
 * recording_signals SIGNALS: handlers come in the middle of marks, and make more records than
 * a ring has room for: no slot may be lost, or belong to two records, and each record is
 * whole.
 */
#define _GNU_SOURCE
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <perfcnt.h>
#include <regions/ring.h>

/* In a handler: more than the rings of this test have room for. */
#define RECORDS	5

#define MIX	0x9e3779b97f4a7c15ull

static unsigned int handled, wanted;
static timer_t timer;
static unsigned int seed = 1;

static void record(uint64_t number)
{
	const uint64_t words[] = { number, number * MIX };

	PERFCNT_REGION_BEGIN("region");
	PERFCNT_REGION_END_WITH("region", 2, words);
}

/* The next one, some microseconds later. */
static void arm(void)
{
	const struct itimerspec soon = {
		.it_value.tv_nsec = 2000 + rand_r(&seed) % 20000,
	};

	timer_settime(timer, 0, &soon, NULL);
}

static void handle(int signal)
{
	unsigned int i;

	(void)signal;
	for (i = 0; i < RECORDS; i++)
		record(handled * RECORDS + i);
	if (__atomic_add_fetch(&handled, 1, __ATOMIC_RELAXED) < wanted)
		arm();
}

static void fail(const char *what)
{
	printf("%s\n", what);
	exit(1);
}

static const struct perfcnt_regions_head *map_recording(void)
{
	void *head = NULL;
	struct stat status;
	glob_t all;
	size_t i;

	if (glob("/proc/self/fd/*", 0, NULL, &all))
		fail("there is no descriptor");
	for (i = 0; i < all.gl_pathc && !head; i++) {
		int fd = atoi(all.gl_pathv[i] + strlen("/proc/self/fd/"));
		char target[64] = "";

		if (readlink(all.gl_pathv[i], target, sizeof(target) - 1) > 0 &&
		    strstr(target, "perfcnt.regions") && !fstat(fd, &status))
			head = mmap(NULL, status.st_size, PROT_READ, MAP_SHARED, fd, 0);
	}
	globfree(&all);
	if (!head)
		fail("there is no recording");
	return head;
}

/* Each slot is there once, if it is there. */
static void see(const struct perfcnt_regions_head *head, unsigned char *seen, uint32_t at)
{
	uint32_t number = (at - head->slots_at) / head->slot_size;

	if (at < head->slots_at || (at - head->slots_at) % head->slot_size ||
	    number >= head->slots + PERFCNT_REGIONS_DEPTH)
		fail("a slot that is none");
	if (seen[number]++)
		fail("a slot is in two places");
}

static void check(const struct perfcnt_regions_head *head, uint32_t made)
{
	const struct perfcnt_regions_thread *ring =
		(const void *)((const char *)head + head->head_size);
	const uint32_t *order = (const uint32_t *)(ring + 1);
	unsigned char seen[PERFCNT_REGIONS_RECORDS_LEAST * 4 +
			   PERFCNT_REGIONS_DEPTH] = { 0 };
	uint32_t i;

	if (ring->made != made || ring->depth)
		fail("records are lost");
	for (i = 0; i < PERFCNT_REGIONS_DEPTH; i++)
		see(head, seen, ring->open[i].slot);
	for (i = 0; i < head->slots; i++) {
		const struct perfcnt_regions_slot *slot =
			(const void *)((const char *)ring + order[i]);
		const uint64_t *user =
			(const void *)((const char *)slot + perfcnt_regions_user_at(head));

		see(head, seen, order[i]);
		if (slot->sequence && (slot->user_count != 2 || slot->depth > 1 ||
				       user[1] != user[0] * MIX))
			fail("a record is torn");
	}
	for (i = 0; i < PERFCNT_REGIONS_DEPTH; i++) {
		const struct perfcnt_regions_slot *slot =
			(const void *)((const char *)ring + ring->open[i].slot);

		if (ring->open[i].named != PERFCNT_REGIONS_CLOSED)
			fail("a region is open");
		if (slot->sequence)
			fail("a slot that is to be written has a record");
	}
}

int main(int argc, char **argv)
{
	struct sigevent event = {
		.sigev_notify = SIGEV_SIGNAL,
		.sigev_signo = SIGALRM,
	};
	const struct perfcnt_regions_head *head;
	uint32_t regions = 0;

	if (argc != 2)
		return 2;
	wanted = atoi(argv[1]);
	record(regions++);
	head = map_recording();
	signal(SIGALRM, handle);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		fail("timer_create");
	arm();
	while (__atomic_load_n(&handled, __ATOMIC_RELAXED) < wanted)
		record(regions++);
	check(head, regions + handled * RECORDS);
	return 0;
}
