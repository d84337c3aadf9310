// SPDX-License-Identifier: LGPL-2.1-or-later
/* The calls: they count the calling thread alone. */
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "libperfex.h"
#include "perfcnt.h"
#include "report.h"

#define EXPORT __attribute__((visibility("default")))

/**
 * struct counted - one of the two events
 * @number: the event
 * @equivalent: what counts it
 * @first: its first part among the events of the thread
 */
struct counted {
	int number;
	struct perfex_equivalent equivalent;
	unsigned int first;
};

/**
 * struct session - the counters of a thread
 * @perfcnt: its events, or NULL
 * @counted: both events
 * @number: how often counters were started
 * @clock: the caches
 */
static __thread struct session {
	struct perfcnt *perfcnt;
	struct counted counted[2];
	int number;
	struct perfex_clock clock;
} session;

static struct perfex_costs costs;
static bool has_costs;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

static void end_session(void)
{
	int error = errno;

	perfcnt_close(session.perfcnt);
	session.perfcnt = NULL;
	errno = error;
}

static void end_thread(void *thread)
{
	(void)thread;
	end_session();
}

static void make_key(void)
{
	has_key = !pthread_key_create(&key, end_thread);
}

/* A thread that ends before it reads its counters has them no more. */
static int end_with_thread(void)
{
	pthread_once(&once, make_key);
	if (has_key && !pthread_setspecific(key, &session))
		return 0;
	errno = ENOMEM;
	return -1;
}

/* Only the machine's own words: the program may have any locale. */
static locale_t use_c(void)
{
	locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);

	return c ? uselocale(c) : (locale_t)0;
}

static void use_before(locale_t before)
{
	locale_t c;

	if (!before)
		return;
	c = uselocale(before);
	freelocale(c);
}

/* Who counts: the device's driver, or perf for a thread that reads its own pages. */
static int find_kind(enum perfex_kind *kind)
{
	struct perfcnt_describe machine = { .size = sizeof(struct perfcnt_describe) };

	if (perfcnt_reads_by(session.perfcnt, NULL) != PERFCNT_WAY_DEVICE)
		strcpy(machine.driver, "perf");
	else if (perfcnt_describe_machine(session.perfcnt, &machine))
		return -1;
	*kind = perfex_kind_of(machine.driver);
	return 0;
}

static int find_event(struct counted *counted, int number)
{
	enum perfex_kind kind;
	unsigned int which;

	if (find_kind(&kind))
		return -1;
	counted->number = number;
	for (which = 0; perfex_equivalent(number, kind, which,
					  &counted->equivalent); which++)
		if (perfex_is_listed(&counted->equivalent))
			return 0;
	errno = ENOENT;
	return -1;
}

static int add_event(struct counted *counted, unsigned int *parts)
{
	char name[R10000_NAME_SIZE + 2];
	unsigned int i;

	counted->first = *parts;
	for (i = 0; i < counted->equivalent.count; i++) {
		snprintf(name, sizeof(name), "%s:u", counted->equivalent.name[i]);
		if (perfcnt_add(session.perfcnt, name))
			return -1;
		++*parts;
	}
	return 0;
}

/* T5_EVENT0 and T5_EVENT1 say more than the program. */
static int choose_event(const char *variable, int number)
{
	const char *word = secure_getenv(variable);

	if (word)
		number = perfex_event_number(word);
	if (number >= 0 && number < R10000_EVENTS)
		return number;
	errno = EINVAL;
	return -1;
}

static int choose(int *e0, int *e1)
{
	*e0 = choose_event("T5_EVENT0", *e0);
	*e1 = choose_event("T5_EVENT1", *e1);
	return *e0 < 0 || *e1 < 0 ? -1 : 0;
}

/* Lines cannot be made quadwords if nobody says how long they are. */
static bool lines_are_known(const struct counted *counted)
{
	switch (counted->equivalent.lines) {
	case PERFEX_L1_LINES:
		return session.clock.l1_line;
	case PERFEX_L2_LINES:
		return session.clock.l2_line;
	default:
		return true;
	}
}

static int begin_session(int e0, int e1)
{
	unsigned int parts = 0;

	session.perfcnt = perfcnt_open_thread();
	if (!session.perfcnt || find_event(&session.counted[0], e0) ||
	    find_event(&session.counted[1], e1) ||
	    add_event(&session.counted[0], &parts))
		return -1;
	session.counted[1].first = 0;
	if (e0 != e1 && add_event(&session.counted[1], &parts)) {
		if (errno == EBUSY)
			fprintf(stderr,
				"libperfex: conflicting counters: events %d (%s) and %d (%s)\n",
				e0, perfex_label(e0), e1, perfex_label(e1));
		return -1;
	}
	perfex_clock_read(&session.clock);
	if (!lines_are_known(&session.counted[0]) ||
	    !lines_are_known(&session.counted[1])) {
		errno = ENODATA;
		return -1;
	}
	if (perfcnt_start(session.perfcnt))
		return -1;
	perfcnt_begin(session.perfcnt);
	return 0;
}

EXPORT int start_counters(int e0, int e1)
{
	end_session();
	if (choose(&e0, &e1) || end_with_thread())
		return -1;
	if (begin_session(e0, e1)) {
		end_session();
		return -1;
	}
	return ++session.number;
}

static int get_count(const struct counted *counted, long long *count)
{
	const struct perfex_equivalent *equivalent = &counted->equivalent;
	uint64_t part, all = 0;
	unsigned int i;

	for (i = 0; i < equivalent->count; i++) {
		if (perfcnt_count(session.perfcnt, counted->first + i, &part))
			return -1;
		all += part;
	}
	if (equivalent->lines == PERFEX_L1_LINES)
		all = perfex_quadwords(all, session.clock.l1_line);
	else if (equivalent->lines == PERFEX_L2_LINES)
		all = perfex_quadwords(all, session.clock.l2_line);
	*count = all;
	return 0;
}

EXPORT int read_counters(int e0, long long *c0, int e1, long long *c1)
{
	int result = -1;

	if (!session.perfcnt || !c0 || !c1 || choose(&e0, &e1) ||
	    e0 != session.counted[0].number ||
	    e1 != session.counted[1].number) {
		errno = EINVAL;
		return -1;
	}
	if (!perfcnt_end(session.perfcnt) &&
	    !get_count(&session.counted[0], c0) &&
	    !get_count(&session.counted[1], c1))
		result = session.number;
	end_session();
	return result;
}

/* As the thread's last counters had it. */
static bool was_approximate(int number)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		if (session.counted[i].number == number &&
		    session.counted[i].equivalent.approximate)
			return true;
	return false;
}

/* Two lines, or one; by number. */
static int make_lines(int e0, long long c0, int e1, long long c1,
		      struct perfex_line lines[2])
{
	unsigned int i;

	/* the counts are of these */
	if (choose(&e0, &e1))
		return -1;
	for (i = 0; i < 2; i++) {
		bool first = (e0 <= e1) == !i;
		int event = first ? e0 : e1;

		lines[i] = (struct perfex_line){
			.number = event,
			.name = "",
			.label = perfex_label(event),
			.approximate = was_approximate(event),
			.counted = true,
			.count = first ? c0 : c1,
			.factor = 1,
		};
	}
	return e0 == e1 ? 1 : 2;
}

EXPORT int print_counters(int e0, long long c0, int e1, long long c1)
{
	struct perfex_line lines[2];
	int count = make_lines(e0, c0, e1, c1, lines);

	if (count < 0)
		return -1;
	perfex_report_counts(stderr, lines, count);
	return 0;
}

static bool is_known(const char *name)
{
	return perfex_is_34k_name(name) || *name == 'r' || strchr(name, '/') ||
	       strchr(name, '-');
}

static int read_costs(const char *path)
{
	struct perfex_costs_error error;
	locale_t before = use_c();
	int result, number;

	result = perfex_costs_read(&costs, path, is_known, &error);
	number = errno;
	use_before(before);
	if (result && error.line)
		fprintf(stderr, "%s:%zu: %s\n", path, error.line, error.words);
	errno = number;
	return result;
}

/* Without a table of its own a program has that of the machine, if there is one. */
static int read_machines_costs(void)
{
	if (has_costs)
		return 0;
	if (!costs.count && perfex_costs_begin(&costs))
		return -1;
	if (read_costs(PERFEX_COSTS_FILE) && errno != ENOENT)
		return -1;
	has_costs = true;
	return 0;
}

EXPORT int load_costs(char *CostFileName)
{
	if (read_machines_costs())
		return -1;
	return read_costs(CostFileName);
}

/* Where nothing says what the clock is. */
static int measure_clock(double *mhz)
{
	int result = perfex_own_clock(mhz);

	if (result)
		errno = ENODATA;
	return result;
}

EXPORT int print_costs(int e0, long long c0, int e1, long long c1)
{
	int count, result = 0;
	char processor[128];
	struct perfex_line lines[2];
	struct perfex_clock clock;
	locale_t before;

	count = make_lines(e0, c0, e1, c1, lines);
	if (count < 0 || read_machines_costs())
		return -1;
	before = use_c();
	perfex_clock_read(&clock);
	if (!(clock.mhz > 0))
		result = measure_clock(&clock.mhz);
	if (!result) {
		perfex_processor(processor, sizeof(processor));
		perfex_estimate(lines, count, &costs, clock.mhz);
		perfex_sort(lines, count);
		perfex_report_costs(stderr, lines, count, &clock, processor);
	}
	use_before(before);
	return result;
}
