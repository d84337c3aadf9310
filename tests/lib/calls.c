// SPDX-License-Identifier: GPL-2.0
/* The library's calls on a machine: what they do, and what they say if not. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <perfcnt.h>

#include "../selftests/counters.h"
#include "../selftests/tap.h"

static struct perfcnt *open_handle(void)
{
	struct perfcnt *perfcnt = perfcnt_open();

	if (!perfcnt)
		tap_bail_out("open: %s", perfcnt_strerror(NULL));
	return perfcnt;
}

/* A call that must be taken. */
static void must(struct perfcnt *perfcnt, int result, const char *what)
{
	if (result)
		tap_bail_out("%s: %s", what, perfcnt_strerror(perfcnt));
}

/* A call that must be refused, in words of the kernel's. */
static void refused(struct perfcnt *perfcnt, int result, int error,
		    const char *what)
{
	int got = result == -1 ? errno : 0;
	const char *words = perfcnt_strerror(perfcnt);

	tap(got == error && *words && strcmp(words, strerror(error)),
	    "%s: %s", what, words);
}

/* Is this what a name means?  The machine may lack the event. */
static bool means(struct perfcnt *perfcnt, const char *name, const char *modes,
		  const struct perfcnt_event_row *row)
{
	unsigned int counter = row->banks & PERFCNT_BANK_IS_EVEN ? 0 : 1;
	char text[PERFCNT_NAME_SIZE + 4];
	struct perfcnt_what what;

	snprintf(text, sizeof(text), "%s%s", name, modes);
	if (perfcnt_name(perfcnt, counter, text, &what))
		return errno == ENOENT;
	return (what.control & PERFCNT_CTL_EVENT) ==
	       row->code << PERFCNT_CTL_EVENT_SHIFT;
}

/* Some of the kernel's events are not to be had in user mode alone. */
static bool is_known(struct perfcnt *perfcnt,
		     const struct perfcnt_event_row *row)
{
	struct perfcnt_event_row found;

	return !perfcnt_event_by_name(perfcnt, row->name, &found) &&
	       found.code == row->code && found.scope == row->scope &&
	       (found.banks & row->banks) == row->banks &&
	       (means(perfcnt, row->name, "", row) ||
		means(perfcnt, row->name, ":k", row) ||
		means(perfcnt, row->name, ":uk", row));
}

static void test_events(struct perfcnt *perfcnt)
{
	unsigned int i, named = 0;
	struct perfcnt_describe machine;
	struct perfcnt_event_row row;

	must(perfcnt, perfcnt_describe(perfcnt, &machine), "describe");
	for (i = 0; !perfcnt_event(perfcnt, i, &row); i++)
		if (is_known(perfcnt, &row))
			named++;
		else
			printf("# row %u, '%s': %s\n", i, row.name,
			       perfcnt_strerror(perfcnt));
	refused(perfcnt, -1, ENOENT, "a row too many");
	tap(i && i == machine.events, "%u rows of %" PRIu32, i, machine.events);
	tap(named == i, "%u of %u names are known", named, i);
	refused(perfcnt, perfcnt_event_by_name(perfcnt, "no-such-event", &row),
		ENOENT, "an event that there is not");
	tap(!perfcnt_event_by_name(perfcnt, "instructions", &row) &&
	    row.code == 1 &&
	    row.banks == (PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD),
	    "an event that all counters count");
}

static void test_refusals(struct perfcnt *perfcnt)
{
	struct perfcnt *other = open_handle();
	struct perfcnt_describe machine;
	struct perfcnt_what what;
	char name[100];

	must(perfcnt, perfcnt_describe(perfcnt, &machine), "describe");
	refused(perfcnt, perfcnt_claim(perfcnt, 1u << machine.counters), EINVAL,
		"a claim for a counter too many");
	refused(perfcnt, perfcnt_set(perfcnt, 0, 0x28, 0), EPERM,
		"a counter that is not claimed is set");
	must(perfcnt, perfcnt_claim(perfcnt, 1 << 0), "claim");
	refused(other, perfcnt_claim(other, 1 << 0), EBUSY,
		"a counter that somebody has");
	must(other, perfcnt_describe(other, &machine), "describe");
	tap(machine.claimed == 1 && (pid_t)machine.owner[0] == getpid(),
	    "the description says who has it");
	tap(write_file(PROC_PERF, "0 0x28 0") == EBUSY,
	    "/proc/perf does not set a counter that somebody has");
	refused(perfcnt, perfcnt_set(perfcnt, 0, PERFCNT_CTL_MBZ, 0), EINVAL,
		"a word that is none");
	refused(perfcnt, perfcnt_set_name(perfcnt, 0, "cycles:x", 0), EINVAL,
		"a name with a mode that there is not");
	perfcnt_close(perfcnt);
	tap(!perfcnt_claim(other, 1 << 0), "closing gives a counter back");

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	tap(perfcnt_name(other, 0, name, &what) && errno == ENAMETOOLONG &&
	    !strcmp(perfcnt_strerror(other), strerror(ENAMETOOLONG)),
	    "a refusal of the library's own has the words of its errno");
	refused(other, perfcnt_set(other, PERFCNT_MAX_COUNTERS, 0, 0), EINVAL,
		"a counter that no machine has");
	refused(other, perfcnt_set(other, -1, 0, 0), EINVAL, "nor this one");
	refused(other, perfcnt_set_name(other, -1, "cycles", 0), EINVAL,
		"nor this one by name");
	perfcnt_close(other);
}

static uint64_t count_of(struct perfcnt *perfcnt, unsigned int counter)
{
	struct perfcnt_read read;

	must(perfcnt, perfcnt_read(perfcnt, &read), "read");
	return perfcnt_count(&read, counter);
}

/* Counter 1, so that its place in a reading is not its number. */
static void test_counting(struct perfcnt *perfcnt)
{
	struct perfcnt_set set = {
		.size = sizeof(set), .controls = 1 << 1, .counts = 1 << 1,
		.count[1] = -100,
	};
	struct perfcnt_read before, after;
	uint64_t count;

	must(perfcnt, perfcnt_claim(perfcnt, 1 << 1), "claim");
	must(perfcnt, perfcnt_name(perfcnt, 1, "instructions:u", &set.what[1]),
	     "name");
	if (perfcnt_set_all(perfcnt, &set)) { /* QEMU's arm64 without -icount */
		must(perfcnt, perfcnt_name(perfcnt, 1, "cpu-clock:uk",
					   &set.what[1]), "name");
		must(perfcnt, perfcnt_set_all(perfcnt, &set), "set");
	}
	must(perfcnt, perfcnt_read(perfcnt, &before), "read");
	mixed_loop(1000000);
	move();
	tap(count_of(perfcnt, 1) == (uint64_t)-100,
	    "a counter that is not started stands");
	must(perfcnt, perfcnt_start(perfcnt, 1 << 1), "start");
	mixed_loop(1000000);
	move();
	must(perfcnt, perfcnt_stop(perfcnt, 1 << 1), "stop");
	count = count_of(perfcnt, 1);
	tap(count != (uint64_t)-100, "one that is started counts");
	mixed_loop(1000000);
	move();
	must(perfcnt, perfcnt_read(perfcnt, &after), "read");
	tap(perfcnt_count(&after, 1) == count, "one that is stopped stands");
	tap(perfcnt_delta(&before, &after, 1) == count + 100 &&
	    count + 100 >= 1000, "what it has counted, past 2^64 - 1");
	errno = 0;
	tap(!perfcnt_delta(&before, &after, 0) && errno == EINVAL,
	    "of a counter that was not read nothing is said");
	tap(after.time >= before.time, "time goes on");
	must(perfcnt, perfcnt_reset(perfcnt, 1 << 1), "reset");
	tap(!count_of(perfcnt, 1), "a reset sets it to 0");
	must(perfcnt, perfcnt_release(perfcnt, 1 << 1), "release");
	must(perfcnt, perfcnt_read(perfcnt, &after), "read");
	tap(!after.counters, "what is released is not read");
}

int main(void)
{
	struct perfcnt *perfcnt = open_handle();

	pin_to_cpu(0);
	test_events(perfcnt);
	test_counting(perfcnt);
	test_refusals(perfcnt);
	return tap_end();
}
