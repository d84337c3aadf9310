// SPDX-License-Identifier: GPL-2.0
/*
 * What a machine is and how it counts: its processor, its PMUs, and a loop of known length
 * by some events, by each counter, and by as many counters as can count at the same time.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <string.h>

#include <kernel.h>

#include "base/message.h"
#include "base/processor.h"
#include "session/event_set_counts.h"
#include "known_loop.h"
#include "machine_report.h"

#define PMUS		"/sys/bus/event_source/devices"

/* What the loop comes to; a turn has one branch, and a reading some. */
static const struct {
	const char *event;
	uint64_t least;
	uint64_t most;	/* 0: the loop does not say */
} events[] = {
	{ KNOWN_LOOP_EVENT, KNOWN_LOOP_LEAST, KNOWN_LOOP_MOST },
	{ "branches:u", KNOWN_LOOP_TURNS, KNOWN_LOOP_TURNS + KNOWN_LOOP_TURNS / 100 },
	{ "cycles:u" },
};

/* The first line of a PMU's file, or "". */
static void read_pmu(const char *pmu, const char *file, char text[NAME_MAX])
{
	char path[sizeof(PMUS) + 2 * NAME_MAX];
	FILE *opened;

	snprintf(path, sizeof(path), PMUS "/%s/%s", pmu, file);
	opened = fopen(path, "re");
	if (!opened || !fgets(text, NAME_MAX, opened))
		*text = '\0';
	text[strcspn(text, "\n")] = '\0';
	if (opened)
		fclose(opened);
}

/* A CPU's PMU is called cpu, or says which CPUs are its own. */
static bool print_pmu(FILE *out, const char *pmu)
{
	char cpus[NAME_MAX], type[NAME_MAX], name[NAME_MAX];

	read_pmu(pmu, "cpus", cpus);
	read_pmu(pmu, "type", type);
	read_pmu(pmu, "caps/pmu_name", name);
	if (!*type || (!*cpus && strcmp(pmu, "cpu")))
		return false;
	fprintf(out, "- perf's PMU: %s, type %s%s%s%s%s\n", pmu, type, *cpus ? ", CPUs " : "",
		cpus, *name ? ", " : "", name);
	return true;
}

static void print_pmus(FILE *out)
{
	DIR *folder = opendir(PMUS);
	struct dirent *entry;
	bool any = false;

	while (folder && (entry = readdir(folder)))
		any |= *entry->d_name != '.' && print_pmu(out, entry->d_name);
	if (!any)
		fprintf(out, "- perf's PMU: none of a CPU\n");
	if (folder)
		closedir(folder);
}

static void print_machine(FILE *out, const struct perfcnt_describe *has)
{
	processor_print(out);
	fprintf(out, "- perfcnt: pc_sweep " VERSION ", module %s, driver %s\n", has->version,
		has->driver);
	fprintf(out, "- counters: %" PRIu32 ", %" PRIu32 " for any hardware events\n",
		has->counters, has->hardware);
	fprintf(out, "- filters: TC 0 to %" PRIu32 ", VPE 0 to %" PRIu32 "\n", has->tcs - 1,
		has->vpes - 1);
	print_pmus(out);
}

/* Returns whether it is not wrong. */
static bool print_event(FILE *out, struct perfcnt *perfcnt, size_t i)
{
	const char *why;
	uint64_t count;
	bool right;

	fprintf(out, "| %s | ", events[i].event);
	if (events[i].most)
		fprintf(out, "%" PRIu64 " to %" PRIu64, events[i].least, events[i].most);
	why = known_loop_count_event(perfcnt, events[i].event, &count);
	if (why) {
		fprintf(out, " | | not checked: %s |\n", why);
		return true;
	}
	right = count >= events[i].least && count <= events[i].most;
	fprintf(out, " | %" PRIu64 " | %s |\n", count,
		!events[i].most ? "" : right ? "right" : "wrong");
	return right || !events[i].most;
}

/* Where VPEs share the counters, one counts what this thread does on its VPE. */
static const char *event_of(const struct perfcnt_describe *has)
{
	return has->flags & PERFCNT_HAS_SHARED ? KNOWN_LOOP_EVENT "@vpe0" : KNOWN_LOOP_EVENT;
}

/* They count the same. NULL, or why not. */
static const char *count_on(struct perfcnt *perfcnt, const struct perfcnt_describe *has,
			    uint32_t mask, uint64_t counts[PERFCNT_MAX_COUNTERS])
{
	struct perfcnt_what what[PERFCNT_MAX_COUNTERS] = { 0 };
	struct perfcnt_event_set *set;
	unsigned int i;

	if (perfcnt_kernel_mask(perfcnt, PERFCNT_IOC_CLAIM, mask))
		return known_loop_why(NULL, perfcnt);
	set = perfcnt_event_set_new(perfcnt);
	for (i = 0; set && i < has->counters; i++)
		if (mask & 1u << i &&
		    perfcnt_kernel_name(perfcnt, i, event_of(has), &what[i]))
			break;
	if (!set || i < has->counters || perfcnt_event_set_put(set, mask, what, false) ||
	    known_loop_count(set, perfcnt_event_set_counter, mask, counts)) {
		const char *why = known_loop_why(set, perfcnt);

		perfcnt_kernel_mask(perfcnt, PERFCNT_IOC_RELEASE, mask);
		return why;
	}
	perfcnt_event_set_free(set);
	perfcnt_kernel_mask(perfcnt, PERFCNT_IOC_RELEASE, mask);
	return NULL;
}

/* What counters have said. */
struct tally {
	unsigned int right; /* how many were right */
	unsigned int wrong; /* how many were wrong */
	uint64_t least; /* the least count */
	uint64_t most;
};

static void add_counts(struct tally *tally, uint32_t mask,
		       const uint64_t counts[PERFCNT_MAX_COUNTERS])
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		if (!(mask & 1u << i))
			continue;
		if (!(tally->right + tally->wrong) || counts[i] < tally->least)
			tally->least = counts[i];
		if (counts[i] > tally->most)
			tally->most = counts[i];
		if (known_loop_is_right(counts[i]))
			tally->right++;
		else
			tally->wrong++;
	}
}

static bool print_tally(FILE *out, const char *words, const struct tally *tally,
			const char *why)
{
	fprintf(out, "| " KNOWN_LOOP_EVENT ", %s | %d to %d | ", words, KNOWN_LOOP_LEAST,
		KNOWN_LOOP_MOST);
	if (tally->right + tally->wrong)
		fprintf(out, "%" PRIu64 " to %" PRIu64 " | right on %u%s", tally->least,
			tally->most, tally->right, tally->wrong ? "" : " |\n");
	if (tally->wrong)
		fprintf(out, ", wrong on %u |\n", tally->wrong);
	if (!(tally->right + tally->wrong))
		fprintf(out, "| not checked: %s |\n", why);
	return !tally->wrong;
}

static bool print_each_counter(FILE *out, struct perfcnt *perfcnt,
			       const struct perfcnt_describe *has)
{
	uint64_t counts[PERFCNT_MAX_COUNTERS] = { 0 };
	struct tally tally = { 0 };
	const char *why = NULL;
	unsigned int i;

	for (i = 0; i < has->counters; i++) {
		const char *failed = count_on(perfcnt, has, 1u << i, counts);

		if (failed)
			why = failed;
		else
			add_counts(&tally, 1u << i, counts);
	}
	return print_tally(out, "each counter in turn", &tally, why);
}

/* As many as there is room for. */
static bool print_at_once(FILE *out, struct perfcnt *perfcnt, const struct perfcnt_describe *has)
{
	uint64_t counts[PERFCNT_MAX_COUNTERS] = { 0 };
	struct tally tally = { 0 };
	const char *why = NULL;
	unsigned int n;

	for (n = has->counters; n; n--) {
		why = count_on(perfcnt, has, (1u << n) - 1, counts);
		if (!why)
			break;
	}
	if (n)
		add_counts(&tally, (1u << n) - 1, counts);
	return print_tally(out, "counters at the same time", &tally, why);
}

/* CPU 0 is VPE 0 of a 34K. */
static void stay_on_cpu_0(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		fail("CPU 0: %s", strerror(errno));
}

int machine_report(FILE *out, const struct machine *machine)
{
	struct perfcnt *perfcnt = machine->perfcnt;
	struct perfcnt_describe has;
	bool right = true;
	int status;
	size_t i;

	if (perfcnt_kernel_describe(perfcnt, &has))
		fail("/dev/perfcnt: %s", perfcnt_strerror(perfcnt));
	print_machine(out, &has);
	fprintf(out, "\n| a loop of %d turns | expected | counted | |\n|---|--:|--:|---|\n",
		KNOWN_LOOP_TURNS);
	for (i = 0; i < ARRAY_SIZE(events); i++)
		right &= print_event(out, perfcnt, i);
	if (has.flags & PERFCNT_HAS_SHARED)
		stay_on_cpu_0();
	right &= print_each_counter(out, perfcnt, &has);
	right &= print_at_once(out, perfcnt, &has);
	fputc('\n', out);
	status = known_loop_check(out, perfcnt);
	return right ? status : STATUS_BAD_INPUT;
}
