// SPDX-License-Identifier: GPL-2.0
/*
 * What four counters of a thread cost on this machine, without the module and without
 * root: by libperfcnt, perf and PAPI, in nanoseconds and in instructions; or why not.  The
 * events are of user mode alone, which a user without privileges may count.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "base/processor.h"
#include "bench.h"

#define BATCHES		31
#define BATCH_NS	1000000 /* a batch takes at least so long */
#define MOST_NOTES	16
#define CELL_SIZE	64

#define PARANOID	"/proc/sys/kernel/perf_event_paranoid"

enum column { BY_LIBPERFCNT, BY_PERF, BY_PAPI, COLUMNS };

/* What is measured; in each row of the table one unit of one task. */
enum unit { NANOSECONDS, USER_MODE, WITH_KERNEL, UNITS };

static const char *const columns[COLUMNS] = { "libperfcnt", "perf", "PAPI" };

static const char *const units[UNITS] = {
	"ns", "instructions in user mode", "instructions with the kernel",
};

static const struct {
	const char *words;
	const char *ways[COLUMNS];
} tasks[] = {
	{ "read four counters", { "library-pages-read", "perf-read-group", "papi-read" } },
	{ "record a region with four counters", { "region-pages", NULL, "papi-region" } },
};

#define TASKS (sizeof(tasks) / sizeof(*tasks))

static char cells[TASKS][UNITS][COLUMNS][CELL_SIZE];

static char notes[MOST_NOTES][640];
static unsigned int n_notes;

/* Nothing twice. */
__attribute__((format(printf, 1, 2)))
static void add_note(const char *format, ...)
{
	va_list args;
	unsigned int i;

	if (n_notes == MOST_NOTES)
		return;
	va_start(args, format);
	vsnprintf(notes[n_notes], sizeof(notes[n_notes]), format, args);
	va_end(args);
	for (i = 0; i < n_notes; i++)
		if (!strcmp(notes[i], notes[n_notes]))
			return;
	n_notes++;
}

static const struct way *find_way(const char *name)
{
	const struct way *const all[] = { library_ways, perf_ways, papi_ways, region_ways };
	const struct way *way;
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(*all); i++)
		for (way = all[i]; way->name; way++)
			if (!strcmp(way->name, name))
				return way;
	fatal("there is no %s", name);
}

/* The counter of the instructions that a way takes, beside its own four. */
static int instructions = -1;

/* It has a counter from its beginning to its end, or none. */
static int open_instructions(bool kernel)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.pinned = 1,
		.exclude_kernel = !kernel,
		.exclude_hv = 1,
	};

	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static uint64_t count_instructions(void)
{
	uint64_t count;

	/* nothing of an event that has lost its counter */
	if (read(instructions, &count, sizeof(count)) != sizeof(count))
		fatal("the counter of instructions was lost: others have pinned events");
	return count;
}

static uint64_t count_nanoseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

typedef uint64_t (*clock_function)(void);

static uint64_t count_of(clock_function count, void (*once)(void), unsigned long times)
{
	uint64_t before = count();

	repeat(once, times);
	return count() - before;
}

/* How often it is done in a batch; what leads to that warms up. */
static unsigned long times_of(void (*once)(void))
{
	unsigned long times = 16;

	while (count_of(count_nanoseconds, once, times) < BATCH_NS)
		times *= 2;
	return times;
}

static int by_value(const void *a, const void *b)
{
	const double *one = a, *other = b;

	return (*one > *other) - (*one < *other);
}

/* Once, as a median and what it is from and to, without what reading the clock takes. */
static void measure_batches(clock_function count, void (*once)(void), unsigned long times,
			    char cell[CELL_SIZE])
{
	double batches[BATCHES];
	unsigned int i;

	for (i = 0; i < BATCHES; i++) {
		double clock = count_of(count, once, 0);

		batches[i] = (count_of(count, once, times) - clock) / times;
	}
	qsort(batches, BATCHES, sizeof(*batches), by_value);
	snprintf(cell, CELL_SIZE, "%.0f (%.0f to %.0f)", batches[BATCHES / 2], batches[0],
		 batches[BATCHES - 1]);
}

/* The words of the kernel's setting, if it is what forbids. */
static const char *why_forbidden(int most)
{
	static char why[256];
	char number[16] = "";

	read_file(PARANOID, number, sizeof(number));
	number[strcspn(number, "\n")] = '\0';
	if (atoi(number) > most)
		snprintf(why, sizeof(why), PARANOID " is %s, and must be %d or less", number,
			 most);
	else
		snprintf(why, sizeof(why),
			 "perf_event_open(2) is not permitted, though " PARANOID
			 " is %s: a container may forbid it", *number ? number : "not there");
	return why;
}

/* Why an event of instructions cannot be opened. */
static const char *why_not_open(bool kernel)
{
	switch (errno) {
	case EACCES:
	case EPERM:
		return why_forbidden(kernel ? 1 : 2);
	case ENOENT:
	case EOPNOTSUPP:
	case ENODEV:
	case ENXIO:
		return "no PMU counts instructions here (most virtual machines have no PMU)";
	}
	return why_error("perf_event_open");
}

/* Whether nothing at all can be counted: NULL, or why. */
static const char *why_nothing(void)
{
	const char *why = NULL;
	uint64_t count = 0;

	instructions = open_instructions(false);
	if (instructions < 0)
		return why_not_open(false);
	short_loop(1000);
	if (read(instructions, &count, sizeof(count)) != sizeof(count))
		why = "others have pinned all counters of the PMU";
	else if (!count)
		why = "the PMU counts nothing here, as where a hypervisor keeps it to itself";
	close(instructions);
	return why;
}

/* Why this unit of it was not measured, or NULL. */
static const char *measure_unit(const struct way *way, enum unit unit, unsigned long *times,
				char cell[CELL_SIZE])
{
	const char *why;

	if (unit != NANOSECONDS) {
		instructions = open_instructions(unit == WITH_KERNEL);
		if (instructions < 0)
			return why_not_open(unit == WITH_KERNEL);
	}
	why = way->open(MOST_COUNTERS);
	if (!why && unit == NANOSECONDS)
		*times = times_of(way->once);
	if (!why)
		measure_batches(unit == NANOSECONDS ? count_nanoseconds : count_instructions,
				way->once, *times, cell);
	way->close();
	if (unit != NANOSECONDS)
		close(instructions);
	return why;
}

/* Without the first unit there are no others, for the same reason. */
static void measure(unsigned int task, enum column column)
{
	const char *name = tasks[task].ways[column], *why;
	unsigned long times = 0;
	enum unit unit;

	for (unit = NANOSECONDS; name && unit < UNITS; unit++) {
		why = measure_unit(find_way(name), unit, &times, cells[task][unit][column]);
		if (why && unit == NANOSECONDS) {
			add_note("%s: %s", columns[column], why);
			return;
		}
		if (why)
			add_note("%s: %s", units[unit], why);
	}
}

static void print_table(void)
{
	unsigned int task, i;
	enum unit unit;

	printf("\n| of a thread, in user mode |");
	for (i = 0; i < COLUMNS; i++)
		printf(" %s |", columns[i]);
	printf("\n|---|--:|--:|--:|\n");
	for (task = 0; task < TASKS; task++)
		for (unit = NANOSECONDS; unit < UNITS; unit++) {
			printf("| %s, %s |", tasks[task].words, units[unit]);
			for (i = 0; i < COLUMNS; i++)
				printf(" %s |", cells[task][unit][i]);
			putchar('\n');
		}
	printf("\nThe events are");
	for (i = 0; i < MOST_COUNTERS; i++)
		printf("%s %s", i ? "," : "", counted_events[i].name);
	printf(". Each figure is the\n"
	       "median (the least to the most) of %d batches, the loop around it included.\n",
	       BATCHES);
}

/* PAPI is last, as it stays loaded. */
static void measure_all(void)
{
	enum column column;
	unsigned int task, i;

	for (column = 0; column < COLUMNS; column++)
		for (task = 0; task < TASKS; task++)
			measure(task, column);
	print_table();
	for (i = 0; i < n_notes; i++)
		printf("%sNot here: %s\n", i ? "" : "\n", notes[i]);
}

int main(void)
{
	const char *why;

	count_user_mode();
	pin_to_cpu(sched_getcpu());
	processor_print(stdout);
	fflush(stdout);
	why = why_nothing();
	if (why)
		printf("\nNothing is measured here: %s.\n", why);
	else
		measure_all();
	return EXIT_SUCCESS;
}
