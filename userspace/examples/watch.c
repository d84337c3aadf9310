// SPDX-License-Identifier: GPL-2.0
/*
 * A table of all counters with their rates, once a second: on a terminal it is
 * drawn again in its place, elsewhere the tables follow each other.
 *
 *	watch [SECONDS]
 *
 * It reads /proc/perf, so it disturbs nobody who has claimed a counter, and
 * asks the device for the events' names and for who has claimed what.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <perfcnt.h>

struct counter {
	uint32_t control;
	uint64_t count;
};

struct table {
	unsigned int counters;
	double seconds;
	struct counter counter[PERFCNT_MAX_COUNTERS];
};

/* The events' names: of even counters, and of odd ones. */
static char names[2][PERFCNT_EVENT_CODES][PERFCNT_NAME_SIZE];

static void learn_names(struct perfcnt *perfcnt)
{
	struct perfcnt_event *event;
	unsigned int i;

	for (i = 0; (event = perfcnt_event_new(perfcnt, i)); i++) {
		unsigned int code = perfcnt_event_code(event);
		uint32_t banks = perfcnt_event_banks(event);
		unsigned int bank;

		for (bank = 0; bank < 2 && code < PERFCNT_EVENT_NATIVE; bank++)
			if (banks & (bank ? PERFCNT_BANK_IS_ODD :
					    PERFCNT_BANK_IS_EVEN))
				snprintf(names[bank][code], PERFCNT_NAME_SIZE,
					 "%s", perfcnt_event_name(event));
		perfcnt_event_free(event);
	}
}

static const char *name_of(unsigned int counter, uint32_t control)
{
	unsigned int code = (control & PERFCNT_CTL_EVENT) >>
			    PERFCNT_CTL_EVENT_SHIFT;

	return code == PERFCNT_EVENT_NATIVE ? "native" : names[counter % 2][code];
}

/* Four letters or hyphens, and a NUL. */
static const char *modes_of(uint32_t control)
{
	static char modes[5];

	modes[0] = control & PERFCNT_CTL_U ? 'u' : '-';
	modes[1] = control & PERFCNT_CTL_S ? 's' : '-';
	modes[2] = control & PERFCNT_CTL_K ? 'k' : '-';
	modes[3] = control & PERFCNT_CTL_EXL ? 'e' : '-';
	return modes;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

/* One snapshot of /proc/perf, which is two lines a counter. */
static bool read_table(int fd, struct table *table)
{
	char text[PERFCNT_MAX_COUNTERS * 80 + 1];
	ssize_t length = pread(fd, text, sizeof(text) - 1, 0);
	const char *at = text;
	int used = 0;

	if (length < 0)
		return false;
	text[length] = '\0';
	table->seconds = now();
	table->counters = 0;
	while (table->counters < PERFCNT_MAX_COUNTERS) {
		struct counter *counter = &table->counter[table->counters];

		if (sscanf(at, "PerfCnt[%*u].Ctl : 0x%" SCNx32
			   " PerfCnt[%*u].Cnt : %" SCNu64 "%n",
			   &counter->control, &counter->count, &used) != 2)
			break;
		at += used + 1;
		table->counters++;
	}
	return true;
}

static void print_table(const struct table *before, const struct table *after,
			const struct perfcnt_machine *machine)
{
	unsigned int i;
	uint32_t owner;

	printf("%-2s %-24s %-5s %20s %16s %7s\n", "", "event", "modes", "count",
	       "a second", "owner");
	for (i = 0; i < after->counters && i < before->counters; i++) {
		const struct counter *counter = &after->counter[i];
		uint64_t delta = counter->count - before->counter[i].count;
		double rate = delta / (after->seconds - before->seconds);

		printf("%-2u %-24s %-5s %20" PRIu64 " %16.0f", i,
		       name_of(i, counter->control),
		       modes_of(counter->control), counter->count, rate);
		if (machine && !perfcnt_machine_owner(machine, i, &owner))
			printf(" %7" PRIu32, owner);
		putchar('\n');
	}
	fflush(stdout);
}

int main(int argc, char **argv)
{
	unsigned long seconds = argc > 1 ? strtoul(argv[1], NULL, 0) : 10;
	struct perfcnt_machine *machine = NULL;
	struct perfcnt *perfcnt = perfcnt_open();
	int fd = open("/proc/perf", O_RDONLY);
	struct table before, after;

	if (fd < 0 || !read_table(fd, &before)) {
		perror("watch: /proc/perf");
		return EXIT_FAILURE;
	}
	if (perfcnt)
		learn_names(perfcnt);
	while (seconds--) {
		sleep(1);
		perfcnt_machine_free(machine);
		machine = perfcnt ? perfcnt_machine_new(perfcnt) : NULL;
		if (!read_table(fd, &after)) {
			perror("watch: /proc/perf");
			return EXIT_FAILURE;
		}
		print_table(&before, &after, machine);
		if (seconds && isatty(STDOUT_FILENO))
			printf("\033[%uA", after.counters + 1);
		before = after;
	}
	perfcnt_machine_free(machine);
	perfcnt_close(perfcnt);
	return EXIT_SUCCESS;
}
