// SPDX-License-Identifier: GPL-2.0
/*
 * Every call of the library in every state of an object, in every context: states.txt says what
 * is right, from the words of the headers; state_cells.h is made of both.  Each cell has a
 * process of its own, in which steps make the state, and a function is the call.
 *
 * The environment variable STATES_CONTEXT chooses a context: all others are left out.
 * PERFCNT_READ forces a way of reading, as for any program.  Without
 * the module there are the states and calls that need no device.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfcnt.h>

#include "../selftests/counters.h"
#include "known_part.h"
#include "kselftest_harness.h"

/* A piece of work, in iterations and instructions: more than what any call has itself. */
#define WORK		30000
#define WORK_COUNT	((uint64_t)WORK * MIXED_INSTRUCTIONS)

/* More than any PMU has, and more than any object. */
#define PINNED		32
#define MOST_NUMBERS	128
#define MOST_STEPS	12

/* No call returns it. */
#define UNTOUCHED	EXFULL

#include "state_cells.h" /* made of the headers and states.txt */

#define NOBODY		65534
#define LEAVES		"/tmp/states_leaves" /* a program to leave at */
#define ROOM		"/sys/module/fake_pmu/parameters/room"

/* How the process of a cell ends. */
enum { RIGHT, WRONG, CANNOT, NO_STATE };

/* Of this cell. */
static enum kind kind;
static enum state state;
static enum call called;
static enum context context;

/**
 * struct outcome - what a call has returned
 * @result: 0 for nothing, and for a pointer that is not NULL; -1 for NULL
 * @error: errno after it; UNTOUCHED before
 * @numbers: how many numbers it has returned with success
 * @number: these
 * @odd: what is wrong with the struct that it has filled in; or NULL
 */
struct outcome {
	long result;
	int error;
	unsigned int numbers;
	uint64_t number[MOST_NUMBERS];
	const char *odd;
};

static struct outcome *outcome; /* shared with children */

/* The object: the number of its events, how it reads, what there was to count. */
static struct perfcnt *perfcnt;
static unsigned int events;
static enum perfcnt_way way;
static uint64_t since, part;

static struct perfcnt_topdown *topdown;
static struct perfcnt_topdown_reading reading = { .size = sizeof(reading) };
static struct perfcnt_region_place *place;

/* What calls are given. */
static char *const nothing[] = { "/proc/self/exe", "--nothing", NULL };
static const struct perfcnt_sampling sampling = { .size = sizeof(sampling), .period = 100000 };
static struct perfcnt_topdown_shares shares = { .size = sizeof(shares) };
static struct perfcnt_losses losses = { .size = sizeof(losses) };
static struct perfcnt_thread_info thread_info = { .size = sizeof(thread_info) };
static struct perfcnt_describe machine = { .size = sizeof(machine) };
static struct perfcnt_event_row row = { .size = sizeof(row) };

/* The other process that it counts, which does what it is asked for. */
static pid_t other;
static int ask[2], answer[2];

/* Others have taken its counters: with these events, or from so much room; and a simulation's. */
static bool lost;
static int taken[PINNED];
static char room[12];
static struct perfcnt *holder;

/* This machine's event, and whether work has so many; is the module there? */
static const char *event;
static bool exact;
static bool has_module;

__attribute__((noreturn))
static void cannot(const char *why)
{
	printf("# %s %s is not made here: %s\n", kinds[kind], states[state], why);
	fflush(stdout);
	_exit(CANNOT);
}

/* What makes a state must be taken. */
static void must(bool taken, const char *what)
{
	if (taken)
		return;
	printf("# %s %s: %s: %s\n", kinds[kind], states[state], what, perfcnt_strerror(perfcnt));
	fflush(stdout);
	_exit(NO_STATE);
}

/* A thread that is to read otherwise uses no device. */
static bool is_forced(void)
{
	const char *forced = getenv("PERFCNT_READ");

	return kind == KIND_thread && forced && strcmp(forced, "device");
}

/* The other process */

static int finish(pid_t pid)
{
	int status;

	must(waitpid(pid, &status, 0) == pid, "waitpid");
	return status;
}

/* A child executes a program in which the kernel does not let it be followed by nobody. */
static void leave_one(void)
{
	pid_t pid = fork();

	if (!pid) {
		execl(LEAVES, LEAVES, "--nothing", NULL);
		_exit(127);
	}
	must(!finish(pid), LEAVES);
}

static void obey(int from, int to)
{
	char what;

	while (read(from, &what, 1) == 1) {
		if (what == 'l')
			leave_one();
		else
			mixed_loop(WORK);
		if (write(to, &what, 1) != 1)
			break;
	}
}

static void let_other(char what)
{
	must(write(ask[1], &what, 1) == 1 && read(answer[0], &what, 1) == 1, "the other process");
}

/* Of a command perfcnt_spawn() starts it. */
static void start_other(void)
{
	char from[12], to[12];
	char *const argv[] = { "/proc/self/exe", "--obey", from, to, NULL };

	must(!pipe2(ask, O_CLOEXEC) && !pipe2(answer, O_CLOEXEC), "pipe");
	if (kind == KIND_command) {
		fcntl(ask[0], F_SETFD, 0);
		fcntl(answer[1], F_SETFD, 0);
		snprintf(from, sizeof(from), "%d", ask[0]);
		snprintf(to, sizeof(to), "%d", answer[1]);
		other = perfcnt_spawn(perfcnt, argv);
		must(other > 0, "spawn");
	} else {
		other = fork();
		if (!other) {
			close(ask[1]);
			obey(ask[0], answer[1]);
			_exit(0);
		}
	}
	close(ask[0]);
	close(answer[1]);
}

static void step_exit(void)
{
	close(ask[1]);
	must(!finish(other), "the other process");
	close(answer[0]);
}

/* Steps that make a state, by their names in states.txt */

static struct perfcnt *open_object(pid_t pid)
{
	switch (kind) {
	case KIND_process:
		return perfcnt_open_process(pid);
	case KIND_command:
		return perfcnt_open_command();
	case KIND_cpus:
		return perfcnt_open_cpus();
	default:
		return perfcnt_open_thread();
	}
}

static void work(void)
{
	if (other)
		let_other('w');
	else
		mixed_loop(WORK);
}

static void counted_work(void)
{
	work();
	since += WORK_COUNT;
}

/* One that is a call, which must be taken. */
#define DO(name, taken)							\
	static void step_##name(void)					\
	{								\
		must(taken, #name);					\
	}

DO(end, !perfcnt_end(perfcnt))
DO(place, (place = perfcnt_regions_place("region")))
DO(enter, (perfcnt_regions_begin(place), true))
DO(exit_region, (perfcnt_regions_end(place, 0, NULL), true))

static void step_open(void)
{
	perfcnt = open_object(other);
	if (!perfcnt && !has_module && errno == ENOENT)
		cannot(perfcnt_strerror(NULL));
	must(perfcnt, "open");
}

/* Of another process; a command is not there yet. */
static void step_open_other(void)
{
	if (kind != KIND_command)
		start_other();
	step_open();
}

static void step_add(void)
{
	must(!perfcnt_add(perfcnt, event), "add");
	events++;
}

/* Nothing asks a child for one of its own. */
static void step_recording(void)
{
	setenv("PERFCNT_REGIONS_EVENTS", event, 1);
	must(!perfcnt_regions_open(), "recording");
	unsetenv("PERFCNT_REGIONS_EVENTS");
}

static void step_fill(void)
{
	while (!perfcnt_add(perfcnt, event))
		events++;
	must(errno == EBUSY && events, "add all that fit");
}

static void step_remove(void)
{
	must(!perfcnt_remove(perfcnt, 0), "remove");
	events--;
}

/* What the device alone does. */
static void need_device(void)
{
	if (is_forced())
		cannot("PERFCNT_READ forbids it");
	if (!has_module)
		cannot("the module is not loaded");
}

static void step_multiplex(void)
{
	need_device();
	must(!perfcnt_multiplex(perfcnt, 0), "multiplex");
}

static void step_record(void)
{
	need_device();
	must(!perfcnt_record_threads(perfcnt), "record");
}

static void step_sample(void)
{
	need_device();
	if (!perfcnt_sample(perfcnt, 0, &sampling))
		return;
	must(errno == ENOTSUP, "sample");
	cannot(perfcnt_strerror(perfcnt));
}

static void step_start(void)
{
	if (kind == KIND_command) {
		if (other)
			step_exit(); /* the last command */
		start_other();
	} else {
		must(!perfcnt_start(perfcnt), "start");
	}
	since = 0;
	counted_work();
}

static void step_stop(void)
{
	must(!perfcnt_stop(perfcnt) || errno == EIO, "stop");
	work();
}

static void step_read(void)
{
	must(!perfcnt_read(perfcnt, outcome->number, events) || errno == ENODATA, "read");
	counted_work();
}

static void step_reset(void)
{
	must(!perfcnt_reset(perfcnt), "reset");
	since = 0;
	counted_work();
}

static void step_begin(void)
{
	perfcnt_begin(perfcnt);
	counted_work();
}

static void step_refuse(void)
{
	must(perfcnt_end(perfcnt) && errno == (lost ? EIO : EALREADY), "end, which is refused");
}

/* Nothing of the compiler's is in it that is not in an empty one: the end is no jump. */
__attribute__((noipa))
static void known(struct perfcnt *object, int *result)
{
	perfcnt_begin(object);
	known_part();
	*result = perfcnt_end(object);
}

static void step_part(void)
{
	int result;

	if (other) {
		step_begin();
		step_end();
		part = WORK_COUNT;
	} else {
		known(perfcnt, &result);
		must(!result, "end");
		part = KNOWN_INSTRUCTIONS;
	}
	counted_work();
}

/* What perf has no counter for goes to the device, which has those of a simulation still. */
static void take_simulated(void)
{
	holder = perfcnt_open_cpus();
	must(holder, "open what holds the device's counters");
	while (!perfcnt_add(holder, event))
		;
	must(errno == EBUSY && !perfcnt_start(holder), "start what holds the device's counters");
}

/* To a PMU that is faked and has no room, or to pinned events. */
static void step_take(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE, .size = sizeof(attr), .pinned = 1,
	};
	unsigned int i;

	if (!access(ROOM, F_OK) && read_file(ROOM, room, sizeof(room)))
		must(!write_file(ROOM, "0"), ROOM);
	else if (perfcnt_reads_by(perfcnt, NULL) != PERFCNT_WAY_PAGES)
		cannot("the device's events are pinned, and older");
	pin_to_cpu(0);
	for (i = 0; i < PINNED; i++) {
		attr.config = i & 1 ? PERF_COUNT_HW_CPU_CYCLES : PERF_COUNT_HW_INSTRUCTIONS;
		taken[i] = open_perf_event(&attr, -1, 0, -1);
	}
	if (has_module && which_driver() == SIM)
		take_simulated();
	lost = true;
	sched_yield();
}

static void step_give_back(void)
{
	unsigned int i;

	for (i = 0; i < PINNED; i++)
		if (taken[i] >= 0)
			close(taken[i]);
	perfcnt_close(holder);
	if (room[0])
		must(!write_file(ROOM, room), ROOM);
	lost = false;
}

/* The object's owner has no rights from now on, so that a task can leave at execve(). */
static void step_nobody(void)
{
	if (perfcnt_reads_by(perfcnt, NULL) == PERFCNT_WAY_PERF)
		cannot("perf counts the command");
	must(!setresuid(NOBODY, NOBODY, NOBODY), "setresuid");
}

static void step_leave(void)
{
	if (other)
		let_other('l');
	else
		leave_one();
}

static struct perfcnt_topdown *open_slots(void)
{
	const struct perfcnt_topdown_request request = {
		.size = sizeof(request), .cpu = -1, .level = 1, .flags = PERFCNT_TOPDOWN_USER,
	};

	return perfcnt_topdown_open(&request);
}

static void step_slots(void)
{
	topdown = open_slots();
	if (!topdown)
		cannot(perfcnt_strerror(NULL));
	mixed_loop(WORK);
	must(!perfcnt_topdown_read(topdown, &reading), "topdown_read");
}

static void (*const steps[STATE_END][MOST_STEPS])(void) = { RECIPES };

/* The calls */

static long pointer(const void *returned)
{
	return returned ? 0 : -1;
}

static long opened(struct perfcnt *object)
{
	perfcnt_close(object);
	return pointer(object);
}

static long opened_slots(struct perfcnt_topdown *slots)
{
	perfcnt_topdown_close(slots);
	return pointer(slots);
}

static long message(const char *words)
{
	return words && *words ? 0 : -1;
}

static long finished(pid_t pid)
{
	if (pid > 0)
		finish(pid);
	return pid;
}

/* With success it has returned so many numbers. */
static long numbers(int result, unsigned int number)
{
	outcome->numbers = result ? 0 : number;
	return result;
}

static long counted(int result, const uint64_t *number)
{
	outcome->number[0] = *number;
	return numbers(result, 1);
}

static unsigned int last(void)
{
	return events ? events - 1 : 0;
}

#define CALL(name, returned)						\
	static void call_##name(void)					\
	{								\
		outcome->result = returned;				\
	}

CALL(open_thread, opened(perfcnt_open_thread()))
CALL(open_process, opened(perfcnt_open_process(0)))
CALL(open_command, opened(perfcnt_open_command()))
CALL(open_cpus, opened(perfcnt_open_cpus()))
CALL(close, (perfcnt_close(perfcnt), 0))
CALL(reads_by, perfcnt_reads_by(perfcnt, NULL))
CALL(fd, perfcnt_fd(perfcnt))
CALL(strerror, message(perfcnt_strerror(perfcnt)))
CALL(version, message(perfcnt_version()))
CALL(add, perfcnt_add(perfcnt, event))
CALL(remove, perfcnt_remove(perfcnt, 0))
CALL(multiplex, perfcnt_multiplex(perfcnt, 0))
CALL(sample, perfcnt_sample(perfcnt, 0, &sampling))
CALL(record_threads, perfcnt_record_threads(perfcnt))
CALL(start, perfcnt_start(perfcnt))
CALL(calibrate, perfcnt_calibrate(perfcnt))
CALL(spawn, finished(perfcnt_spawn(perfcnt, nothing)))
CALL(stop, perfcnt_stop(perfcnt))
CALL(read, numbers(perfcnt_read(perfcnt, outcome->number, events), events))
CALL(reset, perfcnt_reset(perfcnt))
CALL(end, perfcnt_end(perfcnt))
CALL(count, numbers(perfcnt_count(perfcnt, last(), outcome->number), 1))
CALL(next_sample, pointer(perfcnt_next_sample(perfcnt, 0, NULL)))
CALL(lost, perfcnt_lost(perfcnt, &losses))
CALL(next_thread, numbers(perfcnt_next_thread(perfcnt, &thread_info, outcome->number, events),
			  events))
CALL(describe_machine, perfcnt_describe_machine(perfcnt, &machine))
CALL(list_event, perfcnt_list_event(perfcnt, 0, &row))
CALL(topdown_open, opened_slots(open_slots()))
CALL(topdown_read, counted(perfcnt_topdown_read(topdown, &reading), reading.raw))
CALL(topdown_between, counted(perfcnt_topdown_between(NULL, &reading, &shares), &shares.slots))
CALL(topdown_close, (perfcnt_topdown_close(topdown), 0))
CALL(topdown_reset, perfcnt_topdown_reset(topdown))
CALL(regions_open, perfcnt_regions_open())
CALL(regions_place, pointer(perfcnt_regions_place("region")))
CALL(regions_begin, (perfcnt_regions_begin(place), 0))
CALL(regions_end, (perfcnt_regions_end(NULL, 0, NULL), 0))
CALL(regions_next, perfcnt_regions_next())
CALL(regions_empty, perfcnt_regions_empty(-1, 0))

/* perfcnt_end() says what was wrong, in the thread of all else; of a child in that. */
static void call_begin(void)
{
	perfcnt_begin(perfcnt);
	if (context == CONTEXT_child)
		call_end();
}

/* What its flags and other fields cannot say in this state. */
static const char *odd_estimate(const struct perfcnt_estimated *estimated)
{
	const uint32_t about = PERFCNT_ESTIMATED_MULTIPLEXED | PERFCNT_ESTIMATED_LEFT;
	bool multiplexed = state == STATE_turning || state == STATE_turning_read;
	bool left = state == STATE_left_ended || state == STATE_left_stopped;
	uint32_t flags = (multiplexed ? PERFCNT_ESTIMATED_MULTIPLEXED : 0) |
			 (left ? PERFCNT_ESTIMATED_LEFT : 0);

	if ((estimated->flags & about) != flags)
		return "its flags";
	if (left && estimated->error == 0)
		return "an error of 0, and not all was counted";
	if (!estimated->enabled_ns == multiplexed)
		return "the time of multiplexing";
	if (estimated->count < estimated->counted)
		return "a count of less than was counted";
	return NULL;
}

static void call_estimate(void)
{
	struct perfcnt_estimated estimated = { .size = sizeof(estimated) };

	outcome->result = counted(perfcnt_estimate(perfcnt, last(), &estimated), &estimated.count);
	if (!outcome->result && !outcome->odd)
		outcome->odd = odd_estimate(&estimated);
}

static void (*const functions[])(void) = { FUNCTIONS };

/* The contexts */

static void call_it(void)
{
	errno = UNTOUCHED;
	functions[called]();
	outcome->error = errno;
}

static void *in_thread(void *unused)
{
	call_it();
	return unused;
}

static void in_handler(__attribute__((unused)) int number)
{
	call_it();
}

static void call_in_thread(void)
{
	pthread_t thread;

	must(!pthread_create(&thread, NULL, in_thread, NULL) && !pthread_join(thread, NULL),
	     "thread");
}

static void call_in_child(void)
{
	pid_t pid = fork();

	if (!pid) {
		call_it();
		_exit(0);
	}
	if (finish(pid))
		outcome->odd = "the child has crashed";
}

static void execute_child(void)
{
	pid_t pid = vfork();

	if (!pid) {
		execl("/proc/self/exe", "states", "--descriptors", NULL);
		_exit(127);
	}
	if (finish(pid))
		outcome->odd = "a descriptor that execve() has kept";
}

static void close_another(void)
{
	struct perfcnt *another = open_object(0);

	must(another || errno == EPERM, "open another"); /* nobody counts no other one */
	if (another)
		perfcnt_add(another, event); /* if there is room */
	perfcnt_close(another);
}

static void call_in_context(void)
{
	memset(outcome, 0, sizeof(*outcome));
	if (context == CONTEXT_exec)
		execute_child();
	else if (context == CONTEXT_closed)
		close_another();
	if (context == CONTEXT_thread)
		call_in_thread();
	else if (context == CONTEXT_child)
		call_in_child();
	else if (context == CONTEXT_handler)
		raise(SIGUSR1);
	else
		call_it();
	if (called == CALL_begin && context != CONTEXT_child) {
		outcome->result = perfcnt_end(perfcnt);
		outcome->error = errno;
	}
}

/* Is it right? */

#define ERRORS (sizeof(errors) / sizeof(*errors))

static const char *error_name(int error)
{
	unsigned int i;

	for (i = 0; i < ERRORS; i++)
		if (errors[i].error == error)
			return errors[i].name;
	return strerror(error);
}

/* What states.txt says of numbers: = ~ >= in front of part or start; some, estimate, slots. */
static bool number_fits(const char *rule, uint64_t number)
{
	uint64_t least = strstr(rule, "part") ? part : since;

	if (!exact && strcmp(rule, "slots"))
		return true;
	switch (*rule) {
	case '=':
		return number == least;
	case '~':
		return number >= least && number < least + WORK_COUNT;
	case '>':
		return number >= least;
	default:
		return number || *rule == 'e';
	}
}

static bool result_fits(const char *rule)
{
	long result = outcome->result;
	unsigned int i;

	if (*rule == 'E')
		return result == -1 && !strcmp(rule, error_name(outcome->error));
	if (!strcmp(rule, "void") || !strcmp(rule, "words"))
		return !result && outcome->error == UNTOUCHED;
	if (!strcmp(rule, "none"))
		return result == -1;
	if (!strcmp(rule, "fd"))
		return result >= (way == PERFCNT_WAY_DEVICE && has_module ? 0 : -1);
	if (!strcmp(rule, "way"))
		return result >= PERFCNT_WAY_PAGES && result <= PERFCNT_WAY_PERF;
	if (!strcmp(rule, "pid"))
		return result > 0;
	if (!strcmp(rule, "1"))
		return result == 1;
	for (i = 0; i < outcome->numbers; i++)
		if (!number_fits(rule, outcome->number[i]))
			return false;
	return !result;
}

/* With what error a call is refused that needs the device; or NULL. */
static const char *refused_with(void)
{
	bool counts = called == CALL_multiplex || called == CALL_sample ||
		      (called == CALL_record_threads && kind == KIND_command);
	bool asks = called == CALL_describe_machine || called == CALL_list_event ||
		    called == CALL_open_process || called == CALL_open_cpus;

	if (perfcnt && context == CONTEXT_child)
		return NULL;
	if (counts && is_forced())
		return "EINVAL";
	return (counts || asks) && !has_module ? "ENOENT" : NULL;
}

static bool fits(const char *rule)
{
	const char *refused = refused_with();
	char words[64], *next = words, *one;

	if (outcome->odd)
		return false;
	if (refused && result_fits(refused))
		return true;
	snprintf(words, sizeof(words), "%s", rule);
	while ((one = strsep(&next, "|")))
		if ((!refused || *one == 'E') && result_fits(one))
			return true;
	return false;
}

static bool is_right(unsigned int line, const char *what)
{
	const char *rule = rules[line], *refused = refused_with();

	if (fits(rule))
		return true;
	printf("# states.txt:%u: %s, %s %s, %s%s: is %ld", line, calls[called], kinds[kind],
	       states[state], contexts[context], what, outcome->result);
	if (outcome->result == -1)
		printf(" %s", error_name(outcome->error));
	if (outcome->numbers)
		printf(", %llu of %llu in the part, %llu since the start",
		       (unsigned long long)outcome->number[0], (unsigned long long)part,
		       (unsigned long long)since);
	printf("%s%s; should be %s%s%s\n", outcome->odd ? ", " : "", outcome->odd ?: "",
	       refused ?: "", refused ? ", or an error of " : "", rule);
	fflush(stdout);
	return false;
}

/* In a process of its own. */
static void do_cell(void)
{
	unsigned int line = line_of[kind][state][called][context], i;
	bool right;

	alarm(AGES / 1000);
	signal(SIGUSR1, in_handler);
	for (i = 0; i < MOST_STEPS && steps[state][i]; i++)
		steps[state][i]();
	if (perfcnt)
		way = perfcnt_reads_by(perfcnt, NULL);
	call_in_context();
	right = is_right(line, "");
	if (context == CONTEXT_child && perfcnt) {
		called = CALL_read;
		context = CONTEXT_same;
		call_in_context();
		right &= is_right(line_of[kind][state][CALL_read][CONTEXT_same],
				  ", in the parent of the child that has made another call");
	}
	if (lost)
		step_give_back();
	_exit(right ? RIGHT : WRONG);
}

static int run_cell(void)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid)
		do_cell();
	if (waitpid(pid, &status, 0) != pid)
		fatal("waitpid: %s", strerror(errno));
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	printf("# %s, %s %s, %s: signal %d\n", calls[called], kinds[kind], states[state],
	       contexts[context], WTERMSIG(status));
	return WRONG;
}

/* Is it to be looked at? */
static bool is_wanted(enum context one)
{
	const char *wanted = getenv("STATES_CONTEXT");

	return !wanted || !strcmp(wanted, contexts[one]);
}

/* All cells of a state, unless it cannot be made; how many are wrong. */
static unsigned int run_state(unsigned int *cells)
{
	unsigned int wrong = 0;
	int end;

	for (called = 0; called < CALL_END; called++)
		for (context = 0; context < CONTEXT_END; context++) {
			if (!line_of[kind][state][called][context] || !is_wanted(context))
				continue;
			end = run_cell();
			if (end == CANNOT)
				return wrong;
			wrong += end != RIGHT;
			if (end == NO_STATE)
				return wrong;
			++*cells;
		}
	return wrong;
}

FIXTURE(object) {
};

FIXTURE_VARIANT(object) {
	enum kind kind;
};

FIXTURE_VARIANT_ADD(object, thread) { .kind = KIND_thread };
FIXTURE_VARIANT_ADD(object, process) { .kind = KIND_process };
FIXTURE_VARIANT_ADD(object, command) { .kind = KIND_command };
FIXTURE_VARIANT_ADD(object, cpus) { .kind = KIND_cpus };
FIXTURE_VARIANT_ADD(object, none) { .kind = KIND_none };
FIXTURE_VARIANT_ADD(object, topdown) { .kind = KIND_topdown };
FIXTURE_VARIANT_ADD(object, regions) { .kind = KIND_regions };

/* Instructions, or what there is instead; is the count of a loop known? */
static void choose_event(void)
{
	struct perfcnt *thread;
	int fd;

	has_module = !access("/dev/perfcnt", F_OK);
	if (!has_module) {
		thread = perfcnt_open_thread();
		exact = thread && !perfcnt_add(thread, "instructions:u");
		event = exact ? "instructions:u" : "page-faults:u";
		perfcnt_close(thread);
		return;
	}
	fd = open_stopped();

	exact = is_taken(fd, "0 instructions:u") && which_driver() != SIM && access(ROOM, F_OK);
	event = is_taken(fd, "0 instructions:u") ? "instructions:u" : "page-faults:u";
	stop_counters(fd);
	close(fd);
}

/* A copy of this program, which belongs to root and is root's whoever executes it. */
static void make_leaves(void)
{
	int from = open("/proc/self/exe", O_RDONLY);
	int to = open(LEAVES, O_WRONLY | O_CREAT | O_TRUNC, 0755);
	ssize_t length;

	do {
		length = sendfile(to, from, NULL, 1 << 20);
	} while (length > 0);
	if (length || fchmod(to, 04755))
		fatal("%s: %s", LEAVES, strerror(errno));
	close(from);
	close(to);
}

FIXTURE_SETUP(object)
{
	kind = variant->kind;
	write_file("/proc/sys/kernel/perf_user_access", "1"); /* where there is such a file */
	choose_event();
	make_leaves();
	outcome = mmap(NULL, sizeof(*outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	ASSERT_NE(MAP_FAILED, outcome);
}

FIXTURE_TEARDOWN(object)
{
	munmap(outcome, sizeof(*outcome));
	unlink(LEAVES);
}

TEST_F_TIMEOUT(object, every_call_in_every_state, 3600)
{
	unsigned int wrong = 0, cells = 0;

	for (state = 0; state < STATE_END; state++)
		wrong += run_state(&cells);
	printf("# %s: %u of %u cells\n", kinds[kind], cells, CELLS);
	EXPECT_EQ(0, wrong);
}

/* How many are open that count. */
static int descriptors(void)
{
	int found = 0;
	glob_t all;
	size_t i;

	if (glob("/proc/self/fd/*", 0, NULL, &all))
		return -1;
	for (i = 0; i < all.gl_pathc; i++) {
		char link[64] = "";

		if (readlink(all.gl_pathv[i], link, sizeof(link) - 1) > 0)
			found += strstr(link, "/dev/perfcnt") || strstr(link, "[perf");
	}
	return found;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--nothing"))
		return 0;
	if (argc > 1 && !strcmp(argv[1], "--descriptors"))
		return descriptors();
	if (argc > 3 && !strcmp(argv[1], "--obey")) {
		obey(atoi(argv[2]), atoi(argv[3]));
		return 0;
	}
	return test_harness_run(argc, argv);
}
