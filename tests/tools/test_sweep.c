// SPDX-License-Identifier: GPL-2.0
/* Which counter's count a row of a sweep has, on a machine that is made up. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "session/consistency.h"
#include "session/sweep.h"
#include "unit.h"

#define COUNTERS 8

/* What the counters are set to, and what they count: each its own digit. */
static struct perfcnt_what set_to[PERFCNT_MAX_COUNTERS];
static const uint64_t counted[COUNTERS] = {
	1, 20, 300, 4000, 50000, 600000, 7000000, 80000000
};

int __wrap_machine_set(struct machine *machine,
		       const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared)
{
	(void)machine;
	(void)shared;
	memcpy(set_to, what, sizeof(set_to));
	return 0;
}

int __wrap_perfcnt_event_set_start(struct perfcnt_event_set *set)
{
	(void)set;
	return 0;
}

int __wrap_perfcnt_event_set_enter_command(void *set)
{
	(void)set;
	return 0;
}

int __wrap_perfcnt_event_set_end(struct perfcnt_event_set *set)
{
	(void)set;
	return 0;
}

/* How many tasks of each run leave at execve(). */
static int leave;

int __wrap_perfcnt_event_set_left(const struct perfcnt_event_set *set)
{
	(void)set;
	return leave;
}

void __wrap_machine_close(struct machine *machine)
{
	(void)machine;
}

int __wrap_perfcnt_event_set_counter(const struct perfcnt_event_set *set, unsigned int counter,
				     uint64_t *count)
{
	(void)set;
	if (counter >= COUNTERS || !(set_to[counter].control & PERFCNT_CTL_MODES))
		return -1;
	*count = counted[counter];
	return 0;
}

static struct request request(unsigned int code, unsigned int run,
			      unsigned int counter, bool paired)
{
	return (struct request){
		.code = code, .run = run, .counter = counter, .paired = paired,
		.what.control = code << PERFCNT_CTL_EVENT_SHIFT | PERFCNT_CTL_U,
	};
}

/* The counts of a row, of which there is one for each repetition. */
static uint64_t row(const struct sweep *sweep, unsigned int i)
{
	return sweep->counts[i].count == sweep->options->repeats ?
	       sweep->counts[i].values[sweep->options->repeats - 1] : 0;
}

static void run(struct sweep *sweep)
{
	char *argv[2] = { (char *)"true", NULL };
	struct command command;

	command_find(&command, argv);
	sweep->command = &command;
	requests_index(sweep->requests, sweep->runs);
	sweep_run(sweep);
	sigprocmask(SIG_SETMASK, &command.before, NULL);
}

FIXTURE(sweep) {
	struct machine machine;
	struct requests requests;
	struct option_values options;
	struct sweep sweep;
};

FIXTURE_SETUP(sweep)
{
	self->machine.describe.counters = COUNTERS;
	self->machine.at_once = COUNTERS;
	self->sweep.machine = &self->machine;
	self->sweep.requests = &self->requests;
	self->sweep.runs = 1;
	option_begin(&self->options);
	self->options.given[OPTION_QUIET] = true;
	self->sweep.options = &self->options;
}

FIXTURE_TEARDOWN(sweep)
{
}

/* One that is paired has the counts of two counters, one for each VPE. */
TEST_F(sweep, pairs)
{
	struct request all[] = {
		request(3, 0, 0, true), request(4, 0, 1, true), request(5, 0, 4, false),
		request(6, 0, 5, true), request(8, 0, 6, false),
	};
	unsigned int i;

	self->requests = (struct requests){ .request = all, .count = 5 };
	for (i = 1; i <= 2; i++) {
		self->options.repeats = i;
		memset(&self->sweep.dump, 0, sizeof(self->sweep.dump));
		run(&self->sweep);
		EXPECT_EQ(301, row(&self->sweep, 0));
		EXPECT_EQ(4020, row(&self->sweep, 1));
		EXPECT_EQ(50000, row(&self->sweep, 2));
		EXPECT_EQ(80600000, row(&self->sweep, 3));
		EXPECT_EQ(7000000, row(&self->sweep, 4));
	}
}

/* What the kernel lets nobody count is no 0: the sweep ends there, and says why. */
TEST_F(sweep, left_at_execve)
{
	struct request all[] = { request(3, 0, 0, false) };

	self->requests = (struct requests){ .request = all, .count = 1 };
	leave = 1;
	run(&self->sweep);
	leave = 0;
	EXPECT_NE(NULL, strstr(self->sweep.partial, "run 1 of 1: left at execve: a set-user-ID"));
}

/* Each run has its own rows, and instructions on a pair of counters that it has left. */
TEST_F(sweep, runs)
{
	struct request all[] = {
		request(3, 0, 0, true), request(4, 1, 0, false), request(5, 1, 3, false),
	};
	const struct reading *readings;
	unsigned int i, spares = 0;

	self->requests = (struct requests){ .request = all, .count = 3 };
	self->sweep.runs = 2;
	self->sweep.instructions = request(1, 0, 5, false);
	run(&self->sweep);
	EXPECT_EQ(301, row(&self->sweep, 0));
	EXPECT_EQ(1, row(&self->sweep, 1));
	EXPECT_EQ(4000, row(&self->sweep, 2));
	ASSERT_EQ(1, self->sweep.dump.count);
	readings = self->sweep.dump.measurements[0].readings;
	for (i = 0; i < self->sweep.dump.measurements[0].count; i++) {
		if (readings[i].counter != 5)
			continue;
		EXPECT_EQ(600000, readings[i].count);
		spares++;
	}
	EXPECT_EQ(2, spares);
}

/**
 * struct did - what a run has done
 * @instructions: how many, or 0 if they were not counted
 * @user: microseconds on the CPUs
 */
struct did {
	uint64_t instructions;
	uint64_t user;
};

/* How such runs differ, or NULL, for free(). */
static char *differ(const struct did *runs, unsigned int count)
{
	const struct request instructions = request(1, 0, 1, false);
	struct dump dump = { 0 };
	struct measurement *measurement = dump_begin(&dump, "test");
	unsigned int i;
	char *how;

	for (i = 0; i < count; i++) {
		const struct run_time time = { .run = i, .user = 1000 * runs[i].user };
		struct reading reading = {
			.run = i, .counter = 1, .control = instructions.what.control,
			.count = runs[i].instructions,
		};

		dump_add_time(measurement, &time);
		if (runs[i].instructions)
			dump_add(measurement, &reading);
	}
	how = consistency_differ(&instructions, &dump, true);
	dump_free(&dump);
	return how;
}

TEST(runs_differ)
{
	static const struct did same[] = { { 1000, 90000 }, { 1040, 810000 } };
	static const struct did other[] = { { 1000, 90000 }, { 1060, 90000 } };
	static const struct did longer[] = { { 0, 90000 }, { 1000, 810000 } };
	static const struct did alike[] = { { 0, 90000 }, { 1000, 120000 }, { 1000, 100000 } };
	static const struct did brief[] = { { 0, 1000 }, { 0, 20000 } };
	char *how;

	EXPECT_EQ(NULL, differ(same, 2));
	EXPECT_EQ(NULL, differ(alike, 3));
	EXPECT_EQ(NULL, differ(brief, 2));
	EXPECT_EQ(NULL, differ(longer, 1));
	how = differ(other, 2);
	EXPECT_NE(NULL, strstr(how, "instructions differ between runs (1000 to 1060): counts"));
	free(how);
	how = differ(longer, 2);
	EXPECT_NE(NULL, strstr(how, "differ between runs (0.090000 to 0.810000 s)"));
	EXPECT_NE(NULL, strstr(how, ": counts from different runs are not comparable"));
	free(how);
}

TEST_HARNESS_MAIN
