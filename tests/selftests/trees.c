// SPDX-License-Identifier: GPL-2.0
/* Trees of tasks, and counters that follow them; trees.h has the idea. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "trees.h"

/* The size of a thread's stack: many fit into a machine. */
#define STACK (64 << 10)

/* The most instructions in a loop of glibc's that repeats ll and sc until sc stores. */
#define RETRY 8

static void must_be(int condition, const char *what)
{
	if (!condition)
		fatal("%s: %s", what, strerror(errno));
}

/* How many loops a program has. */
unsigned int loops_of(enum shape shape)
{
	switch (shape) {
	case FORKS:
	case EXECS:
		return DEPTH;
	case HOPS:
		return HOPS_COUNT;
	case WIDE:
	case THREADED:
		return THREADS;
	default:
		return 1;
	}
}

static void forks(unsigned long iterations, int depth)
{
	pid_t pid;

	mixed_loop(iterations);
	if (!--depth)
		return;
	pid = fork();
	if (!pid) {
		forks(iterations, depth);
		_exit(0);
	}
	must_be(pid > 0 && waitpid(pid, NULL, 0) == pid, "fork");
}

static void hops(unsigned long iterations)
{
	int hop;

	for (hop = 0; hop < HOPS_COUNT; hop++) {
		pin_to_cpu(hop % cpus());
		mixed_loop(iterations);
	}
}

static void wide(unsigned long iterations)
{
	int i;

	for (i = 0; i < THREADS; i++) {
		pid_t pid = fork();

		if (!pid) {
			mixed_loop(iterations);
			_exit(0);
		}
		must_be(pid > 0, "fork");
	}
	for (i = 0; i < THREADS; i++)
		must_be(wait(NULL) > 0, "wait");
}

static void *thread(void *iterations)
{
	mixed_loop(*(unsigned long *)iterations);
	return NULL;
}

static void threaded(unsigned long iterations)
{
	pthread_t threads[THREADS];
	pthread_attr_t attr;
	int i;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (i = 0; i < THREADS; i++)
		must_be(!pthread_create(&threads[i], &attr, thread, &iterations),
			"pthread_create");
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void exec_step(unsigned long iterations, int depth)
{
	char length[24], rest[16];
	char *const args[] = { "scope", "--step", length, rest, NULL };
	char *const no_variables[] = { NULL };

	snprintf(length, sizeof(length), "%020lu", iterations);
	snprintf(rest, sizeof(rest), "%d", depth);
	execve("/proc/self/exe", args, no_variables);
	_exit(127);
}

/* This program as a link of its own chain: before main(), without the harness. */
__attribute__((constructor)) static void step(int argc, char **argv)
{
	int depth;

	if (argc != 4 || strcmp(argv[1], "--step"))
		return;
	mixed_loop(strtoul(argv[2], NULL, 10));
	depth = atoi(argv[3]);
	if (depth > 1)
		exec_step(strtoul(argv[2], NULL, 10), depth - 1);
	_exit(0);
}

static void vforks(unsigned long iterations)
{
	pid_t pid = vfork();

	if (!pid) {
		mixed_loop(iterations);
		_exit(0);
	}
	must_be(waitpid(pid, NULL, 0) == pid, "vfork");
}

static void daemonize(unsigned long iterations)
{
	if (fork())
		return;
	setsid();
	if (fork())
		_exit(0);
	mixed_loop(iterations);
	_exit(0);
}

static void phases(unsigned long iterations)
{
	int i;

	for (i = 0; i < PHASES_COUNT; i++) {
		pid_t pid;

		if (i)
			raise(SIGSTOP);
		pid = fork();
		if (!pid) {
			mixed_loop(iterations);
			_exit(0);
		}
		must_be(waitpid(pid, NULL, 0) == pid, "fork");
	}
}

static void spin(void)
{
	setpgid(0, 0);
	if (fork())
		raise(SIGSTOP);
	for (;;)
		mixed_loop(1);
}

static void run(enum shape shape, unsigned long iterations)
{
	switch (shape) {
	case FORKS:
		forks(iterations, DEPTH);
		break;
	case HOPS:
		hops(iterations);
		break;
	case WIDE:
		wide(iterations);
		break;
	case THREADED:
		threaded(iterations);
		break;
	case EXECS:
		exec_step(iterations, DEPTH);
		break;
	case VFORK:
		vforks(iterations);
		break;
	case DAEMON:
		daemonize(iterations);
		break;
	case PHASES:
		phases(iterations);
		break;
	case SPIN:
		spin();
		break;
	default:
		mixed_loop(iterations);
	}
}

/* A program that is stopped until let_go(); on a CPU, or anywhere if that is -1. */
struct program prepare(enum shape shape, unsigned long iterations, int cpu)
{
	struct program program;
	int gone[2];

	must_be(!pipe(gone), "pipe");
	fflush(NULL);
	program.pid = fork();
	if (!program.pid) {
		close(gone[0]);
		if (cpu >= 0)
			pin_to_cpu(cpu);
		/* where the stack begins is in what a program's start counts */
		personality(ADDR_NO_RANDOMIZE);
		raise(SIGSTOP);
		run(shape, iterations);
		_exit(0);
	}
	must_be(program.pid > 0, "fork");
	close(gone[1]);
	program.gone = gone[0];
	await_stop(&program);
	return program;
}

void await_stop(const struct program *program)
{
	int status;

	must_be(waitpid(program->pid, &status, WUNTRACED) == program->pid &&
		WIFSTOPPED(status), "SIGSTOP");
}

void let_go(const struct program *program)
{
	must_be(!kill(program->pid, SIGCONT), "SIGCONT");
}

/* Waits for the last task of a program; how its root has ended. */
int end_of(const struct program *program)
{
	int status;
	char byte;

	must_be(waitpid(program->pid, &status, 0) == program->pid, "waitpid");
	must_be(!read(program->gone, &byte, 1), "read");
	close(program->gone);
	return status;
}

/* What all followers count. */
static char event_name[PERFCNT_NAME_SIZE];
static bool exact;
static bool counts_retries;

/* Instructions, or what this machine has instead; nothing is claimed. */
void find_event(void)
{
	int fd = open_stopped();
	bool instructions = is_taken(fd, "0 instructions:u");

	counts_retries = is_taken(fd, "1 sc-failures:u");
	exact = instructions && which_driver() != SIM;
	strcpy(event_name, instructions ? "instructions:u" : "page-faults:u");
	stop_counters(fd);
	close(fd);
}

const char *event(void)
{
	return event_name;
}

/* Is the count of a loop known? */
bool is_exact(void)
{
	return exact;
}

/* What has to be counted: where it is not known, what was counted. */
uint64_t if_exact(uint64_t expected, uint64_t counted)
{
	return exact ? expected : counted;
}

/*
 * Counters of a bank, 0 or 1, that count an event wherever a task runs.  The counters
 * of a 34K are shared by its VPEs, so each VPE has one.
 */
struct follower follower_of(unsigned int bank, const char *name_of_event)
{
	struct follower follower = { open_device(), 1u << bank, 0 };
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set) };
	unsigned int vpe, counter = bank;
	char name[PERFCNT_NAME_SIZE];
	bool split = which_driver() != PERF && sysconf(_SC_NPROCESSORS_CONF) > 1;

	if (split)
		follower.mask |= 1u << (bank + 2);
	must(with_mask(follower.fd, PERFCNT_IOC_CLAIM, follower.mask), "claim");
	for (vpe = 0; vpe <= split; vpe++, counter += 2) {
		snprintf(name, sizeof(name), split ? "%s@vpe%u" : "%s", name_of_event, vpe);
		set.controls |= 1u << counter;
		set.counter[counter].what = what_of(follower.fd, counter, name);
	}
	must(call(follower.fd, PERFCNT_IOC_SET, &set), reason(follower.fd));
	return follower;
}

/* The same of the event that all followers count. */
struct follower follower(unsigned int bank)
{
	return follower_of(bank, event_name);
}

/*
 * Counters of the sc that fail, beside a follower of a bank: an interrupt between ll and
 * sc makes sc fail, and the program does both again.  Without counters where nothing
 * counts that, as beside bank 1.
 */
struct follower follower_of_retries(unsigned int bank)
{
	if (counts_retries && !bank)
		return follower_of(1, "sc-failures:u");
	return (struct follower){ open_device(), 0, 0 };
}

/* Follow a thread, and start, if there are counters: 0 or the errno. */
int follow(const struct follower *follower, pid_t pid, uint32_t flags)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope),
		.flags = flags,
		.pid = pid,
		.counters = follower->mask,
	};
	int error;

	if (!follower->mask)
		return 0;
	error = call(follower->fd, PERFCNT_IOC_SCOPE, &scope);
	return error ?: with_mask(follower->fd, PERFCNT_IOC_START, follower->mask);
}

uint64_t counted(const struct follower *follower)
{
	struct perfcnt_counts reading;
	uint64_t sum = 0;
	unsigned int i;

	if (!follower->mask)
		return 0;
	reading = sample(follower->fd);
	for (i = 0; i < (unsigned int)__builtin_popcount(reading.counters); i++)
		sum += reading.counts[i];
	return sum;
}

/* The next record: 0 or the errno. */
int next_thread(const struct follower *follower, struct perfcnt_thread *thread)
{
	const uint32_t nr = __builtin_popcount(follower->mask) + follower->events;
	ssize_t length = read(follower->fd, thread,
			      offsetof(struct perfcnt_thread, counts[nr]));

	if (length < 0)
		return errno;
	if (thread->size != offsetof(struct perfcnt_thread, counts[nr]) || thread->nr != nr ||
	    thread->counters != follower->mask ||
	    length != (ssize_t)thread->size)
		fatal("a record of %zd bytes, size %u, %u counts", length, thread->size,
		      thread->nr);
	return 0;
}

uint64_t counted_by(const struct follower *follower,
		    const struct perfcnt_thread *thread)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < thread->nr - follower->events; i++)
		sum += thread->counts[i].count;
	return sum;
}

/* What a follower has counted, which then follows nothing and is 0. */
static uint64_t count_and_leave(const struct follower *follower)
{
	uint64_t count;

	if (!follower->mask)
		return 0;
	must(call(follower->fd, PERFCNT_IOC_LEAVE, NULL), reason(follower->fd));
	count = counted(follower);
	must(with_mask(follower->fd, PERFCNT_IOC_RESET, follower->mask),
	     reason(follower->fd));
	return count;
}

/* The same of counters and of those that follower_of_retries() has for them. */
struct tally tally_and_leave(const struct follower *counters,
			     const struct follower *retries)
{
	struct tally tally;

	tally.events = count_and_leave(counters);
	tally.retries = count_and_leave(retries);
	return tally;
}

/* Has MORE so many events more than LESS, but for what was done again? */
bool is_above(uint64_t expected, struct tally less, struct tally more)
{
	bool good;

	if (!exact)
		return true;
	good = less.events + expected <= more.events + RETRY * less.retries &&
	       more.events <= less.events + expected + RETRY * more.retries;
	if (good && !expected)
		return true;
	printf("# %llu and %llu events, sc has failed %llu and %llu times\n",
	       (unsigned long long)less.events, (unsigned long long)more.events,
	       (unsigned long long)less.retries, (unsigned long long)more.retries);
	return good;
}
