// SPDX-License-Identifier: GPL-2.0
/* Each method needs something, and each PMU says what it has. */
#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/output.h"
#include "methods.h"

#define DEVICES	"/sys/bus/event_source/devices"
#define CPUINFO	"/proc/cpuinfo"

/* The best comes first. */
static const struct {
	const char *name;
	const char *of;
	const char *needs;
} methods[] = {
	{ "metrics",
	  "Intel's cores from Ice Lake on; level 2 from Sapphire Rapids on",
	  "events slots, topdown-*" },
	{ "events", "Intel's cores before; level 1",
	  "events topdown-total-slots, topdown-slots-*, topdown-fetch-bubbles" },
	{ "arm", "Arm's cores; level 1",
	  "caps/slots and events stall_slot*, op_retired, op_spec;\n"
	  "         or, for shares of cycles, stall_frontend, stall_backend" },
	{ "34k", "a 34K; level 1 in two runs, both levels in six",
	  "the module's counters, with driver mips or sim" },
};

/* What cores of each kind count slots with; caps/slots is how many a cycle has. */
static const char *const intel[] = { "events/slots", "events/topdown-retiring" };
static const char *const intel_before[] = {
	"events/topdown-total-slots", "events/topdown-slots-issued",
	"events/topdown-slots-retired", "events/topdown-fetch-bubbles",
};

static const char *const arm[] = {
	"caps/slots", "events/stall_slot", "events/stall_slot_backend",
	"events/stall_slot_frontend", "events/op_retired", "events/op_spec",
};

static const char *const arm_cycles[] = {
	"events/stall_frontend", "events/stall_backend",
};

bool methods_know(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(methods); i++)
		if (!strcmp(methods[i].name, name))
			return true;
	return false;
}

void methods_list(const char *found)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(methods); i++) {
		const bool here = found ? !strcmp(methods[i].name, found) :
				  !strcmp(methods[i].name, "34k") &&
				  !access("/dev/perfcnt", F_OK);

		printf("%-8s %s\n%9s%s\n%9s%s\n", methods[i].name, methods[i].of,
		       "", methods[i].needs, "",
		       !here ? "not here" : found ? "here" :
		       "here, if the driver is one of these");
	}
	output_finish(STATUS_GOOD);
}

/* Those that are not there, without their folder: how many. */
static unsigned int list_missing(const char *pmu, const char *const *files,
				 unsigned int count, char *list, size_t size)
{
	unsigned int missing = 0, i;

	*list = '\0';
	for (i = 0; i < count; i++) {
		const size_t length = strlen(list);
		char path[300];

		snprintf(path, sizeof(path), DEVICES "/%s/%s", pmu, files[i]);
		if (!access(path, F_OK))
			continue;
		snprintf(list + length, size - length, "%s%s",
			 missing++ ? ", " : "", strchr(files[i], '/') + 1);
	}
	return missing;
}

static void say_arm(const char *pmu)
{
	char list[200];

	if (list_missing(pmu, arm, ARRAY_SIZE(arm), list, sizeof(list)))
		say("%s lacks %s: a stalled cycle does not say how many slots it lost",
		    pmu, list);
	else
		say("%s does not know how many slots a cycle has", pmu);
	if (list_missing(pmu, arm_cycles, ARRAY_SIZE(arm_cycles), list, sizeof(list)))
		say("%s lacks %s, too: it does not say which cycles stalled", pmu,
		    list);
}

/* Its name, as CPUID has it, is in a line of CPUINFO. */
static bool is_amd(void)
{
	char line[4096];
	bool found = false;
	FILE *file = fopen(CPUINFO, "re");

	while (file && !found && fgets(line, sizeof(line), file))
		found = !strncmp(line, "vendor_id", strlen("vendor_id")) &&
			strstr(line, "AuthenticAMD");
	if (file)
		fclose(file);
	return found;
}

static void say_x86(const char *pmu)
{
	char list[200];

	if (is_amd()) {
		say("%s is AMD's: there is no method for its slots; try perf stat --topdown",
		    pmu);
		return;
	}
	list_missing(pmu, intel, ARRAY_SIZE(intel), list, sizeof(list));
	say("%s lacks %s, which Intel's cores have from Ice Lake on: there is no PERF_METRICS",
	    pmu, list);
	list_missing(pmu, intel_before, ARRAY_SIZE(intel_before), list,
		     sizeof(list));
	say("%s lacks %s, which those before have", pmu, list);
}

/* Whether it is the PMU of CPUs. */
static bool say_missing(const char *pmu)
{
	if (!fnmatch("armv*", pmu, 0))
		say_arm(pmu);
	else if (!strcmp(pmu, "cpu") || !fnmatch("cpu_*", pmu, 0))
		say_x86(pmu);
	else
		return false;
	return true;
}

void methods_none(const char *driver)
{
	DIR *folder = opendir(DEVICES);
	const struct dirent *entry;
	bool any = false;

	while (folder && (entry = readdir(folder)))
		any |= say_missing(entry->d_name);
	if (folder)
		closedir(folder);
	if (!any)
		say("the kernel offers no CPU PMU; virtual machines often have none");
	fail("this machine has neither slots nor the stall events of a 34K: one is needed%s%s",
	     driver ? "; the module's driver is " : "", driver ?: "");
}
