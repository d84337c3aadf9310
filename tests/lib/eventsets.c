// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of events: the library finds the counters, and says which event does not
 * fit.  And @self: the CPU of the calling thread.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfcnt.h>

#include "../selftests/counters.h"
#include "kselftest_harness.h"
#include "library.h"

FIXTURE(eventset) {
	struct perfcnt *perfcnt;
	struct perfcnt_eventset *set;
};

FIXTURE_SETUP(eventset)
{
	struct perfcnt_machine *machine;

	self->perfcnt = open_handle();
	pin_to_cpu(0);
	self->set = perfcnt_eventset_new(self->perfcnt);
	ASSERT_NE(NULL, self->set);
	machine = perfcnt_machine_new(self->perfcnt);
	ASSERT_NE(NULL, machine);
	if (!strcmp("perf", perfcnt_machine_driver(machine)))
		SKIP(return, "which events a PMU has is another matter");
	ASSERT_EQ(4, perfcnt_machine_counters(machine));
	perfcnt_machine_free(machine);
}

FIXTURE_TEARDOWN(eventset)
{
	struct perfcnt_machine *machine;

	perfcnt_eventset_free(self->set);
	/* its counters are given back */
	machine = perfcnt_machine_new(self->perfcnt);
	ASSERT_NE(NULL, machine);
	EXPECT_EQ(0, perfcnt_machine_claimed(machine));
	perfcnt_machine_free(machine);
	perfcnt_close(self->perfcnt);
}

static void add(struct perfcnt *perfcnt, struct perfcnt_eventset *set,
		const char *name)
{
	must(perfcnt, perfcnt_eventset_add(set, name), name);
}

/* In a test of the fixture. */
#define EXPECT_NOT_ADDED(name, error, words) do {			\
	errno = 0;							\
	EXPECT_EQ(-1, perfcnt_eventset_add(self->set, name));		\
	EXPECT_EQ(error, errno);					\
	EXPECT_STREQ(words, perfcnt_strerror(self->perfcnt));		\
} while (0)

/* What a counter is set to, as long as it is started. */
static uint32_t control_of(struct perfcnt *perfcnt, unsigned int counter)
{
	struct perfcnt_reading *reading = perfcnt_reading_new();
	uint32_t control = 0;

	must(perfcnt, perfcnt_read(perfcnt, reading), "read");
	must(perfcnt, perfcnt_reading_control(reading, counter, &control),
	     "control");
	perfcnt_reading_free(reading);
	return control & ~PERFCNT_CTL_M;
}

/* The events of both banks give way to those that have but one. */
TEST_F(eventset, moves)
{
	struct perfcnt_eventset *set = self->set;

	EXPECT_EQ(0, perfcnt_eventset_counters(set));
	EXPECT_EQ(-1, perfcnt_eventset_counter(set, 0));
	EXPECT_EQ(ENODATA, errno);
	add(self->perfcnt, set, "instructions:u");
	EXPECT_EQ(0, perfcnt_eventset_counter(set, 0));
	add(self->perfcnt, set, "cycles:uk");
	EXPECT_EQ(2, perfcnt_eventset_counter(set, 1));
	EXPECT_EQ(0x5, perfcnt_eventset_counters(set));
	add(self->perfcnt, set, "branches:u@tc1");
	add(self->perfcnt, set, "dtlb-accesses");
	EXPECT_EQ(0xf, perfcnt_eventset_counters(set));
	EXPECT_EQ(1, perfcnt_eventset_counter(set, 0) % 2);
	EXPECT_EQ(1, perfcnt_eventset_counter(set, 1) % 2);
	EXPECT_EQ(0, perfcnt_eventset_counter(set, 2) % 2);
	EXPECT_EQ(0, perfcnt_eventset_counter(set, 3) % 2);
	EXPECT_EQ(-1, perfcnt_eventset_counter(set, 4));
	must(self->perfcnt, perfcnt_start(self->perfcnt, 0xf), "start");
	EXPECT_EQ(0x28, control_of(self->perfcnt,
				   perfcnt_eventset_counter(set, 0)));
	EXPECT_EQ(0xa, control_of(self->perfcnt,
				  perfcnt_eventset_counter(set, 1)));
	EXPECT_EQ(0x600048, control_of(self->perfcnt,
				       perfcnt_eventset_counter(set, 2)));
	EXPECT_EQ(0xc8, control_of(self->perfcnt,
				   perfcnt_eventset_counter(set, 3)));
}

/* Which event does not fit, and why: what is there already stays. */
TEST_F(eventset, misfits)
{
	struct perfcnt_eventset *set = self->set;
	uint32_t counters;

	add(self->perfcnt, set, "branches:u");
	add(self->perfcnt, set, "instructions:u");
	add(self->perfcnt, set, "returns:u");
	counters = perfcnt_eventset_counters(set);
	EXPECT_NOT_ADDED("dtlb-accesses:u", EBUSY,
			 "'dtlb-accesses:u' needs an even counter; counter 0 counts 'branches:u', counter 2 counts 'returns:u'");
	EXPECT_EQ(counters, perfcnt_eventset_counters(set));
	add(self->perfcnt, set, "dtlb-misses:u");
	EXPECT_NOT_ADDED("icache-misses:u", EBUSY,
			 "'icache-misses:u' needs an odd counter; counter 1 counts 'instructions:u', counter 3 counts 'dtlb-misses:u'");
	EXPECT_NOT_ADDED("cycles:u", EBUSY,
			 "'cycles:u' needs a counter; counter 0 counts 'branches:u', counter 1 counts 'instructions:u', counter 2 counts 'returns:u', counter 3 counts 'dtlb-misses:u'");
	EXPECT_EQ(0xf, perfcnt_eventset_counters(set));
}

/* What others have is not taken from them. */
TEST_F(eventset, with_others)
{
	struct perfcnt *other = open_handle();
	char words[200];

	ASSERT_EQ(0, perfcnt_claim(other, 1 << 0));
	ASSERT_EQ(0, write_file(PROC_PERF, "2 0x28 0"));
	add(self->perfcnt, self->set, "cycles:u");
	EXPECT_EQ(1, perfcnt_eventset_counter(self->set, 0));
	snprintf(words, sizeof(words),
		 "'branches:u' needs an even counter; counter 0 is claimed by process %d, counter 2 is in use through /proc/perf",
		 getpid());
	EXPECT_NOT_ADDED("branches:u", EBUSY, words);
	EXPECT_EQ(1 << 1, perfcnt_eventset_counters(self->set));
	ASSERT_EQ(0, write_file(PROC_PERF, "2 0 0"));
	add(self->perfcnt, self->set, "branches:u");
	EXPECT_EQ(2, perfcnt_eventset_counter(self->set, 1));
	perfcnt_close(other);
}

static bool begins(const char *words, const char *with)
{
	return !strncmp(words, with, strlen(with));
}

TEST_F(eventset, names_that_are_wrong)
{
	static const char *const wrong[] = {
		"no-such-event", "instructions:x", "cycles:u@tc0",
		"branches:u@tc255", "branch-misses:", "",
	};
	char name[100];
	unsigned int i;

	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		char quoted[80];

		snprintf(quoted, sizeof(quoted), "'%s': ", wrong[i]);
		EXPECT_EQ(-1, perfcnt_eventset_add(self->set, wrong[i]));
		EXPECT_TRUE(begins(perfcnt_strerror(self->perfcnt), quoted))
			TH_LOG("%s", perfcnt_strerror(self->perfcnt));
		/* not of the bank that has no such event at all */
		EXPECT_EQ(NULL, strstr(perfcnt_strerror(self->perfcnt), "only"))
			TH_LOG("%s", perfcnt_strerror(self->perfcnt));
	}
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	EXPECT_EQ(-1, perfcnt_eventset_add(self->set, name));
	EXPECT_EQ(ENAMETOOLONG, errno);
	EXPECT_EQ(0, perfcnt_eventset_counters(self->set));
}

/* Until there are no more counters, whatever counts. */
TEST(full_set)
{
	const char *name = which_driver() == PERF ? "page-faults:u" :
						    "instructions:u";
	struct perfcnt *perfcnt = open_handle();
	struct perfcnt_eventset *set = perfcnt_eventset_new(perfcnt);
	struct perfcnt_machine *machine = perfcnt_machine_new(perfcnt);
	unsigned int counters, i;
	char words[40];

	ASSERT_NE(NULL, set);
	ASSERT_NE(NULL, machine);
	counters = perfcnt_machine_counters(machine);
	for (i = 0; i < counters; i++)
		add(perfcnt, set, name);
	EXPECT_EQ((1u << counters) - 1, perfcnt_eventset_counters(set));
	EXPECT_EQ(-1, perfcnt_eventset_add(set, name));
	EXPECT_EQ(EBUSY, errno);
	snprintf(words, sizeof(words), "'%s' needs a counter; ", name);
	EXPECT_TRUE(begins(perfcnt_strerror(perfcnt), words))
		TH_LOG("%s", perfcnt_strerror(perfcnt));
	perfcnt_machine_free(machine);
	perfcnt_eventset_free(set);
	perfcnt_close(perfcnt);
}

FIXTURE(thread) {
	struct perfcnt *perfcnt;
	struct perfcnt_reading *before;
	struct perfcnt_reading *after;
};

/* Above all other programs of its CPU: none runs where none shall. */
FIXTURE_SETUP(thread)
{
	struct sched_param param = { .sched_priority = 1 };

	self->perfcnt = open_handle();
	self->before = perfcnt_reading_new();
	self->after = perfcnt_reading_new();
	ASSERT_NE(NULL, self->before);
	ASSERT_NE(NULL, self->after);
	ASSERT_EQ(0, sched_setscheduler(0, SCHED_FIFO, &param));
	ASSERT_EQ(0, perfcnt_claim(self->perfcnt, 1 << 0));
	ASSERT_EQ(0, perfcnt_pin());
	if (perfcnt_set_name(self->perfcnt, 0, "instructions:u@self", 0))
		must(self->perfcnt,
		     perfcnt_set_name(self->perfcnt, 0, "cpu-clock:uk@self", 0),
		     "set");
	must(self->perfcnt, perfcnt_start(self->perfcnt, 1 << 0), "start");
}

FIXTURE_TEARDOWN(thread)
{
	perfcnt_reading_free(self->before);
	perfcnt_reading_free(self->after);
	perfcnt_close(self->perfcnt);
}

#define NOT_PINNED	\
	"'instructions:u@self': the calling thread must be pinned to one CPU; see perfcnt_pin(3)"
#define NOT_ALONE	\
	"another thread ran on this CPU, or the thread left it; measure again"

/* The thread that counts itself, in its own time. */
static int measure(struct perfcnt *perfcnt, struct perfcnt_reading *before,
		   struct perfcnt_reading *after, void (*work)(void))
{
	uint64_t count;

	must(perfcnt, perfcnt_read(perfcnt, before), "read");
	work();
	must(perfcnt, perfcnt_read(perfcnt, after), "read");
	return perfcnt_reading_delta(before, after, 0, &count);
}

static void compute(void)
{
	mixed_loop(1000);
}

/* A child that stays on this CPU runs when its parent has left that. */
static void rest(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	if (waitpid(pid, NULL, 0) != pid)
		fatal("child: %s", strerror(errno));
}

TEST_F(thread, alone)
{
	EXPECT_EQ(0, measure(self->perfcnt, self->before, self->after, compute));
	EXPECT_EQ(2 << PERFCNT_CTL_MT_EN_SHIFT |
		  (uint32_t)sched_getcpu() << PERFCNT_CTL_TCID_SHIFT,
		  control_of(self->perfcnt, 0) &
		  (PERFCNT_CTL_MT_EN | PERFCNT_CTL_TCID));
	EXPECT_EQ(0, measure(self->perfcnt, self->before, self->after, compute));
}

/* While the thread waits others run: what they count is not its own. */
TEST_F(thread, not_alone)
{
	struct perfcnt_region *region = perfcnt_region_new(self->perfcnt);
	uint64_t count;

	ASSERT_NE(NULL, region);
	EXPECT_FAILS(measure(self->perfcnt, self->before, self->after, rest),
		     EAGAIN, NOT_ALONE);
	perfcnt_region_begin(region);
	rest();
	EXPECT_FAILS(perfcnt_region_end(region), EAGAIN, NOT_ALONE);
	EXPECT_FAILS(perfcnt_region_count(region, 0, &count), EAGAIN, NOT_ALONE);
	perfcnt_region_begin(region);
	compute();
	EXPECT_EQ(0, perfcnt_region_end(region));
	EXPECT_EQ(0, perfcnt_region_count(region, 0, &count));
	EXPECT_EQ(0, perfcnt_region_calibrate(region));
	perfcnt_region_free(region);
}

/* A counter that was not set with @self counts a CPU, whoever runs there. */
TEST_F(thread, not_self)
{
	EXPECT_EQ(-1, measure(self->perfcnt, self->before, self->after, rest));
	ASSERT_EQ(0, perfcnt_set(self->perfcnt, 0, 0, 0));
	EXPECT_EQ(0, measure(self->perfcnt, self->before, self->after, rest));
}

struct measured {
	struct perfcnt *perfcnt;
	struct perfcnt_reading *before;
	struct perfcnt_reading *after;
	int result;
	int error;
};

/* The region is whole, but has no count of what the other thread has set. */
static void *measure_elsewhere(void *argument)
{
	struct measured *measured = argument;
	struct perfcnt_region *region = perfcnt_region_new(measured->perfcnt);
	uint64_t count;

	perfcnt_region_begin(region);
	compute();
	if (perfcnt_region_end(region) ||
	    !perfcnt_region_count(region, 0, &count) || errno != EAGAIN)
		fatal("a region of another thread's");
	perfcnt_region_free(region);

	measured->result = measure(measured->perfcnt, measured->before,
				   measured->after, compute);
	measured->error = errno;
	return NULL;
}

TEST_F(thread, of_another_thread)
{
	struct measured measured = {
		self->perfcnt, self->before, self->after,
	};
	pthread_t thread;

	ASSERT_EQ(0, pthread_create(&thread, NULL, measure_elsewhere,
				    &measured));
	ASSERT_EQ(0, pthread_join(thread, NULL));
	EXPECT_EQ(-1, measured.result);
	EXPECT_EQ(EAGAIN, measured.error);
}

static void pin_anywhere(void)
{
	cpu_set_t cpus;

	memset(&cpus, 0xff, sizeof(cpus));
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		fatal("affinity: %s", strerror(errno));
}

static void move_to_other_cpu(void)
{
	pin_to_cpu(!sched_getcpu());
}

TEST_F(thread, pinned)
{
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		SKIP(return, "there is no other CPU");
	EXPECT_FAILS(measure(self->perfcnt, self->before, self->after,
			     move_to_other_cpu), EAGAIN, NOT_ALONE);
	/* nor is the other CPU what the counter counts */
	EXPECT_FAILS(measure(self->perfcnt, self->before, self->after, compute),
		     EAGAIN, NOT_ALONE);
	pin_anywhere();
	errno = 0;
	EXPECT_EQ(-1, perfcnt_set_name(self->perfcnt, 0, "instructions:u@self",
				       0));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_STREQ(NOT_PINNED, perfcnt_strerror(self->perfcnt));
}

TEST_HARNESS_MAIN
