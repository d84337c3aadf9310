// SPDX-License-Identifier: GPL-2.0
/*
 * A program that perf and a scope with records count at the same time: perf counts what
 * it counts alone.
 *
 * beside_perf --turns N is that program: a family that takes N turns.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "family.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define TURNS 140
#define FEW_FAULTS 4
#define TREE (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_RECORDS)

/* How often a program of N turns and one of 2 N are compared. */
static int pairs(void)
{
	const char *text = getenv("PAIRS");

	return text ? atoi(text) : 20;
}

__attribute__((constructor)) static void be_the_program(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "--turns"))
		be_a_family(strtoul(argv[2], NULL, 10), NULL, NULL);
}

/* With counters it follows itself, as a program does that uses the library. */
static pid_t stopped_family(unsigned long n, const struct follower *counters)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		if (counters)
			must(follow(counters, 0, TREE), reason(counters->fd));
		raise(SIGSTOP);
		be_a_family(n, NULL, NULL);
	}
	if (pid < 0 || waitpid(pid, NULL, WUNTRACED) != pid)
		fatal("fork: %s", strerror(errno));
	return pid;
}

static int open_perf(uint32_t type, uint64_t config, pid_t pid)
{
	struct perf_event_attr attr = {
		.type = type,
		.config = config,
		.inherit = 1,
		.exclude_kernel = type == PERF_TYPE_HARDWARE,
	};

	return open_perf_event(&attr, pid, -1, -1);
}

/* What perf and a scope have to do with each other. */
enum order { ALONE, PERF_FIRST, SCOPE_FIRST, ITSELF_FIRST };

FIXTURE(beside_perf) {
	struct follower counters;
};

FIXTURE_VARIANT(beside_perf) {
	uint32_t type;
	uint64_t config;
	enum order order;
};

FIXTURE_VARIANT_ADD(beside_perf, faults_perf_first) {
	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, PERF_FIRST,
};

FIXTURE_VARIANT_ADD(beside_perf, faults_scope_first) {
	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, SCOPE_FIRST,
};

FIXTURE_VARIANT_ADD(beside_perf, faults_itself_first) {
	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, ITSELF_FIRST,
};

FIXTURE_VARIANT_ADD(beside_perf, instructions_perf_first) {
	PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, PERF_FIRST,
};

FIXTURE_VARIANT_ADD(beside_perf, instructions_scope_first) {
	PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, SCOPE_FIRST,
};

FIXTURE_VARIANT_ADD(beside_perf, instructions_itself_first) {
	PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, ITSELF_FIRST,
};

FIXTURE_SETUP(beside_perf)
{
	int fd;

	find_event();
	self->counters = follower(0);
	fd = open_perf(variant->type, variant->config, 0);
	if (fd < 0)
		SKIP(return, "perf has no such event here: %s", strerror(errno));
	close(fd);
}

FIXTURE_TEARDOWN(beside_perf)
{
	close(self->counters.fd);
	EXPECT_TRUE(none_claimed());
}

/* What perf counts of a program of so many turns. */
static uint64_t perf_counts(struct __test_metadata *_metadata,
			    const struct _test_data_beside_perf *self,
			    const struct _fixture_variant_beside_perf *variant,
			    enum order order, unsigned long n)
{
	pid_t pid = stopped_family(n, order == ITSELF_FIRST ? &self->counters : NULL);
	struct perfcnt_thread thread;
	unsigned int records = 0;
	uint64_t count = 0;
	int fd, status;

	if (order == SCOPE_FIRST)
		must(follow(&self->counters, pid, TREE), reason(self->counters.fd));
	fd = open_perf(variant->type, variant->config, pid);
	EXPECT_LE(0, fd);
	if (order == PERF_FIRST)
		must(follow(&self->counters, pid, TREE), reason(self->counters.fd));
	EXPECT_EQ(0, kill(pid, SIGCONT));
	EXPECT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(sizeof(count), read(fd, &count, sizeof(count)));
	close(fd);
	if (order == ALONE)
		return count;
	while (!next_thread(&self->counters, &thread))
		records++;
	EXPECT_EQ(CHILDREN + 1, records);
	must(call(self->counters.fd, PERFCNT_IOC_LEAVE, NULL), reason(self->counters.fd));
	return count;
}

/* What so many turns more are: how the program begins and ends is the same. */
static uint64_t more(struct __test_metadata *_metadata,
		     const struct _test_data_beside_perf *self,
		     const struct _fixture_variant_beside_perf *variant, enum order order)
{
	uint64_t less = perf_counts(_metadata, self, variant, order, TURNS);

	return perf_counts(_metadata, self, variant, order, 2 * TURNS) - less;
}

/*
 * A page that tasks have in common since fork() faults in one of them or in both, as it
 * comes; what they execute is always the same.
 */
static bool is_same(uint32_t type, uint64_t alone, uint64_t beside)
{
	long long differ = llabs((long long)(beside - alone));

	return differ <= (type == PERF_TYPE_SOFTWARE ? FEW_FAULTS : 0);
}

TEST_F(beside_perf, nothing_is_taken)
{
	uint64_t alone = more(_metadata, self, variant, ALONE);
	int i;

	printf("# %llu alone\n", (unsigned long long)alone);
	for (i = 0; i < pairs(); i++) {
		uint64_t beside = more(_metadata, self, variant, variant->order);

		EXPECT_TRUE(is_same(variant->type, alone, beside))
			TH_LOG("%llu alone, %llu beside a scope",
			       (unsigned long long)alone, (unsigned long long)beside);
	}
	EXPECT_TRUE(variant->type != PERF_TYPE_SOFTWARE ||
		    is_same(variant->type, (CHILDREN + 1) * TURNS, alone));
}

TEST_HARNESS_MAIN
