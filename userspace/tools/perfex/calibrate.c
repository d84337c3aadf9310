// SPDX-License-Identifier: GPL-2.0
/*
 * A cost is the difference of two loops in cycles, divided by their difference in
 * events: one has the event, the other does the same without it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/statistics.h"
#include "calibrate.h"
#include "chosen.h"
#include "clock.h"
#include "workloads.h"

#define REPEATS		7
#define LEAST_TIME	0.02 /* of a loop, in seconds: some ticks of the timer are in each */
#define LEAST_SHARE	100 /* of the turns, one at least has to have the event */
#define STEPS		1000000.0 /* of a cost, as statistics take whole numbers */
#define MOST_SPREAD	0.1 /* of a cost */
#define NOISE		0.5 /* of any cost, in cycles: interrupts change what a loop finds */

#define PAGES		2048 /* more than a TLB has entries; words of as many fit into a cache */

/* What is measured with. */
struct calibration {
	FILE *out; /* where comments go */
	struct machine *machine;
	const struct perfex_clock *clock;
	struct area areas[AREAS]; /* the memories */
	bool has_l2; /* are there such that are for a second level cache? */
	bool stable; /* no cost was unstable */
};

/* What a loop has counted. */
struct amounts {
	double cycles; /* in user mode */
	double events; /* all parts of the event */
};

static void make_areas(struct calibration *calibration)
{
	size_t l1 = perfex_cache_size(1) ?: 32768, l2 = perfex_cache_size(2);
	size_t line = calibration->clock->l1_line ?: 32;
	struct area *areas = calibration->areas;

	area_make(&areas[IN_L1], l1 / 4, line, true);
	area_make(&areas[BEYOND_L1], 4 * l1, line, true);
	calibration->has_l2 = l2;
	if (l2)
		area_make(&areas[BEYOND_L2], 4 * l2,
			  calibration->clock->l2_line ?: line, true);
	area_make(&areas[DENSE], PAGES * sizeof(void *), sizeof(void *), true);
	area_make_sparse(&areas[SPARSE], PAGES);
	area_make(&areas[EVEN_BYTES], 4096, line, false);
	memset(areas[EVEN_BYTES].memory, 0, areas[EVEN_BYTES].size);
	area_make(&areas[RANDOM_BYTES], 4096, line, false);
	area_randomize(&areas[RANDOM_BYTES]);
}

static int read_amounts(struct perfcnt_event_set *set, struct amounts *amounts)
{
	uint64_t cycles, events;

	if (perfcnt_event_set_read(set) || perfcnt_event_set_count(set, 0, &cycles) ||
	    perfcnt_event_set_count(set, 1, &events))
		return -1;
	amounts->cycles = cycles;
	amounts->events = events;
	return 0;
}

/* How many turns of a loop go once through its memory. */
static unsigned long turns_through(const struct calibration *calibration,
				   const struct loop *loop)
{
	const struct area *area = &calibration->areas[loop->area];

	return area->size / (loop->run == load_words ? sizeof(long) : area->stride);
}

static double cpu_time(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

/* So many that both loops go through all of their memory, and that it takes some time. */
static unsigned long turns_of(const struct calibration *calibration,
			      const struct loop *with, const struct loop *without)
{
	unsigned long turns = turns_through(calibration, with);
	unsigned long others = turns_through(calibration, without);
	double begin, time;

	turns = turns > others ? turns : others;
	for (;;) {
		begin = cpu_time();
		with->run(&calibration->areas[with->area], turns);
		time = cpu_time() - begin;
		if (time >= LEAST_TIME)
			return turns;
		turns *= 2;
	}
}

/* Cycles and a part of the event, of the calling thread. */
static struct perfcnt_event_set *make_set(const struct calibration *calibration,
					  const char *part)
{
	struct perfcnt_event_set *set =
		perfcnt_event_set_new(calibration->machine->perfcnt);
	char name[PART_NAME_SIZE];

	snprintf(name, sizeof(name), "%s:u", part);
	if (set && !perfcnt_event_set_add(set, "cycles:u") &&
	    !perfcnt_event_set_add(set, name) &&
	    !perfcnt_event_set_enter(set, 0, PERFCNT_SCOPE_SHARED) &&
	    !perfcnt_event_set_start(set))
		return set;
	perfcnt_event_set_free(set);
	return NULL;
}

/* Can each part be counted?  If not it is said why. */
static bool can_count(const struct calibration *calibration,
		      const struct perfex_equivalent *equivalent)
{
	struct perfcnt_event_set *set;
	unsigned int i;

	for (i = 0; i < equivalent->count; i++) {
		set = make_set(calibration, equivalent->name[i]);
		if (!set) {
			fprintf(calibration->out,
				"# - cannot be counted beside cycles: %s\n",
				perfcnt_strerror(calibration->machine->perfcnt));
			return false;
		}
		perfcnt_event_set_free(set);
	}
	return true;
}

/* The second of two times: the first fills caches and tables. */
static int count_part(const struct calibration *calibration, const struct loop *loop,
		      unsigned long turns, const char *part, struct amounts *amounts)
{
	const struct area *area = &calibration->areas[loop->area];
	struct perfcnt_event_set *set = make_set(calibration, part);
	struct amounts before;
	int result = -1;

	if (!set)
		return -1;
	loop->run(area, turns);
	if (!read_amounts(set, &before)) {
		loop->run(area, turns);
		result = read_amounts(set, amounts);
		amounts->cycles -= before.cycles;
		amounts->events -= before.events;
	}
	perfcnt_event_set_free(set);
	return result;
}

/* Part by part, as a sum may need more counters than there are. */
static int count_loop(const struct calibration *calibration, const struct loop *loop,
		      unsigned long turns, const struct perfex_equivalent *equivalent,
		      struct amounts *amounts)
{
	struct amounts part;
	unsigned int i;

	*amounts = (struct amounts){ 0 };
	for (i = 0; i < equivalent->count; i++) {
		if (count_part(calibration, loop, turns, equivalent->name[i], &part))
			return -1;
		amounts->cycles += part.cycles / equivalent->count;
		amounts->events += part.events;
	}
	return 0;
}

static double unit_of(const struct calibration *calibration,
		      const struct method *method)
{
	const struct perfex_clock *clock = calibration->clock;
	double unit = method->unit == PERFEX_NSEC ? 1000 / clock->mhz : 1;

	if (method->number == 22 && clock->l1_line)
		unit = unit * R10000_QUADWORD / clock->l1_line;
	if (method->number == 7 && clock->l2_line)
		unit = unit * R10000_QUADWORD / clock->l2_line;
	return unit;
}

/* One cost, as the median of some; false if the event did not occur. */
static bool measure_cost(struct calibration *calibration,
			 const struct method *method, enum column column,
			 const struct perfex_equivalent *equivalent,
			 struct statistics *found)
{
	const struct loop *one = &method->with[column], *other = &method->without[column];
	unsigned long turns = turns_of(calibration, one, other);
	uint64_t values[REPEATS];
	bool outlier[REPEATS] = { false };
	struct amounts with, without;
	unsigned int i;
	double cost;

	for (i = 0; i < REPEATS; i++) {
		if (count_loop(calibration, one, turns, equivalent, &with) ||
		    count_loop(calibration, other, turns, equivalent, &without))
			fail("%s",
			     perfcnt_strerror(calibration->machine->perfcnt));
		if (with.events - without.events < turns / LEAST_SHARE)
			return false;
		cost = (with.cycles - without.cycles) /
		       (with.events - without.events) *
		       unit_of(calibration, method);
		values[i] = cost > 0 ? cost * STEPS : 0;
	}
	if (statistics_of(values, outlier, REPEATS, found))
		out_of_memory();
	return true;
}

static int compare(const void *left, const void *right)
{
	const double *one = left, *other = right;

	return (*one > *other) - (*one < *other);
}

/* Costs that hardly differ can be measured in another order. */
static void set_cost(struct perfex_cost *cost, const double costs[COLUMNS])
{
	double sorted[COLUMNS];

	memcpy(sorted, costs, sizeof(sorted));
	qsort(sorted, COLUMNS, sizeof(*sorted), compare);
	cost->minimum = sorted[0];
	cost->typical = sorted[1];
	cost->maximum = sorted[2];
}

static bool is_as_before(const struct method *method, enum column column)
{
	return !memcmp(&method->with[column], &method->with[column - 1],
		       sizeof(method->with[column])) &&
	       !memcmp(&method->without[column], &method->without[column - 1],
		       sizeof(method->without[column]));
}

/* All costs of an event, with their spreads as a comment. */
static void measure_event(struct calibration *calibration,
			  const struct method *method,
			  struct perfex_costs *table)
{
	struct perfex_cost_row row = {
		.number = method->number,
		.cost.unit = method->unit,
	};
	struct perfex_equivalent equivalent;
	uint32_t banks[R10000_MOST_PARTS];
	double costs[COLUMNS], spread = 0;
	struct statistics found;
	enum column column;
	const char *why;

	fprintf(calibration->out, "# %d %s\n", method->number,
		perfex_label(method->number));
	why = chosen_find(method->number, "u", calibration->machine, calibration->clock,
			  &equivalent, banks);
	if (!why && !calibration->has_l2 && method->with[TYPICAL].area == BEYOND_L2)
		why = "the kernel does not know a second level cache";
	if (why) {
		fprintf(calibration->out, "# - %s\n", why);
		return;
	}
	if (!can_count(calibration, &equivalent))
		return;
	for (column = 0; column < COLUMNS; column++) {
		if (column && is_as_before(method, column)) {
			costs[column] = costs[column - 1];
			continue;
		}
		if (!measure_cost(calibration, method, column, &equivalent, &found)) {
			fputs("# - the event does not occur where it should\n",
			      calibration->out);
			break;
		}
		costs[column] = found.median / STEPS;
		if (found.spread / STEPS > NOISE * unit_of(calibration, method) &&
		    found.spread > spread * found.median)
			spread = found.spread / found.median;
	}
	if (column < COLUMNS)
		return;
	fprintf(calibration->out, "# spread %.1f %%%s\n", 100 * spread,
		spread > MOST_SPREAD ? ": unstable" : "");
	calibration->stable = calibration->stable && spread <= MOST_SPREAD;
	set_cost(&row.cost, costs);
	if (perfex_costs_set(table, &row))
		out_of_memory();
}

static void print_head(const struct calibration *calibration)
{
	char date[32] = "", processor[128];
	struct utsname names;
	time_t now = time(NULL);

	strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S %Z", localtime(&now));
	perfex_processor(processor, sizeof(processor));
	fprintf(calibration->out, "# perfex costs: %.10g MHz %s\n",
		calibration->clock->mhz, processor);
	if (!uname(&names))
		fprintf(calibration->out, "# %s %s %s, driver %s, %s\n",
			names.sysname, names.release, names.machine,
			calibration->machine->describe.driver, date);
}

int calibrate(FILE *out, struct machine *machine,
	      const struct perfex_clock *clock)
{
	struct calibration calibration = {
		.out = out,
		.machine = machine,
		.clock = clock,
		.stable = true,
	};
	struct perfex_costs table = { 0 };
	size_t i;

	print_head(&calibration);
	make_areas(&calibration);
	if (perfex_costs_begin(&table))
		out_of_memory();
	for (i = 0; methods[i].number >= 0; i++)
		measure_event(&calibration, &methods[i], &table);
	perfex_costs_print(out, &table);
	perfex_costs_free(&table);
	return calibration.stable ? 0 : STATUS_BAD_INPUT;
}
