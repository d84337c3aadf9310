// SPDX-License-Identifier: GPL-2.0
/* What a child process may do, and what is its parent's, over ../stand_in.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfcnt.h>
#include <event_set.h>

#include "object.h"
#include "event_set.h"

/* Some kernels have no madvise(2). */
static bool advises = true;

int madvise(void *at, size_t size, int advice)
{
	if (advises)
		return syscall(SYS_madvise, at, size, advice);
	errno = EINVAL;
	return -1;
}

/* Of the parent's events a child changes and reads nothing: its descriptor may be another's. */
static bool is_unchanged(const struct stand_in *before)
{
	return stand_in.claimed == before->claimed && stand_in.changes == before->changes &&
	       stand_in.readings == before->readings;
}

static bool child_changes_nothing(struct perfcnt *perfcnt, struct perfcnt_event_set *set)
{
	struct stand_in before = stand_in;
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		perfcnt_event_set_free(set);
		perfcnt_close(perfcnt);
		_exit(!is_unchanged(&before));
	}
	return waitpid(pid, &status, 0) == pid && !status;
}

TEST_F(alone, child_that_frees)
{
	ASSERT_EQ(0, perfcnt_event_set_enter(self->set, 0, 0));
	EXPECT_TRUE(child_changes_nothing(self->perfcnt, self->set));
	EXPECT_EQ(0, perfcnt_event_set_leave(self->set));
}

TEST_F(object, child_that_frees)
{
	ASSERT_EQ(0, perfcnt_start(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	EXPECT_TRUE(child_changes_nothing(self->perfcnt, NULL));
}

/* Where its parent has a ring, a child has nothing, or something of its own. */
static bool child_has_no_ring(struct perfcnt *perfcnt)
{
	struct perfcnt_losses losses = { .size = sizeof(losses) };
	char *own = mmap(stand_in.ring, 1, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (own != stand_in.ring)
		return false;
	if (perfcnt_next_sample(perfcnt, 0, NULL) || errno != EPERM ||
	    perfcnt_lost(perfcnt, &losses) != -1 || errno != EPERM)
		return false;
	*own = 1;
	perfcnt_close(perfcnt);
	return *own == 1;
}

TEST_F(object, child_that_asks_for_samples)
{
	const struct perfcnt_sampling sampling = { .size = sizeof(sampling), .period = 1000 };
	struct perfcnt_losses losses = { .size = sizeof(losses) };
	int status;
	pid_t pid;

	stand_in.rings = 1;
	ASSERT_EQ(0, perfcnt_sample(self->perfcnt, 0, &sampling));
	ASSERT_EQ(0, perfcnt_start(self->perfcnt)) TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	ASSERT_NE(NULL, stand_in.ring);
	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(!child_has_no_ring(self->perfcnt));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(NULL, perfcnt_next_sample(self->perfcnt, 0, NULL));
	EXPECT_EQ(EAGAIN, errno);
	EXPECT_EQ(0, perfcnt_lost(self->perfcnt, &losses));
	stand_in.rings = 0;
}

/* Nor takes it records of threads away from its parent. */
TEST(child_that_asks_for_threads)
{
	struct perfcnt_thread_info info = { .size = sizeof(info) };
	struct perfcnt *perfcnt;
	uint64_t count;
	int status;
	pid_t pid;

	setenv("PERFCNT_READ", "device", 1);
	perfcnt = perfcnt_open_process(0);
	ASSERT_NE(NULL, perfcnt);
	ASSERT_EQ(0, perfcnt_record_threads(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	ASSERT_EQ(0, perfcnt_start(perfcnt)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	fflush(NULL);
	pid = fork();
	if (!pid)
		_exit(perfcnt_next_thread(perfcnt, &info, &count, 1) != -1 || errno != EPERM);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	perfcnt_close(perfcnt);
}

static unsigned int handled;

static void handle(int number)
{
	(void)number;
	handled++;
}

/* The program's handlers are not the command's, not even just before it begins. */
TEST(handlers_of_a_command)
{
	char *argv[2] = { (char *)"true" };
	struct perfcnt *perfcnt = perfcnt_open_command();
	uint64_t count;
	int status;
	pid_t pid;

	ASSERT_NE(NULL, perfcnt);
	ASSERT_EQ(0, perfcnt_add(perfcnt, "instructions:u"));
	signal(SIGUSR1, handle);
	stand_in.signal = SIGUSR1;
	pid = perfcnt_spawn(perfcnt, argv);
	stand_in.signal = 0;
	ASSERT_LT(0, pid) TH_LOG("%s", perfcnt_strerror(perfcnt));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1) TH_LOG("%#x", status);
	raise(SIGUSR1);
	EXPECT_EQ(1, handled);
	EXPECT_EQ(0, perfcnt_read(perfcnt, &count, 1)) TH_LOG("%s", perfcnt_strerror(perfcnt));
	perfcnt_close(perfcnt);
	EXPECT_EQ(0, stand_in.claimed);
}

/* Every call that a child can make on its parent's object, with arguments that are wrong. */
static int begin_and_end(struct perfcnt *perfcnt)
{
	perfcnt_begin(perfcnt);
	return perfcnt_end(perfcnt);
}

static bool refuses(int result, struct perfcnt *perfcnt)
{
	bool right = result == -1 && errno == EPERM &&
		     strcmp(strerror(EPERM), perfcnt_strerror(perfcnt));

	if (!right)
		printf("# %d: %s\n", result, strerror(errno));
	errno = 0;
	return right;
}

static unsigned int refused_calls(struct perfcnt *perfcnt, enum perfcnt_way way)
{
	const struct perfcnt_sampling sampling = { .size = 1 };
	struct perfcnt_estimated estimate = { .size = 0 };
	struct perfcnt_losses losses = { .size = 0 };
	struct perfcnt_thread_info info = { .size = 0 };
	struct perfcnt_describe machine = { .size = 0 };
	struct perfcnt_event_row row = { .size = 0 };
	char *const argv[] = { "/no/such/program", NULL };
	uint64_t counts[9];

	errno = 0;
	return refuses(perfcnt_add(perfcnt, "nothing:x"), perfcnt) +
	       refuses(perfcnt_remove(perfcnt, 99), perfcnt) +
	       refuses(perfcnt_multiplex(perfcnt, 1), perfcnt) +
	       refuses(perfcnt_sample(perfcnt, 99, &sampling), perfcnt) +
	       refuses(perfcnt_record_threads(perfcnt), perfcnt) +
	       refuses(perfcnt_start(perfcnt), perfcnt) +
	       refuses(perfcnt_spawn(perfcnt, argv), perfcnt) +
	       refuses(perfcnt_stop(perfcnt), perfcnt) +
	       refuses(perfcnt_read(perfcnt, counts, 9), perfcnt) +
	       refuses(perfcnt_reset(perfcnt), perfcnt) +
	       refuses(begin_and_end(perfcnt), perfcnt) +
	       refuses(perfcnt_end(perfcnt), perfcnt) +
	       refuses(perfcnt_count(perfcnt, 99, counts), perfcnt) +
	       refuses(perfcnt_estimate(perfcnt, 99, &estimate), perfcnt) +
	       refuses(perfcnt_next_sample(perfcnt, -1, NULL) ? 0 : -1, perfcnt) +
	       refuses(perfcnt_lost(perfcnt, &losses), perfcnt) +
	       refuses(perfcnt_next_thread(perfcnt, &info, counts, 99), perfcnt) +
	       refuses(perfcnt_describe_machine(perfcnt, &machine), perfcnt) +
	       refuses(perfcnt_list_event(perfcnt, -1, &row), perfcnt) +
	       !perfcnt_calibrate(perfcnt) +
	       (perfcnt_fd(perfcnt) == -1) +
	       (perfcnt_reads_by(perfcnt, NULL) == way);
}

#define CALLS 22

static bool child_can_nothing(struct perfcnt *perfcnt)
{
	struct stand_in before = stand_in;
	enum perfcnt_way way = perfcnt_reads_by(perfcnt, NULL);
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		int refused = refused_calls(perfcnt, way);

		perfcnt_close(perfcnt);
		fflush(NULL);
		_exit(is_unchanged(&before) ? refused : 0);
	}
	return waitpid(pid, &status, 0) == pid && status == CALLS << 8;
}

/* Whatever else is wrong with a call, and whatever the object does. */
TEST_F(object, child_that_calls)
{
	struct perfcnt *thread = self->perfcnt;
	uint64_t count;

	EXPECT_TRUE(child_can_nothing(thread));
	ASSERT_EQ(0, perfcnt_start(thread)) TH_LOG("%s", perfcnt_strerror(thread));
	EXPECT_TRUE(child_can_nothing(thread));
	perfcnt_begin(thread);
	EXPECT_TRUE(child_can_nothing(thread));
	EXPECT_EQ(0, perfcnt_end(thread)) TH_LOG("%s", perfcnt_strerror(thread));
	EXPECT_TRUE(child_can_nothing(thread));
	EXPECT_EQ(0, perfcnt_count(thread, 0, &count));
	EXPECT_EQ(0, count);
	EXPECT_EQ(0, perfcnt_stop(thread));
	EXPECT_TRUE(child_can_nothing(thread));
}

TEST(child_that_calls_for_a_command)
{
	struct perfcnt *command = perfcnt_open_command();

	EXPECT_TRUE(child_can_nothing(command));
	EXPECT_EQ(0, perfcnt_add(command, "instructions:u"));
	EXPECT_TRUE(child_can_nothing(command));
	perfcnt_close(command);
}

/* Of several objects each is the parent's, whichever have been closed. */
TEST(child_where_no_memory_is_wiped)
{
	struct perfcnt *thread[3];
	unsigned int i;

	setenv("PERFCNT_READ", "device", 1);
	advises = false;
	for (i = 0; i < 3; i++) {
		thread[i] = perfcnt_open_thread();
		ASSERT_NE(NULL, thread[i]);
		ASSERT_EQ(0, perfcnt_add(thread[i], "instructions:u"))
			TH_LOG("%s", perfcnt_strerror(thread[i]));
	}
	perfcnt_close(thread[1]);
	EXPECT_TRUE(child_can_nothing(thread[0]));
	EXPECT_TRUE(child_can_nothing(thread[2]));
	perfcnt_close(thread[0]);
	EXPECT_TRUE(child_can_nothing(thread[2]));
	EXPECT_EQ(0, perfcnt_start(thread[2])) TH_LOG("%s", perfcnt_strerror(thread[2]));
	perfcnt_close(thread[2]);
	advises = true;
}

TEST_HARNESS_MAIN
