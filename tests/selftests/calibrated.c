// SPDX-License-Identifier: GPL-2.0
/*
 * What an empty region of a kernel module counts is measured on each CPU: with a filter, or
 * with CPUs of two kinds, it is not the same on all.
 */
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../kmod/encoding/regions.h"
#include "counters.h"
#include "fakes.h"
#include "kselftest_harness.h"

#define MARKER	"/sys/module/marker/parameters/"
#define RECORDS	"/proc/perf_regions/marker"
#define MARKS	100

FIXTURE(calibrated) {
	char *file;
};

FIXTURE_SETUP(calibrated)
{
	int fd = open_counters();

	self->file = NULL;
	if (access("marker.ko", R_OK) || access("/sys/devices/system/cpu/cpu1", F_OK))
		SKIP(return, "no marker.ko, or one CPU");
	if (which_driver() == SIM || !is_taken(fd, "0 instructions:k@tc1"))
		SKIP(return, "marks count nothing here");
	close(fd);
	pin_to_cpu(0);
	if (load_module(REGIONS_MODULE, "") ||
	    load_module("marker.ko", "event=instructions:k@tc1"))
		fatal("no module for regions");
}

FIXTURE_TEARDOWN(calibrated)
{
	free(self->file);
	EXPECT_EQ(0, unload_module("marker"));
	EXPECT_EQ(0, unload_module("perfcnt_regions"));
}

/* All of the file, as it is now. */
static const struct perfcnt_regions_head *read_records(char **file)
{
	int fd = open(RECORDS, O_RDONLY);
	struct stat now;
	ssize_t got = 0, n = 1;

	if (fd < 0 || fstat(fd, &now))
		fatal(RECORDS);
	free(*file);
	*file = calloc(1, now.st_size);
	while (n > 0 && got < now.st_size) {
		n = read(fd, *file + got, now.st_size - got);
		got += n;
	}
	close(fd);
	if (got != now.st_size)
		fatal(RECORDS);
	return (void *)*file;
}

static struct perfcnt_regions_thread *part_of(const struct perfcnt_regions_head *head,
					      unsigned int cpu)
{
	return (void *)head + head->head_size + (size_t)cpu * head->part_size;
}

static uint64_t cost_on(const struct perfcnt_regions_head *head, unsigned int cpu)
{
	return part_of(head, cpu)->cost[PERFCNT_REGIONS_COST_EMPTY][0];
}

/* The session begins on CPU 0, which the event's filter leaves out. */
TEST_F(calibrated, by_the_cpu_that_counts)
{
	const struct perfcnt_regions_head *head;
	struct perfcnt_regions_total *total;
	struct perfcnt_regions_sums *sums;
	struct perfcnt_regions_thread *part;

	ASSERT_EQ(0, write_file(MARKER "count", "1"));
	pin_to_cpu(1);
	ASSERT_EQ(0, write_file(MARKER "marks", "100"));
	head = read_records(&self->file);
	EXPECT_EQ(0, cost_on(head, 0));
	EXPECT_NE(0, cost_on(head, 1));
	part = part_of(head, 1);
	total = (void *)part + head->totals_at;
	sums = perfcnt_regions_sums_of(total, total->sequence,
				       perfcnt_regions_sums_size(head));
	EXPECT_EQ(MARKS, sums->counted);
	/* a few instructions more than none: where the reading is called from */
	EXPECT_LT(sums->event[0].least, cost_on(head, 1));
}

/* Nobody has looked at a CPU that was not there. */
TEST_F(calibrated, not_of_a_cpu_that_was_offline)
{
	const struct perfcnt_regions_head *head;
	bool went = set_online(1, false);

	if (!went)
		SKIP(return, "CPU 1 does not go");
	EXPECT_EQ(0, write_file(MARKER "count", "1"));
	ASSERT_TRUE(set_online(1, true));
	head = read_records(&self->file);
	EXPECT_TRUE(part_of(head, 0)->flags & PERFCNT_REGIONS_CALIBRATED);
	EXPECT_FALSE(part_of(head, 1)->flags & PERFCNT_REGIONS_CALIBRATED);
}

TEST_HARNESS_MAIN
