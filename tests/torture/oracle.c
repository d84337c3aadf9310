// SPDX-License-Identifier: GPL-2.0
/*
 * Two set counters, eight read them, two let events happen: every snapshot must
 * be one that there was.
 *
 * All four counters count the same event, and each set puts them the same
 * distance apart, wherever it puts them: so they are that far apart in every
 * snapshot.  Counter 0 also says which set it is from: a set is seen whole, or
 * not at all, and never again after a later one.  Between two sets no count goes
 * back.  In the end, with one set and a known number of events, all are there.
 *
 * Once through /proc/perf, once through one file of /dev/perfcnt, for so many sets each:
 *
 *	oracle [SETS [pressure]]
 *
 * With "pressure" there is next to no memory meanwhile.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../uapi/linux/perfcnt.h"
#include "../selftests/counters.h"
#include "kselftest.h"
#include "pressure.h"
#include "prng.h"
#include "watch.h"

#define COUNTERS 4
#define WRITERS 2
#define READERS 8
#define STEPPERS 2

/* A set is a number and whose it is; below that the events since then. */
#define SET_SHIFT 44
#define EVENTS_MASK ((1ull << SET_SHIFT) - 1)

/*
 * The simulated PMU lets events happen in pieces and looks between two pieces of
 * one step, as the timer would: in steps of three nobody misses 2^32.
 */
#define SIM_PIECE (1ull << 28)
#define SIM_STEP (3 * SIM_PIECE)

/* So many have room below a set's number, and as many that are on their way. */
#define SIM_STEPS_MOST ((1ull << SET_SHIFT) / SIM_STEP / 2)

/* So many without a set, which a register and a set number have room for. */
#define STEPS_MOST 10000

/*
 * Each stepper has at most two pieces between two looks: they may fall between
 * two registers of a reading, and of the set before.  It is half of 2^32.
 */
#define SIM_SKEW 8

/*
 * A page fault is counted by one counter after the other, with interrupts on: by
 * a CPU each in the set and in the reading.
 */
#define PERF_SKEW 4

static const uint64_t distance[COUNTERS] = {
	0, 0xfedcba9876543210, 0x00000000ffffff00, 0x7fffffffffff0000,
};

/* What they tell each other. */
static struct shared {
	atomic_bool stop;
	atomic_bool steppers_stop;
	atomic_ulong steps;
	atomic_ulong steps_since; /* the last set */
	atomic_ulong sets;
	atomic_ulong snapshots;
	atomic_ulong no_memory;
	atomic_ullong begun[WRITERS]; /* the last set that a writer has begun */
	atomic_ullong done[WRITERS];  /* the last that it has done */
	atomic_bool wrong;
	char complaint[256];
} *shared;

static enum driver driver;
static unsigned long least_edges; /* so often memory is gone until all is done */
static int proc = -1;
static int device = -1; /* the counters are claimed by it, or -1 */

__attribute__((format(printf, 1, 2)))
static void complain(const char *format, ...)
{
	va_list args;

	if (!atomic_exchange(&shared->wrong, true)) {
		va_start(args, format);
		vsnprintf(shared->complaint, sizeof(shared->complaint), format,
			  args);
		va_end(args);
	}
	shared->stop = true;
}

/* All counters at one moment; 0 or the errno. */
static int set_proc(uint64_t base)
{
	const char *event = driver == SIM ? "instructions:uk" : "page-faults:uk";
	char text[512];
	int i, length = 0;

	for (i = 0; i < COUNTERS; i++)
		length += snprintf(text + length, sizeof(text) - length,
				   "%d %s %llu\n", i, event,
				   (unsigned long long)(base + distance[i]));
	return write_text(proc, text);
}

static int set_device(uint64_t base)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 0, .counts = 15,
	};
	int i;

	for (i = 0; i < COUNTERS; i++)
		set.counter[i].count = base + distance[i];
	return ioctl(device, PERFCNT_IOC_SET, &set) ? errno : 0;
}

static int set_all(uint64_t base)
{
	return device < 0 ? set_proc(base) : set_device(base);
}

/* A snapshot of all counters. */
static void get_all(uint64_t *counts)
{
	struct perfcnt_counts read = { .size = sizeof(struct perfcnt_counts) };
	struct snapshot snapshot;
	int i;

	if (device < 0) {
		read_counters(proc, &snapshot);
		memcpy(counts, snapshot.count, COUNTERS * sizeof(*counts));
		return;
	}
	if (ioctl(device, PERFCNT_IOC_READ, &read) || read.counters != (1u << COUNTERS) - 1)
		complain("READ: %s", strerror(errno));
	for (i = 0; i < COUNTERS; i++)
		counts[i] = read.counts[i];
}

/* Are they as far apart as they were set? */
static void check_distance(const uint64_t *counts)
{
	uint64_t unit = driver == SIM ? SIM_PIECE : 1;
	uint64_t most = driver == SIM ? SIM_SKEW : PERF_SKEW;
	int i;

	for (i = 1; i < COUNTERS; i++) {
		int64_t skew = counts[i] - distance[i] - counts[0];
		uint64_t size = skew < 0 ? -skew : skew;

		if (size % unit || size / unit > most)
			complain("counter %d is at %llx, counter 0 at %llx: %lld too far",
				 i, (unsigned long long)counts[i],
				 (unsigned long long)counts[0],
				 (long long)skew);
	}
}

/* One reader: what it sees goes on from what it has seen. */
static void read_forever(void)
{
	uint64_t counts[COUNTERS], seen[WRITERS] = { 0 }, last = 0;
	uint64_t done[WRITERS], set;
	int i, writer;

	while (!shared->stop) {
		for (i = 0; i < WRITERS; i++)
			done[i] = shared->done[i];
		get_all(counts);
		check_distance(counts);
		set = counts[0] >> SET_SHIFT;
		writer = set % WRITERS;
		if (set < done[writer] || set < seen[writer] ||
		    set > shared->begun[writer])
			complain("set %llu of writer %d is seen, %llu was done before",
				 (unsigned long long)set, writer,
				 (unsigned long long)done[writer]);
		if (set == last >> SET_SHIFT && counts[0] < last)
			complain("a count goes back from %llx to %llx",
				 (unsigned long long)last,
				 (unsigned long long)counts[0]);
		seen[writer] = set;
		last = counts[0];
		shared->snapshots++;
	}
}

static void write_forever(int writer)
{
	struct prng prng = { writer };
	uint64_t set = writer;
	int error;

	while (!shared->stop) {
		set += WRITERS;
		shared->begun[writer] = set;
		error = set_all(set << SET_SHIFT);
		if (error == ENOMEM) {
			shared->no_memory++;
			continue;
		}
		if (error)
			complain("set: %s", strerror(error));
		shared->done[writer] = set;
		shared->steps_since = 0;
		shared->sets++;
		usleep(prng_below(&prng, 3000));
	}
}

/* Events, which all counters count. */
static void step_forever(int cpu)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char text[64], *memory;
	int length, fd = open(STEP, O_WRONLY);

	memory = mmap(NULL, page, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	length = snprintf(text, sizeof(text), "%d u instructions %llu", cpu,
			  SIM_STEP);
	while (!shared->steppers_stop) {
		if (driver == SIM && shared->steps_since >= SIM_STEPS_MOST) {
			usleep(1000);
			continue;
		}
		shared->steps_since++;
		if (driver == SIM) {
			if (write(fd, text, length) != length)
				complain("%s: %s", STEP, strerror(errno));
		} else {
			madvise(memory, page, MADV_DONTNEED);
			*memory = 1;
		}
		shared->steps++;
	}
}

static pid_t start(void (*what)(int), int which)
{
	pid_t pid = fork();

	if (pid < 0)
		fatal("fork: %s", strerror(errno));
	if (pid)
		return pid;
	what(which);
	_exit(0);
}

static void start_reader(int which)
{
	(void)which;
	read_forever();
}

/* They have all ended by themselves; else where they are. */
static void wait_for(const pid_t *pids, int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (!watch_wait(pids[i]))
			complain("process %d does not come back", pids[i]);
}

/* Until there are so many sets and steps, or something is wrong. */
static void watch(unsigned long sets, unsigned long steps)
{
	const char *fault;

	while (!shared->stop &&
	       (shared->sets < sets || shared->steps < steps || !shared->snapshots ||
		pressure_edges() < least_edges)) {
		usleep(20000);
		fault = watch_fault();
		if (fault)
			complain("the kernel says: %.200s", fault);
	}
}

/* Writers and readers, then a while without writers, and the sum. */
static void run(const char *door, unsigned long sets)
{
	pid_t pids[WRITERS + READERS], steppers[STEPPERS];
	uint64_t counts[COUNTERS], want;
	int i, n = 0;

	memset(shared, 0, sizeof(*shared));
	for (i = 0; i < WRITERS; i++)
		shared->begun[i] = i;
	if (set_all(0))
		fatal("%s: %s", door, strerror(errno));
	for (i = 0; i < STEPPERS; i++)
		steppers[i] = start(step_forever, i);
	for (i = 0; i < WRITERS; i++)
		pids[n++] = start(write_forever, i);
	for (i = 0; i < READERS; i++)
		pids[n++] = start(start_reader, i);
	watch(sets, 1);
	shared->stop = true;
	wait_for(pids, n);
	shared->steppers_stop = true;
	wait_for(steppers, STEPPERS);
	ksft_test_result(!shared->wrong && shared->sets && shared->snapshots &&
			 shared->steps,
			 "%s: %lu sets, %lu snapshots, %lu steps, %lu times no memory%s%s\n",
			 door, shared->sets, shared->snapshots, shared->steps,
			 shared->no_memory, *shared->complaint ? ": " : "",
			 shared->complaint);

	/* nobody sets: what happens is what is counted */
	shared->stop = false;
	shared->steppers_stop = false;
	shared->steps_since = 0;
	shared->steps = 0;
	shared->snapshots = 0;
	for (i = 0; i < WRITERS; i++)
		shared->begun[i] = i;
	shared->done[0] = 0;
	shared->done[1] = 0;
	if (set_all(0))
		fatal("%s: %s", door, strerror(errno));
	for (i = 0; i < READERS; i++)
		pids[i] = start(start_reader, i);
	for (i = 0; i < STEPPERS; i++)
		steppers[i] = start(step_forever, i);
	watch(0, sets < STEPS_MOST ? sets : STEPS_MOST);
	shared->steppers_stop = true;
	wait_for(steppers, STEPPERS);
	shared->stop = true;
	wait_for(pids, READERS);
	get_all(counts);
	want = shared->steps * (driver == SIM ? SIM_STEP : 1);
	for (i = 0; i < COUNTERS; i++)
		if (driver == SIM ? counts[i] - distance[i] != want :
				    counts[i] - distance[i] < want)
			complain("counter %d has %llu of %llu", i,
				 (unsigned long long)(counts[i] - distance[i]),
				 (unsigned long long)want);
	ksft_test_result(!shared->wrong,
			 "%s: %llu events in %lu steps, all counted%s%s\n",
			 door, (unsigned long long)want, shared->steps,
			 *shared->complaint ? ": " : "", shared->complaint);
}

static void claim(void)
{
	struct perfcnt_mask mask = { sizeof(mask), 15 };
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 15, .counts = 0,
	};
	struct perfcnt_name name = { sizeof(name) };
	int i;

	stop_counters(proc);
	device = open("/dev/perfcnt", O_RDWR);
	if (device < 0 || ioctl(device, PERFCNT_IOC_CLAIM, &mask))
		fatal("claiming: %s", strerror(errno));
	for (i = 0; i < COUNTERS; i++) {
		name.counter = i;
		strcpy(name.name, driver == SIM ? "instructions:uk" :
						  "page-faults:uk");
		if (ioctl(device, PERFCNT_IOC_NAME, &name))
			fatal("%s: %s", name.name, strerror(errno));
		set.counter[i].what = name.what;
	}
	if (ioctl(device, PERFCNT_IOC_SET, &set) ||
	    ioctl(device, PERFCNT_IOC_START, &mask))
		fatal("start: %s", strerror(errno));
}

int main(int argc, char **argv)
{
	unsigned long sets = argc > 1 ? strtoul(argv[1], NULL, 10) : 5000;
	pid_t hog = -1;

	if (!sets)
		fatal("oracle [SETS [pressure]]");
	driver = which_driver();
	proc = open_counters();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (driver == MIPS || shared == MAP_FAILED)
		fatal("for pmu=sim and pmu=perf");
	ksft_print_header();
	ksft_set_plan(argc > 2 ? 5 : 4);
	watch_start();
	if (argc > 2) {
		least_edges = 2;
		hog = pressure_start();
	}
	run("/proc/perf", sets);
	claim();
	run("/dev/perfcnt", sets);
	close(device);
	if (hog > 0) {
		pressure_stop(hog);
		ksft_test_result(pressure_edges() >= least_edges,
				 "memory was all but gone %lu times\n",
				 pressure_edges());
	}
	ksft_finished();
}
