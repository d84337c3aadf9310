// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own events, which every machine has: page faults to the last
 * one, on the CPU where they happen; switches, migrations and time.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "tap.h"

#define ROUNDS 10
#define PAGES 1000
#define SWITCHES 1000
#define MIGRATIONS 200

/* Other work of the machine's, in the time that a test takes. */
#define SLACK 200

/* Touch so many pages that were never touched before. */
static void touch(size_t pages)
{
	size_t i, size = sysconf(_SC_PAGESIZE);
	char *fresh = mmap(NULL, 2 * PAGES * size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (fresh == MAP_FAILED)
		tap_bail_out("mmap: %s", strerror(errno));
	madvise(fresh, 2 * PAGES * size, MADV_NOHUGEPAGE);
	for (i = 0; i < pages; i++) {
		fresh[i * size] = 1;
		asm volatile("" : : : "memory");
	}
	munmap(fresh, 2 * PAGES * size);
}

/* One piece of code, whatever the number of pages. */
__attribute__((noipa))
static void count_touch(int fd, const char *text, size_t pages,
			struct snapshot *snapshot)
{
	set_counters(fd, text);
	touch(pages);
	set_counters(fd, "suspend");
	read_counters(fd, snapshot);
}

static void test_page_faults(int fd, int cpu)
{
	static const char text[] =
		"0 page-faults:u 0\n1 minor-faults:u 0\n"
		"2 page-faults:u@tc0 0\n3 page-faults:u@tc1 0\n";
	int i, exact[4] = { 0 };

	settle();
	pin_to_cpu(cpu);
	for (i = 0; i < ROUNDS; i++) {
		struct snapshot none, all;
		int counter;

		count_touch(fd, text, 0, &none);
		count_touch(fd, text, PAGES, &all);
		for (counter = 0; counter < 4; counter++) {
			uint64_t want = counter == 3 - cpu ? 0 : PAGES;

			exact[counter] += all.count[counter] -
					  none.count[counter] == want;
		}
	}
	tap(exact[0] == ROUNDS, "CPU %d: %d page faults more, %d of %d rounds",
	    cpu, PAGES, exact[0], ROUNDS);
	tap(exact[1] == ROUNDS, "CPU %d: all of them minor", cpu);
	tap(exact[2 + cpu] == ROUNDS, "CPU %d: all of them under its filter",
	    cpu);
	tap(exact[3 - cpu] == ROUNDS, "CPU %d: none under the other's", cpu);
}

/* Two processes on one CPU that wake each other by turns. */
static void test_switches(int fd)
{
	struct snapshot s;
	int i, ping[2], pong[2];
	char byte = 0;
	pid_t child;

	pin_to_cpu(0);
	if (pipe(ping) || pipe(pong))
		tap_bail_out("pipe: %s", strerror(errno));
	child = fork();
	if (!child) {
		close(ping[1]);
		while (read(ping[0], &byte, 1) == 1 &&
		       write(pong[1], &byte, 1) == 1)
			;
		_exit(0);
	}
	set_counters(fd, "0 context-switches:k@tc0 0\n1 context-switches:k 0");
	for (i = 0; i < SWITCHES / 2; i++)
		if (write(ping[1], &byte, 1) != 1 || read(pong[0], &byte, 1) != 1)
			tap_bail_out("ping: %s", strerror(errno));
	set_counters(fd, "suspend");
	read_counters(fd, &s);
	close(ping[1]);
	waitpid(child, NULL, 0);
	tap(s.count[0] >= SWITCHES && s.count[0] < SWITCHES + SLACK,
	    "%d switches of these: %llu on CPU 0", SWITCHES,
	    (unsigned long long)s.count[0]);
	tap(s.count[1] >= s.count[0], "and %llu on all CPUs",
	    (unsigned long long)s.count[1]);
}

static void test_migrations(int fd)
{
	struct snapshot s;
	int i;

	pin_to_cpu(1);
	set_counters(fd, "0 cpu-migrations:k 0");
	for (i = 0; i < MIGRATIONS; i++)
		pin_to_cpu(i & 1);
	set_counters(fd, "suspend");
	read_counters(fd, &s);
	tap(s.count[0] >= MIGRATIONS && s.count[0] < MIGRATIONS + SLACK,
	    "%d migrations of this process: %llu", MIGRATIONS,
	    (unsigned long long)s.count[0]);
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* What was waited, within and around, and what was counted meanwhile. */
struct waited {
	uint64_t inside;
	uint64_t outside;
	struct snapshot s;
};

static void wait_a_while(int fd, struct waited *w)
{
	uint64_t start = now(), inside;

	set_counters(fd, "0 cpu-clock:uk@tc0 0\n1 cpu-clock:uk 0\n"
			 "2 task-clock:uk@tc1 0");
	inside = now();
	usleep(100000);
	w->inside = now() - inside;
	read_counters(fd, &w->s);
	w->outside = now() - start;
	set_counters(fd, "0 0 0\n1 0 0\n2 0 0");
}

/* Is what @counter has of @cpus CPUs what was waited? */
static bool is_time(const struct waited *w, int counter, int cpus)
{
	uint64_t count = w->s.count[counter];

	return count >= cpus * w->inside && count <= cpus * w->outside;
}

/*
 * A clock counts on each CPU; what is read lies within what was waited.  It is
 * the scheduler's, which may be late by ticks that a busy host did not give a
 * CPU: then it is asked once more.
 */
static void test_clocks(int fd)
{
	struct waited w;
	int tries = 0;

	do {
		wait_a_while(fd, &w);
	} while (++tries < 5 &&
		 !(is_time(&w, 0, 1) && is_time(&w, 1, 2) && is_time(&w, 2, 1)));
	tap(is_time(&w, 0, 1), "cpu-clock of CPU 0: %llu, %llu to %llu",
	    (unsigned long long)w.s.count[0], (unsigned long long)w.inside,
	    (unsigned long long)w.outside);
	tap(is_time(&w, 1, 2), "cpu-clock of both: %llu",
	    (unsigned long long)w.s.count[1]);
	tap(is_time(&w, 2, 1), "task-clock of CPU 1: %llu, asked %d times",
	    (unsigned long long)w.s.count[2], tries);
}

/* Hardware events where there is no hardware: refused in words. */
static void test_no_pmu(int fd)
{
	char said[512];
	int error;

	if (is_taken(fd, "0 cycles 0")) {
		tap_skip("there is a PMU", "hardware events without a PMU");
		return;
	}
	error = write_text(fd, "0 page-faults 0\n1 instructions 0");
	read_file(LAST_ERROR, said, sizeof(said));
	tap(error == ENOENT && strstr(said, "instructions") &&
	    strstr(said, "no PMU"), "instructions without a PMU: %s",
	    strtok(said, "\n"));
	error = write_text(fd, "0 ref-cycles 0");
	read_file(LAST_ERROR, said, sizeof(said));
	tap(error == ENOENT && strstr(said, "no PMU that counts ref-cycles"),
	    "an event without a 34K's code: %s", strtok(said, "\n"));
}

int main(void)
{
	int fd = open_counters();

	if (which_driver() != PERF) {
		tap_skip("only driver perf has them", "software events");
		return tap_end();
	}
	test_page_faults(fd, 0);
	test_page_faults(fd, 1);
	test_switches(fd);
	test_migrations(fd);
	test_clocks(fd);
	test_no_pmu(fd);
	return tap_end();
}
