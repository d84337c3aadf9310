// SPDX-License-Identifier: GPL-2.0
/*
 * Several processes make random system calls on /proc/perf and /dev/perfcnt,
 * right ones and nearly right ones, while CPUs come and go and processes die.
 * What comes back must be as it is documented; the kernel must not complain;
 * nobody may be stuck; in the end no counter may be claimed.
 *
 * All that a process does follows from the seed, its place and the number of
 * the operation; only when it happens does not.  So the same seed is the way to
 * see a failure again, and the last calls of each process are told with it.
 */
#include <errno.h>
#include <getopt.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kselftest.h"
#include "fuzz.h"
#include "watch.h"

#define PATIENCE 100
#define CPU1 "/sys/devices/system/cpu/cpu1/online"

struct fuzz_shared *fuzz_shared;
struct fuzz_process fuzz_me;

static uint64_t seed;
static unsigned int seconds = 60;
static unsigned long most; /* so many operations, instead of seconds */
static const struct fuzz_operation *operations[FUZZ_OPERATIONS];
static unsigned int operation_count;
static unsigned int weights;
static enum driver driver;

/* A call is about to be made. */
void fuzz_begin(const char *format, ...)
{
	struct fuzz_slot *slot = fuzz_me.slot;
	struct fuzz_call *call = &slot->call[slot->calls % FUZZ_KEPT];
	va_list args;

	va_start(args, format);
	vsnprintf(call->text, sizeof(call->text), format, args);
	va_end(args);
	call->operation = fuzz_me.number;
	slot->since = watch_now();
}

/* It has returned; errno stays. */
long fuzz_end(long result)
{
	struct fuzz_slot *slot = fuzz_me.slot;
	struct fuzz_call *call = &slot->call[slot->calls % FUZZ_KEPT];

	call->result = result;
	call->error = result == -1 ? errno : 0;
	slot->since = 0;
	slot->calls++;
	return result;
}

/* Something is wrong.  The first one who says so is heard, and all end. */
void fuzz_complain(const char *format, ...)
{
	va_list args;

	if (!atomic_exchange(&fuzz_shared->complained, true)) {
		va_start(args, format);
		vsnprintf(fuzz_shared->complaint,
			  sizeof(fuzz_shared->complaint), format, args);
		va_end(args);
	}
	fuzz_shared->stop = true;
}

/* One operation, chosen by the numbers that it then goes on with. */
void fuzz_operate(void)
{
	unsigned int n = prng_below(&fuzz_me.prng, weights), i = 0;

	while (n >= operations[i]->weight)
		n -= operations[i++]->weight;
	if (operations[i]->run())
		fuzz_shared->succeeded[i]++;
	fuzz_shared->done[i]++;
}

static void collect(const struct fuzz_operation *some)
{
	for (; some->name; some++) {
		operations[operation_count++] = some;
		weights += some->weight;
	}
}

static void ignore(int signal)
{
	(void)signal;
}

/* A process lives until it is told to stop, or killed. */
static void live(unsigned int place)
{
	struct fuzz_slot *slot = &fuzz_shared->slot[place];
	uint64_t mine = prng_derive(prng_derive(seed, place), slot->generation);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	memset(&fuzz_me, 0, sizeof(fuzz_me));
	fuzz_me.slot = slot;
	fuzz_me.null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (pipe2(fuzz_me.pipe, O_NONBLOCK | O_CLOEXEC))
		_exit(1);
	while (!fuzz_shared->stop) {
		fuzz_me.prng.state = prng_derive(mine, fuzz_me.number);
		fuzz_operate();
		fuzz_me.number++;
	}
	fuzz_close_all();
	_exit(0);
}

static void start(unsigned int place)
{
	struct fuzz_slot *slot = &fuzz_shared->slot[place];
	pid_t pid;

	slot->since = 0;
	pid = fork();
	if (pid < 0)
		fatal("fork: %s", strerror(errno));
	if (!pid)
		live(place);
	slot->pid = pid;
}

/* Whoever was killed gets a successor, with a seed of its own. */
static void succeed(void)
{
	unsigned int i;
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (i = 0; i < fuzz_shared->processes; i++) {
			struct fuzz_slot *slot = &fuzz_shared->slot[i];

			if (slot->pid != pid)
				continue;
			if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
				fuzz_complain("process %u ended: status 0x%x", i,
					      status);
			slot->generation++;
			start(i);
		}
	}
}

/* A process that stays in one call, or -1. */
static int stuck(void)
{
	uint64_t now = watch_now();
	unsigned int i;

	for (i = 0; i < fuzz_shared->processes; i++) {
		uint64_t since = fuzz_shared->slot[i].since;

		if (since && since < now &&
		    now - since > WATCH_STUCK_SECONDS * 1000000000ull)
			return i;
	}
	return -1;
}

/* How many kinds of operation have never done anything, which tests nothing. */
static unsigned int count_idle(void)
{
	unsigned int i, idle = 0;

	for (i = 0; i < operation_count; i++)
		idle += !fuzz_shared->succeeded[i] && !operations[i]->may_fail;
	return idle;
}

static unsigned long all_done(void)
{
	unsigned long sum = 0;
	unsigned int i;

	for (i = 0; i < operation_count; i++)
		sum += fuzz_shared->done[i];
	return sum;
}

/*
 * Is the time over, or are all operations done?  Until everything has been done once it is
 * PATIENCE times as long, or as many.
 */
static bool is_enough(uint64_t begun)
{
	unsigned int times = count_idle() ? PATIENCE : 1;

	if (most)
		return all_done() >= times * most;
	return watch_now() - begun >= times * seconds * 1000000000ull;
}

/* Watch them until that or until something is wrong. */
static void watch(void)
{
	uint64_t begun = watch_now();
	const char *fault;
	int place;

	while (!fuzz_shared->stop && !is_enough(begun)) {
		succeed();
		fault = watch_fault();
		if (fault)
			fuzz_complain("the kernel says: %.400s", fault);
		place = stuck();
		if (place >= 0) {
			fuzz_complain("process %d does not come back", place);
			watch_show_stuck(fuzz_shared->slot[place].pid);
		}
		usleep(20000);
	}
	fuzz_shared->stop = true;
}

/* All have ended, or are killed; false if one cannot be. */
static bool end_all(void)
{
	bool good = true;
	unsigned int i;

	usleep(500000);
	for (i = 0; i < fuzz_shared->processes; i++)
		kill(fuzz_shared->slot[i].pid, SIGKILL);
	for (i = 0; i < fuzz_shared->processes && good; i++)
		good = watch_wait(fuzz_shared->slot[i].pid);
	/* and children of those that were killed */
	while (good && waitpid(-1, NULL, WNOHANG) >= 0)
		usleep(1000);
	return good;
}

/* What is needed to see a failure again. */
static void tell_calls(void)
{
	unsigned int i;

	for (i = 0; i < fuzz_shared->processes; i++) {
		struct fuzz_slot *slot = &fuzz_shared->slot[i];
		unsigned long n = slot->calls, first;

		printf("# process %u, the %uth: %lu calls\n", i,
		       slot->generation + 1, n);
		first = n < FUZZ_KEPT ? 0 : n - FUZZ_KEPT + 1;
		for (; first < n; first++) {
			struct fuzz_call *call = &slot->call[first % FUZZ_KEPT];

			printf("#  %llu: %s = %ld%s%s\n",
			       (unsigned long long)call->operation, call->text,
			       call->result, call->error ? ", " : "",
			       call->error ? strerror(call->error) : "");
		}
		if (slot->since)
			printf("#  is in: %s\n",
			       slot->call[n % FUZZ_KEPT].text);
	}
}

/* The counters are as if nothing had been. */
static void check_end(void)
{
	struct perfcnt_describe d = { .size = sizeof(struct perfcnt_describe) };
	struct snapshot before, after;
	int fd = open("/dev/perfcnt", O_RDWR), proc = open_counters();

	write_file(CPU1, "1");
	fuzz_sessions_end();
	ksft_test_result(!ioctl(fd, PERFCNT_IOC_DESCRIBE, &d) && !d.claimed,
			 "no counter is claimed: 0x%x\n", d.claimed);
	close(fd);
	write_text(proc, "0 0 0\n1 0 0\n2 0 0\n3 0 0");
	set_counters(proc, moving(proc));
	move();
	read_counters(proc, &before);
	usleep(10000);
	move();
	read_counters(proc, &after);
	ksft_test_result(after.count[0] > before.count[0],
			 "and /proc/perf counts, control word 0x%08x: %llu, then %llu\n",
			 after.control[0], (unsigned long long)before.count[0],
			 (unsigned long long)after.count[0]);
	set_counters(proc, "0 0 0");
	close(proc);
	ksft_test_result(!unload_perfcnt(), "and the module can go\n");
	load_perfcnt(driver, "");
}

static void check_operations(void)
{
	unsigned int i, idle = count_idle();

	for (i = 0; i < operation_count; i++)
		printf("# %s: %lu of %lu\n", operations[i]->name,
		       fuzz_shared->succeeded[i], fuzz_shared->done[i]);
	ksft_test_result(!idle,
			 "%lu operations of %u kinds, of which %u have never succeeded\n",
			 all_done(), operation_count, idle);
}

static void parse(int argc, char **argv, unsigned int *processes)
{
	static const struct option options[] = {
		{ "seed", required_argument, NULL, 's' },
		{ "processes", required_argument, NULL, 'p' },
		{ "seconds", required_argument, NULL, 't' },
		{ "operations", required_argument, NULL, 'o' },
		{ }
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (option) {
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 'p':
			*processes = atoi(optarg);
			break;
		case 't':
			seconds = atoi(optarg);
			break;
		case 'o':
			most = strtoul(optarg, NULL, 0);
			break;
		default:
			fatal("fuzz [--seed S] [--processes N] [--seconds T | --operations N]");
		}
	}
	if (!*processes || *processes > FUZZ_PROCESSES || !seconds)
		fatal("1 to %u processes, at least 1 second", FUZZ_PROCESSES);
}

int main(int argc, char **argv)
{
	unsigned int processes = 8, i;
	struct timespec now;
	const char *fault;
	char limit[64];

	clock_gettime(CLOCK_REALTIME, &now);
	seed = (uint32_t)(now.tv_sec ^ now.tv_nsec);
	parse(argc, argv, &processes);
	if (most)
		snprintf(limit, sizeof(limit), "--operations %lu", most);
	else
		snprintf(limit, sizeof(limit), "--seconds %u", seconds);
	ksft_print_header();
	ksft_set_plan(5);
	driver = which_driver();
	printf("# fuzz --seed %llu --processes %u %s\n", (unsigned long long)seed,
	       processes, limit);
	fflush(stdout);
	fuzz_shared = mmap(NULL, sizeof(*fuzz_shared), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (fuzz_shared == MAP_FAILED)
		fatal("no memory");
	fuzz_shared->processes = processes;
	collect(fuzz_file_operations);
	collect(fuzz_byte_operations);
	collect(fuzz_ioctl_operations);
	collect(fuzz_system_operations);
	if (fuzz_sessions_are_possible())
		collect(fuzz_session_operations);
	fuzz_memory_init();
	fuzz_events_init();
	watch_start();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	signal(SIGIO, ignore);
	signal(SIGUSR1, ignore);
	signal(SIGUSR2, ignore);
	for (i = 0; i < processes; i++)
		start(i);
	watch();
	if (!end_all())
		fuzz_complain("a process that was killed is still there");
	fault = watch_fault();
	if (fault)
		fuzz_complain("the kernel says: %.400s", fault);
	ksft_test_result(!fuzz_shared->complained, "%u processes, %s: %s\n",
			 processes, limit, fuzz_shared->complained ?
			 fuzz_shared->complaint : "all is well");
	if (fuzz_shared->complained)
		tell_calls();
	check_operations();
	check_end();
	ksft_finished();
}
