// SPDX-License-Identifier: GPL-2.0
/*
 * calls [--seed N] [--planted N] [CALLS]: random calls of scopes and multiplexing, while
 * tasks cause events: a model (calls_model.c) says what each call has to return, and what
 * every counter shows.
 *
 * One thing happens after the other, so all of it is exact: a task is told to cause so
 * many events on its CPU, to create a child, or to exit, and answers.  With --planted the
 * model has a bug, which must be found.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "../selftests/ioctls.h"
#include "calls.h"
#include "kselftest.h"
#include "prng.h"
#include "watch.h"

#define BOTH (PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD)

/* Of these, sixteen fill a register. */
#define EVENTS_MOST (1u << 28)

static struct prng prng;
static struct calls_model model;
static int device;
static pid_t pids[CALLS_TASKS]; /* 0: it is not there */
static unsigned long calls_made, refused, readings, steps, turned;
static char complaint[256], last[128];

__attribute__((format(printf, 1, 2)))
static void complain(const char *format, ...)
{
	va_list args;
	int length;

	if (*complaint)
		return;
	va_start(args, format);
	length = vsnprintf(complaint, sizeof(complaint), format, args);
	va_end(args);
	if (length > 0 && (size_t)length < sizeof(complaint))
		snprintf(complaint + length, sizeof(complaint) - length, "; after %s", last);
}

/* Has the call returned what the model says? */
static void expect(const char *name, int error, calls_errors errors)
{
	calls_made++;
	refused += !!error;
	if (errors ? !error || !(errors >> error & 1) : error)
		complain("%s: %s, not one of 0x%llx: %s", name, strerror(error),
			 (unsigned long long)errors, reason(device));
	snprintf(last, sizeof(last), "%s (%s)", name, error ? strerror(error) : "done");
}

static struct perfcnt_multiplexed multiplexed(void)
{
	struct perfcnt_multiplexed result = { .size = sizeof(struct perfcnt_multiplexed) };
	int error = call(device, PERFCNT_IOC_MULTIPLEXED, &result);

	if (error)
		complain("MULTIPLEXED: %s", strerror(error));
	return result;
}

static uint64_t all_turns(const struct perfcnt_multiplexed *result)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < result->events && i < PERFCNT_MULTIPLEX_EVENTS; i++)
		sum += result->event[i].count;
	return sum;
}

/* How many events are counted now. */
static unsigned int turns_now(const struct perfcnt_multiplexed *result)
{
	unsigned int i, now = 0;

	for (i = 0; i < result->events && i < PERFCNT_MULTIPLEX_EVENTS; i++)
		now += !!(result->event[i].flags & PERFCNT_MULTIPLEXED_NOW);
	if (!now || now > calls_turns_most(&model))
		complain("%u events are counted now, not 1 to %u", now,
			 calls_turns_most(&model));
	return now;
}

static void check_counts(void)
{
	struct perfcnt_counts read = { .size = sizeof(struct perfcnt_counts) };
	int i, error = call(device, PERFCNT_IOC_READ, &read);

	readings++;
	if (error || read.counters != (1u << CALLS_COUNTERS) - 1)
		complain("READ: %s, counters 0x%x", strerror(error), read.counters);
	for (i = 0; i < CALLS_COUNTERS; i++)
		if (!(model.turning & 1u << i) && read.counts[i] != model.count[i])
			complain("counter %d has %llu, not %llu", i,
				 (unsigned long long)read.counts[i],
				 (unsigned long long)model.count[i]);
}

/*
 * Each event that was counted before has these events more.  What happens while a slice ends
 * may be in none, or in the next, which may have more events; only then.
 */
static void check_turns(const struct perfcnt_multiplexed *before, uint64_t events)
{
	struct perfcnt_multiplexed after = multiplexed();
	uint64_t sum = all_turns(&after), least = model.turns, most = model.turns;

	if (before && after.slices != before->slices)
		most += events * calls_turns_most(&model);
	else if (before && events)
		least = most += events * turns_now(before);
	if (sum < least || sum > most)
		complain("events that take turns have %llu, not %llu to %llu",
			 (unsigned long long)sum, (unsigned long long)least,
			 (unsigned long long)most);
	model.turns = sum;
	turned += !!events;
}

/* Counters that count what others do are set again, as nobody knows what they have. */
static void forget_unsure(void)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .counts = model.unsure,
	};

	if (model.unsure)
		expect("SET", call(device, PERFCNT_IOC_SET, &set),
		       calls_set(&model, &set, NULL));
}

static unsigned int any_task(void)
{
	unsigned int task = prng_below(&prng, CALLS_TASKS);

	return pids[task] ? task : task % CALLS_PARENTS;
}

static void step(void)
{
	unsigned int task = any_task();
	uint32_t events = prng_below(&prng, prng_one_in(&prng, 4) ? EVENTS_MOST : 100);
	struct perfcnt_multiplexed before;

	if (model.turning)
		before = multiplexed();
	calls_tell(task, CALLS_STEP, events);
	steps++;
	calls_step(&model, task, calls_cpu(task), events);
	snprintf(last, sizeof(last), "task %u: %u events", task, events);
	if (model.turning)
		check_turns(&before, calls_turns_count(&model, task) ? events : 0);
	if (!model.followed[task])
		forget_unsure();
}

static void fork_or_exit(void)
{
	unsigned int parent = prng_below(&prng, CALLS_PARENTS);
	unsigned int child = CALLS_PARENTS + parent;

	if (pids[child]) {
		calls_tell(child, CALLS_EXIT, 0);
		while (!kill(pids[child], 0))
			usleep(100);
		pids[child] = 0;
		calls_exit(&model, child);
		snprintf(last, sizeof(last), "the exit of task %u", child);
		return;
	}
	pids[child] = calls_tell(parent, CALLS_FORK, 0);
	if (pids[child] < 0)
		fatal("fork in task %u", parent);
	calls_fork(&model, parent);
	snprintf(last, sizeof(last), "a fork of task %u", parent);
}

static void set_some(void)
{
	static const char *const names[] = { "instructions:u", "instructions:u@vpe0",
					     "instructions:u@vpe1" };
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set) };
	int vpe[CALLS_COUNTERS], i;

	set.controls = prng_below(&prng, CALLS_ALL + 1);
	set.counts = set.controls | prng_below(&prng, CALLS_ALL + 1);
	for (i = 0; i < CALLS_COUNTERS; i++) {
		vpe[i] = (int)prng_below(&prng, CALLS_VPES + 1) - 1;
		set.counter[i].what = what_of(device, i, names[vpe[i] + 1]);
		set.counter[i].count = prng_next(&prng) >> prng_below(&prng, 64);
	}
	expect("SET", call(device, PERFCNT_IOC_SET, &set), calls_set(&model, &set, vpe));
}

/* All, those that take turns, those in a scope, any, or one that there is not as well. */
static uint32_t some_counters(void)
{
	switch (prng_below(&prng, 5)) {
	case 0:
		return CALLS_ALL;
	case 1:
		return model.turning ?: CALLS_ALL;
	case 2:
		return model.in_scope ?: CALLS_ALL;
	case 3:
		return prng_below(&prng, CALLS_ALL + 1) |
		       1u << (CALLS_COUNTERS + prng_below(&prng, 32 - CALLS_COUNTERS));
	default:
		return prng_below(&prng, CALLS_ALL + 1);
	}
}

static void start_some(void)
{
	uint32_t mask = some_counters();

	expect("START", with_mask(device, PERFCNT_IOC_START, mask), calls_start(&model, mask));
}

static void stop_some(void)
{
	uint32_t mask = some_counters();

	expect("STOP", with_mask(device, PERFCNT_IOC_STOP, mask), calls_stop(&model, mask));
}

static void reset_some(void)
{
	uint32_t mask = some_counters();

	expect("RESET", with_mask(device, PERFCNT_IOC_RESET, mask), calls_reset(&model, mask));
}

static void follow(void)
{
	unsigned int task = any_task();
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .pid = pids[task], .counters = some_counters(),
		.flags = prng_one_in(&prng, 2) ? PERFCNT_SCOPE_SHARED : 0,
	};
	int error;

	scope.flags |= prng_below(&prng, 2) * PERFCNT_SCOPE_INHERIT;
	scope.flags |= prng_below(&prng, 2) * PERFCNT_SCOPE_RECORDS;
	scope.flags |= prng_below(&prng, 2) * PERFCNT_SCOPE_PROCESS;
	error = call(device, PERFCNT_IOC_SCOPE, &scope);
	expect("SCOPE", error, calls_scope(&model, task, scope.counters, scope.flags));
	if (!error && scope.shared != model.unsure)
		complain("SCOPE: shared 0x%x, not 0x%x", scope.shared, model.unsure);
}

static void leave(void)
{
	expect("LEAVE", call(device, PERFCNT_IOC_LEAVE, NULL), calls_leave(&model));
}

static void multiplex(void)
{
	static const uint32_t masks[] = { CALLS_ALL, CALLS_ALL, CALLS_EVEN, 3 };
	struct perfcnt_multiplexing wanted = {
		.size = sizeof(struct perfcnt_multiplexing), .counters = prng_of(&prng, masks),
		.slice_us = PERFCNT_MULTIPLEX_SLICE_MIN + prng_below(&prng, 20000),
	};
	unsigned int i;

	wanted.nr = CALLS_COUNTERS * (1 + prng_below(&prng, 5));
	for (i = 0; i < wanted.nr; i++) {
		wanted.event[i].banks = BOTH;
		wanted.event[i].what = what_of(device, 0, "instructions:u");
	}
	expect("MULTIPLEX", call(device, PERFCNT_IOC_MULTIPLEX, &wanted),
	       calls_multiplex(&model, wanted.counters));
}

/* What the counters count after it is for a SET to say. */
static void end_multiplexing(void)
{
	struct perfcnt_multiplexing wanted = {
		.size = offsetof(struct perfcnt_multiplexing, event)
	};
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set),
		.controls = model.turning, .counts = model.turning,
	};
	int vpe[CALLS_COUNTERS] = { 0 }, i;

	expect("the end of MULTIPLEX", call(device, PERFCNT_IOC_MULTIPLEX, &wanted),
	       calls_end_multiplexing(&model));
	if (model.turning || !set.controls)
		return;
	for (i = 0; i < CALLS_COUNTERS; i++)
		set.counter[i].what = what_of(device, i, "instructions:u@vpe0");
	expect("SET", call(device, PERFCNT_IOC_SET, &set), calls_set(&model, &set, vpe));
}

static const struct {
	void (*once)(void);
	unsigned int often;
} acts[] = {
	{ step, 30 }, { fork_or_exit, 4 }, { set_some, 6 }, { start_some, 8 },
	{ stop_some, 3 }, { reset_some, 3 }, { follow, 8 }, { leave, 4 },
	{ multiplex, 4 }, { end_multiplexing, 3 },
};

static void act(void)
{
	unsigned int i, all = 0, at;

	for (i = 0; i < ARRAY_SIZE(acts); i++)
		all += acts[i].often;
	at = prng_below(&prng, all);
	for (i = 0; at >= acts[i].often; i++)
		at -= acts[i].often;
	acts[i].once();
	check_counts();
	if (model.turning)
		check_turns(NULL, 0);
}

static void open_all(unsigned int planted)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = CALLS_ALL,
	};
	struct perfcnt_describe machine;
	int i;

	stop_counters(open_counters());
	device = open_device();
	machine = describe(device);
	must(with_mask(device, PERFCNT_IOC_CLAIM, CALLS_ALL), reason(device));
	for (i = 0; i < CALLS_COUNTERS; i++)
		set.counter[i].what = what_of(device, i, "instructions:u@vpe0");
	must(call(device, PERFCNT_IOC_SET, &set), reason(device));
	calls_model_init(&model, machine.flags & PERFCNT_HAS_SHARED, planted);
}

static void run(unsigned long most)
{
	const char *fault;

	while (calls_made < most && !*complaint) {
		act();
		fault = calls_made % 512 ? NULL : watch_fault();
		if (fault)
			complain("the kernel says: %.200s", fault);
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "seed", required_argument, NULL, 's' },
		{ "planted", required_argument, NULL, 'p' },
		{ }
	};
	unsigned long seed = time(NULL), planted = 0, most;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 's')
			seed = strtoul(optarg, NULL, 0);
		else if (option == 'p')
			planted = strtoul(optarg, NULL, 0);
		else
			return EXIT_FAILURE;
	}
	most = optind < argc ? strtoul(argv[optind], NULL, 10) : 20000;
	if (!most || planted > CALLS_PLANTED)
		fatal("calls [--seed N] [--planted 1 to %u] [CALLS]", CALLS_PLANTED);
	if (which_driver() != SIM)
		fatal("for pmu=sim");
	ksft_print_header();
	ksft_set_plan(1);
	ksft_print_msg("seed %lu\n", seed);
	prng.state = seed;
	watch_start();
	calls_create_tasks(pids); /* without the device */
	open_all(planted);
	run(most);
	calls_end_tasks(pids);
	ksft_print_msg("%lu calls, %lu refused, %lu readings, %lu steps, %lu with turns\n",
		       calls_made, refused, readings, steps, turned);
	if (*complaint)
		ksft_print_msg("%s\n", complaint);
	if (planted)
		ksft_test_result(*complaint, "the planted bug %lu is found\n", planted);
	else
		ksft_test_result(!*complaint && refused && turned,
				 "every call and count is as predicted\n");
	ksft_finished();
}
