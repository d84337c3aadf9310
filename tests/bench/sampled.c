// SPDX-License-Identifier: GPL-2.0
/*
 * A loop of as many instructions as a period has, so that there is a sample each time:
 * from the interrupt to the record, which is thrown away.  Nobody samples it, or we do,
 * or perf does as perf record -c with one event; in both cases the program is followed.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "../selftests/ioctls.h"
#include "../selftests/rings.h"
#include "bench.h"

/*
 * The instructions of the loop; what is around it does not count.  It is as short as a
 * sample: what the clock is wrong by is a part of all that is measured.
 */
#define PERIOD	2000

#define PAGES	64 /* of a ring */

/* perf takes no more than a share of the time, unless it is all of it; nor than a rate. */
#define SHARE	"/proc/sys/kernel/perf_cpu_time_max_percent"

#define RATE	"/proc/sys/kernel/perf_event_max_sample_rate"

static struct rings rings;
static int fd = -1;

static struct perf_event_mmap_page *perf_ring;

static void loop(void)
{
	short_loop(PERIOD / SHORT_INSTRUCTIONS);
}

static const char *open_none(unsigned int counters)
{
	(void)counters;
	return NULL;
}

static void close_none(void)
{
}

/* Perf stops no event in this boot, whoever samples first. */
static void let_perf_sample(void)
{
	must(write_file(SHARE, "25"), SHARE);
	must(write_file(RATE, "1000000"), RATE);
	must(write_file(SHARE, "100"), SHARE);
}

static const char *open_perfcnt(unsigned int counters)
{
	struct perfcnt_sampling wanted = sampling(0, PERIOD);
	struct perfcnt_scope scope = {
		.size = sizeof(scope),
		.flags = PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_SHARED,
		.counters = 1,
	};

	(void)counters;
	if (which_driver() == SIM)
		return why_not("a simulated PMU has no interrupts");
	fd = open_device();
	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1), "claim");
	set_event(fd, "instructions:u");
	must(call(fd, PERFCNT_IOC_SCOPE, &scope), reason(fd));
	set_rate(0);
	let_perf_sample();
	wanted.ring_order = 6;
	wanted.flags = PERFCNT_SAMPLING_SHARED;
	begin_sampling(fd, &rings, wanted);
	return NULL;
}

/* What is read is thrown away; so the ring always has room. */
static void loop_for_perfcnt(void)
{
	struct perfcnt_ring_header *ring = rings.ring[0];

	loop();
	__atomic_store_n(&ring->tail, __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE),
			 __ATOMIC_RELEASE);
}

/* As many samples as there were loops, or what was measured is something else. */
static const char *check_samples(void (*once)(void), uint64_t (*head)(void),
				 unsigned int size)
{
	uint64_t before = head();
	unsigned int i;

	for (i = 0; i < 100; i++)
		once();
	return head() - before >= 99 * size ? NULL : why_not("no samples are taken");
}

static uint64_t perfcnt_head(void)
{
	return rings.ring[0]->head;
}

static const char *open_checked_perfcnt(unsigned int counters)
{
	const char *why = open_perfcnt(counters);

	return why ?: check_samples(loop_for_perfcnt, perfcnt_head,
				    sizeof(struct perfcnt_ring_sample));
}

/* If samples have ended meanwhile, what was measured is something else, too. */
static void check_still(void (*once)(void), uint64_t (*head)(void), unsigned int size)
{
	const char *why = check_samples(once, head, size);

	if (why)
		fatal("%s after a while", why);
}

static void close_perfcnt(void)
{
	if (fd < 0)
		return;
	check_still(loop_for_perfcnt, perfcnt_head, sizeof(struct perfcnt_ring_sample));
	unmap_rings(&rings);
	close(fd);
	fd = -1;
	set_rate(10000);
}

/* It is this CPU that has written the ring; 64 bits are no atomic access on a 34K. */
static void loop_for_perf(void)
{
	loop();
	perf_ring->data_tail = perf_ring->data_head;
}

static uint64_t perf_head(void)
{
	return perf_ring->data_head;
}

/* What perf record asks for if it is given a period, and nothing else. */
static const char *open_perf(unsigned int counters)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.sample_period = PERIOD,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.inherit = 1,
		.mmap = 1,
		.comm = 1,
		.task = 1,
		.sample_id_all = 1,
	};

	(void)counters;
	let_perf_sample();
	fd = open_perf_event(&attr, 0, 0, -1);
	if (fd < 0)
		return why_error("perf_event_open");
	perf_ring = mmap(NULL, (PAGES + 1) * sysconf(_SC_PAGESIZE),
			 PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (perf_ring == MAP_FAILED)
		return why_error("mmap");
	return check_samples(loop_for_perf, perf_head, 32);
}

static void close_perf(void)
{
	if (perf_ring && perf_ring != MAP_FAILED) {
		check_still(loop_for_perf, perf_head, 32);
		munmap(perf_ring, (PAGES + 1) * sysconf(_SC_PAGESIZE));
	}
	perf_ring = NULL;
	if (fd >= 0)
		close(fd);
	fd = -1;
}

const struct way sample_ways[] = {
	{ "sample-none", open_none, loop, close_none },
	{ "sample-perfcnt", open_checked_perfcnt, loop_for_perfcnt, close_perfcnt },
	{ "sample-perf", open_perf, loop_for_perf, close_perf },
	{ }
};
