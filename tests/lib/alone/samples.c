// SPDX-License-Identifier: GPL-2.0
/* Samples, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <perfcnt.h>
#include <samples.h>

#include "object.h"
#include "event_set.h"

static const struct perfcnt_sampling every_thousand = {
	.size = sizeof(every_thousand), .period = 1000,
};

/* Rings are smaller where there is a limit, down to a page. */
TEST_F(alone, rings_within_the_limit)
{
	struct perfcnt_samples *samples = perfcnt_samples_new(self->set);

	ASSERT_NE(NULL, samples);
	stand_in.order_most = 3;
	EXPECT_EQ(0, perfcnt_samples_add(samples, 0, &every_thousand));
	EXPECT_EQ(3, stand_in.order);
	stand_in.order_most = 0;
	EXPECT_EQ(0, perfcnt_samples_add(samples, 1, &every_thousand));
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
	ASSERT_EQ(0, perfcnt_sample(self->perfcnt, 0, &every_thousand));
	ASSERT_EQ(0, perfcnt_start(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_EQ(0, perfcnt_lost(self->perfcnt, &losses.known));
	EXPECT_EQ(sizeof(losses.known), losses.known.size);
	EXPECT_EQ(17, losses.more);
	losses.known.size = sizeof(losses.known) - 1;
	EXPECT_EQ(-1, perfcnt_lost(self->perfcnt, &losses.known));
	EXPECT_EQ(EINVAL, errno);
	stand_in.rings = 0;
}

/* What has no size is said to have none, whatever else it lacks. */
TEST_F(object, a_struct_without_a_size)
{
	const struct perfcnt_sampling none = { .period = 1000 };

	EXPECT_EQ(-1, perfcnt_sample(self->perfcnt, 0, &none));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_TRUE(says(self->perfcnt, "the struct's size is 0"));
}

/* A record of a thread waits: the device is ready at once, and only a wait for nothing is one. */
static int waited;

int poll(struct pollfd *files, nfds_t number, int timeout)
{
	const struct timespec at_once = { 0 };
	const struct pollfd *first;

	__asm__("" : "=r"(first) : "0"(files)); /* poll(3) is declared to write alone */
	if (number && first->fd != stand_in.device)
		return syscall(SYS_ppoll, files, number, &at_once, NULL, 0);
	if (number)
		files->revents = POLLIN;
	else
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
	EXPECT_EQ(0, perfcnt_record_threads(perfcnt));
	EXPECT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	EXPECT_EQ(0, perfcnt_sample(perfcnt, 0, &every_thousand));
	ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	for (i = 0; i < 4; i++) {
		waited = 0;
		EXPECT_EQ(NULL, perfcnt_next_sample(perfcnt, timeouts[i], NULL));
		EXPECT_EQ(EAGAIN, errno);
		EXPECT_EQ(timeouts[i], waited);
	}
	EXPECT_EQ(0, perfcnt_next_thread(perfcnt, &info, &count, 1));
	perfcnt_close(perfcnt);
}

#define EXPECT_NO_SAMPLE(perfcnt, error) do {				\
	errno = 0;							\
	EXPECT_EQ(NULL, perfcnt_next_sample(perfcnt, 0, NULL));		\
	EXPECT_EQ(error, errno);					\
} while (0)

/* Before the start and after the stop there are none any more, at once and however one waits. */
TEST_F(object, no_more_samples)
{
	struct perfcnt_losses losses = { .size = sizeof(losses), .samples = 17 };
	struct perfcnt *thread = self->perfcnt;
	unsigned int event = 17;

	EXPECT_NO_SAMPLE(thread, EINVAL);
	EXPECT_REFUSED(thread, perfcnt_lost(thread, &losses), EINVAL);
	EXPECT_REFUSED(thread, perfcnt_sample(thread, 2, &every_thousand), ENODATA);
	stand_in.rings = 1;
	ASSERT_EQ(0, perfcnt_sample(thread, 0, &every_thousand));
	EXPECT_NO_SAMPLE(thread, ENODATA);
	EXPECT_EQ(0, perfcnt_lost(thread, &losses));
	EXPECT_EQ(0, losses.samples);
	ASSERT_EQ(0, perfcnt_start(thread)) TH_LOG("%s", perfcnt_strerror(thread));
	EXPECT_NO_SAMPLE(thread, EAGAIN);
	EXPECT_REFUSED(thread, perfcnt_sample(thread, 0, &every_thousand), EBUSY);
	ASSERT_EQ(0, perfcnt_stop(thread)) TH_LOG("%s", perfcnt_strerror(thread));
	EXPECT_EQ(NULL, perfcnt_next_sample(thread, -1, &event));
	EXPECT_EQ(ENODATA, errno);
	EXPECT_EQ(17, event);
	EXPECT_EQ(0, perfcnt_lost(thread, &losses));
	stand_in.rings = 0;
}

/* To the ring, as the module writes them. */
static void write_record(const void *record, size_t size)
{
	struct perfcnt_ring_header *ring = stand_in.ring;

	memcpy((char *)ring + ring->data_offset + ring->head, record, size);
	ring->head += size;
}

/* A sample stands for the periods that were left out before it: only what is in none is lost. */
TEST_F(object, periods_that_were_left_out)
{
	struct perfcnt_losses losses = { .size = sizeof(losses) };
	const struct perfcnt_ring_loss loss = {
		.record = { .type = PERFCNT_RING_LOST, .size = sizeof(loss) },
		.lost.periods = 7,
	};
	const struct perfcnt_ring_sample written = {
		.record = { .type = PERFCNT_RING_SAMPLE, .size = sizeof(written) },
		.period = 1000,
		.left_out = 5,
	};
	const struct perfcnt_ring_sample *sample;
	unsigned int event;

	stand_in.rings = 1;
	ASSERT_EQ(0, perfcnt_sample(self->perfcnt, 0, &every_thousand));
	ASSERT_EQ(0, perfcnt_start(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	write_record(&loss, sizeof(loss));
	write_record(&written, sizeof(written));
	sample = perfcnt_next_sample(self->perfcnt, 0, &event);
	ASSERT_NE(NULL, sample);
	EXPECT_EQ(5, sample->left_out);
	EXPECT_EQ(0, event);
	EXPECT_EQ(0, perfcnt_lost(self->perfcnt, &losses));
	EXPECT_EQ(7, losses.periods);
	stand_in.rings = 0;
}

TEST_HARNESS_MAIN
