// SPDX-License-Identifier: GPL-2.0
/* Samples, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include <perfcnt.h>
#include <samples.h>

#include "object.h"
#include "tree.h"

/* Rings are smaller where there is a limit, down to a page. */
TEST_F(alone, rings_within_the_limit)
{
	struct perfcnt_samples *samples = perfcnt_samples_new(self->tree);

	ASSERT_NE(NULL, samples);
	stand_in.order_most = 3;
	EXPECT_EQ(0, perfcnt_samples_add(samples, 0, 1000, 0));
	EXPECT_EQ(3, stand_in.order);
	stand_in.order_most = 0;
	EXPECT_EQ(0, perfcnt_samples_add(samples, 1, 1000, 0));
	EXPECT_EQ(0, stand_in.order);
	stand_in.order_most = PERFCNT_SAMPLING_ORDER_MAX;
	perfcnt_samples_free(samples);
}

/* A program of a later release has a larger struct: it hears how much is filled in. */
TEST_F(object, a_larger_struct)
{
	struct {
		struct perfcnt_losses known;
		uint64_t more;
	} losses = { .known.size = sizeof(losses), .more = 17 };

	stand_in.rings = 1;
	ASSERT_EQ(0, perfcnt_sample(self->perfcnt, 0, 1000, 0));
	ASSERT_EQ(0, perfcnt_read(self->perfcnt, NULL, 0))
		TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(0, perfcnt_losses(self->perfcnt, &losses.known));
	EXPECT_EQ(sizeof(losses.known), losses.known.size);
	EXPECT_EQ(17, losses.more);
	losses.known.size = sizeof(losses.known) - 1;
	EXPECT_EQ(-1, perfcnt_losses(self->perfcnt, &losses.known));
	EXPECT_EQ(EINVAL, errno);
	stand_in.rings = 0;
}

/* A record of a thread waits: the device is ready at once, and only a wait for nothing is one. */
static int waited;

int poll(struct pollfd *files, nfds_t number, int timeout)
{
	(void)files;
	if (!number)
		waited += timeout;
	return number;
}

/* Who waits for a sample does so beside it, and leaves it alone. */
TEST(sample_beside_a_record)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt = perfcnt_open_process(getpid());
	int timeouts[] = { 1000, 120, 1, 0 };
	unsigned int i;
	uint64_t count;

	ASSERT_NE(NULL, perfcnt);
	EXPECT_EQ(0, perfcnt_threads(perfcnt));
	EXPECT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	EXPECT_EQ(0, perfcnt_sample(perfcnt, 0, 1000, 0));
	ASSERT_EQ(0, perfcnt_read(perfcnt, &count, 1)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	for (i = 0; i < 4; i++) {
		waited = 0;
		EXPECT_EQ(NULL, perfcnt_next_sample(perfcnt, timeouts[i]));
		EXPECT_EQ(EAGAIN, errno);
		EXPECT_EQ(timeouts[i], waited);
	}
	EXPECT_EQ(0, perfcnt_next_thread(perfcnt, &info, &count, 1));
	perfcnt_close(perfcnt);
}

TEST_HARNESS_MAIN
