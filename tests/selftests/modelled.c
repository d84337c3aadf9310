// SPDX-License-Identifier: GPL-2.0
/* 64-bit counts of what only a model of time counts: stalls and misses. */
#include <stdio.h>
#include <unistd.h>

#include "counters.h"
#include "kselftest_harness.h"

/* Counters begin close below half full, close below the end, and at 0. */
FIXTURE(modelled) {
	int fd;
};

FIXTURE_VARIANT(modelled) {
	const char *event;
	unsigned int counter;	/* and the next one of its bank */
};

FIXTURE_VARIANT_ADD(modelled, stalls) { .event = "stalls", .counter = 0 };
FIXTURE_VARIANT_ADD(modelled, miss_cycles) { .event = "dcache-miss-cycles", .counter = 0 };
FIXTURE_VARIANT_ADD(modelled, dcache_misses) { .event = "dcache-misses", .counter = 1 };
FIXTURE_VARIANT_ADD(modelled, alu_stalls) { .event = "alu-stalls", .counter = 1 };

/* More than a cache has, that is: lines of 32 bytes in pages of their own */
#define LINES 8192

static uint32_t lines[LINES][8];

/* A load of line after line, used at once: many stalls and misses */
static void touch_lines(void)
{
	uint32_t sum = 0;
	size_t i;

	for (i = 0; i < LINES; i++) {
		sum += lines[i][0];
		asm volatile("" : "+r" (sum));
	}
}

FIXTURE_SETUP(modelled)
{
	struct snapshot snapshot;
	size_t i;

	self->fd = open_stopped();
	if (which_driver() != MIPS)
		SKIP(return, "no register can be set");
	pin_to_cpu(0);
	for (i = 0; i < LINES; i++)
		lines[i][0] = i;
	set_counters(self->fd, "0 stalls:u 0");
	touch_lines();
	read_counters(self->fd, &snapshot);
	if (!snapshot.count[0])
		SKIP(return, "nothing stalls: there is no model of time");
}

FIXTURE_TEARDOWN(modelled)
{
	stop_counters(self->fd);
	EXPECT_TRUE(all_stopped(self->fd));
	close(self->fd);
}

TEST_F(modelled, is_extended)
{
	static const uint32_t starts[] = { 0x80000000 - 1000, 0 - 1000 };
	unsigned int one = variant->counter, other = one + 2, i;
	struct snapshot snapshot;
	char text[128];

	if (!can_preload())
		SKIP(return, "no register can be set");
	count_half_fulls();
	for (i = 0; i < 2; i++) {
		preload(one, starts[i]);
		preload(other, 0);
		snprintf(text, sizeof(text), "%u %s:u 0\n%u %s:u 0", one,
			 variant->event, other, variant->event);
		set_counters(self->fd, text);
		touch_lines();
		set_counters(self->fd, "suspend");
		read_counters(self->fd, &snapshot);
		EXPECT_LT(LINES / 2, snapshot.count[one]);
		EXPECT_EQ(snapshot.count[other], snapshot.count[one])
			TH_LOG("from 0x%08x", starts[i]);
	}
	EXPECT_TRUE(has_half_fulls(1));
}

TEST_HARNESS_MAIN
