// SPDX-License-Identifier: LGPL-2.1-or-later
/* The table of events, and how its words are read. */
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "r10000.h"

/* The kernel lists there what its PMUs have. */
#define LISTED	"/sys/bus/event_source/devices/*/events/"

#define NAME_OF(code, bank, scope, name, description) name,

static const char *const names_34k[] = {
#define PERFCNT_EVENT NAME_OF
#include <linux/perfcnt_events.h>
};

#define IN_ORDER	"- a 34K issues in order"
#define NO_WAYS		"- there is no prediction of ways in the second level cache"
#define NO_SNOOPS	"- its counters do not see what other processors ask for"
#define NO_NAME		"- the kernel has no name for it"

/*
 * What counts an event: names as perfcnt takes them, with + between them if the
 * event is their sum.  ~ before them: near, not the same.  * l1 and * l2 after
 * them: of lines of that cache, an R10000 counts quadwords.  | parts choices, the
 * best first.  r<hex>=name is an event of Arm's PMUv3 and its name in sysfs, where
 * the kernel lists what the PMU has.  A text that begins with - says why there is
 * nothing.
 */
static const struct {
	const char *label;
	const char *on[PERFEX_KINDS];
} events[R10000_EVENTS] = {
	{ "Cycles", { "cycles", "cycles", "cycles" } },
	{ "Issued instructions",
	  { IN_ORDER, "~r1b=inst_spec", NO_NAME } },
	{ "Issued loads", { IN_ORDER, "~r70", NO_NAME } },
	{ "Issued stores", { IN_ORDER, "~r71", NO_NAME } },
	{ "Issued store conditionals",
	  { "- a 34K counts completed ones: event 20", "~r6f", NO_NAME } },
	{ "Failed store conditionals", { "sc-failures", "r6e", NO_NAME } },
	{ "Decoded branches",
	  { "~branches", "~r21=br_retired | ~r12=br_pred", "~branches" } },
	{ "Quadwords written back from scache",
	  { "l2-writebacks * l2", "r18=l2d_cache_wb * l2", NO_NAME } },
	{ "Correctable scache data array ECC errors",
	  { "- a 34K does not count them", "~r1a=memory_error",
	    "- the kernel's EDAC drivers count them" } },
	{ "Primary instruction cache misses",
	  { "icache-misses", "icache-misses", "~icache-misses" } },
	{ "Secondary instruction cache misses",
	  { "- l2-misses counts instructions and data: event 26",
	    "r28=l2i_cache_refill", NO_NAME } },
	{ "Instruction misprediction from scache way prediction table",
	  { NO_WAYS, NO_WAYS, NO_WAYS } },
	{ "External interventions",
	  { "interventions", NO_SNOOPS, NO_SNOOPS } },
	{ "External invalidations",
	  { "- a 34K counts interventions only", "~r58", NO_SNOOPS } },
	{ "Virtual coherency conditions",
	  { "- the second level cache does not know virtual addresses",
	    "- caches have no such condition", "- caches have no such condition" } },
	{ "Graduated instructions",
	  { "instructions", "instructions", "instructions" } },
	{ "Cycles", { "cycles", "cycles", "cycles" } },
	{ "Graduated instructions",
	  { "instructions", "instructions", "instructions" } },
	{ "Graduated loads",
	  { "loads", "r06=ld_retired | ~r70", "loads | ~dcache-accesses" } },
	{ "Graduated stores", { "stores", "r07=st_retired | ~r71", "stores" } },
	{ "Graduated store conditionals",
	  { "sc-instructions", "~r6f", NO_NAME } },
	{ "Graduated floating point instructions",
	  { "fpu-instructions", "~r75 + r74", NO_NAME } },
	{ "Quadwords written back from primary data cache",
	  { "dcache-writebacks * l1", "r15=l1d_cache_wb * l1", NO_NAME } },
	{ "TLB misses",
	  { "jtlb-instruction-misses + jtlb-data-misses",
	    "~r34=dtlb_walk + r35=itlb_walk | ~r05=l1d_tlb_refill + r02=l1i_tlb_refill",
	    "~dtlb-misses + itlb-misses" } },
	{ "Mispredicted branches",
	  { "branch-misses", "branch-misses", "branch-misses" } },
	{ "Primary data cache misses",
	  { "dcache-misses", "dcache-misses", "~dcache-misses" } },
	{ "Secondary data cache misses",
	  { "~l2-misses", "r17=l2d_cache_refill", "~l2-misses" } },
	{ "Data misprediction from scache way prediction table",
	  { NO_WAYS, NO_WAYS, NO_WAYS } },
	{ "External intervention hits in scache",
	  { "~intervention-hits-dirty + intervention-hits-clean", NO_SNOOPS,
	    NO_SNOOPS } },
	{ "External invalidation hits in scache",
	  { "- a 34K does not count them", NO_SNOOPS, NO_SNOOPS } },
	{ "Store/prefetch exclusive to clean block in scache",
	  { "- a 34K does not count them", NO_NAME, NO_NAME } },
	{ "Store/prefetch exclusive to shared block in scache",
	  { "- a 34K does not count them", NO_NAME, NO_NAME } },
};

/* What the user of a tool has said: of no parts if nothing. */
static struct perfex_equivalent own[R10000_EVENTS];

const char *perfex_label(unsigned int number)
{
	return events[number].label;
}

const char *perfex_missing(unsigned int number, enum perfex_kind kind)
{
	const char *text = events[number].on[kind];

	return *text == '-' && !own[number].count ? text + 2 : NULL;
}

/* r<hex>=name, or a name. */
static void read_part(const char *word, size_t length,
		      struct perfex_equivalent *equivalent)
{
	unsigned int part = equivalent->count++;
	const char *listed = memchr(word, '=', length);
	size_t name = listed ? (size_t)(listed - word) : length;

	memcpy(equivalent->name[part], word, name);
	if (listed)
		memcpy(equivalent->listed[part], listed + 1, length - name - 1);
}

void perfex_equivalent_set(unsigned int number,
			   const struct perfex_equivalent *equivalent)
{
	own[number] = *equivalent;
}

bool perfex_equivalent(unsigned int number, enum perfex_kind kind,
		       unsigned int which, struct perfex_equivalent *equivalent)
{
	const char *at = events[number].on[kind];

	if (own[number].count) {
		*equivalent = own[number];
		return !which;
	}
	memset(equivalent, 0, sizeof(*equivalent));
	for (; which && at; which--) {
		at = strchr(at, '|');
		if (at)
			at += strlen("| ");
	}
	if (!at || *at == '-')
		return false;
	equivalent->approximate = *at == '~';
	at += *at == '~';
	while (*at && *at != '|') {
		size_t length = strcspn(at, " ");

		if (!strncmp(at, "l1", length))
			equivalent->lines = PERFEX_L1_LINES;
		else if (!strncmp(at, "l2", length))
			equivalent->lines = PERFEX_L2_LINES;
		else if (*at != '+' && *at != '*')
			read_part(at, length, equivalent);
		at += length;
		at += strspn(at, " ");
	}
	return true;
}

bool perfex_is_listed(const struct perfex_equivalent *equivalent)
{
	char path[sizeof(LISTED) + R10000_NAME_SIZE];
	unsigned int i;
	glob_t found;

	for (i = 0; i < equivalent->count; i++) {
		if (!*equivalent->listed[i])
			continue;
		snprintf(path, sizeof(path), LISTED "%s", equivalent->listed[i]);
		if (glob(path, GLOB_NOSORT, NULL, &found))
			return false;
		globfree(&found);
	}
	return true;
}

enum perfex_kind perfex_kind_of(const char *driver)
{
	struct utsname names;

	if (strcmp(driver, "perf"))
		return PERFEX_34K;
	if (!uname(&names) && !strcmp(names.machine, "aarch64"))
		return PERFEX_ARM64;
	return PERFEX_PERF;
}

int perfex_event_number(const char *text)
{
	char *end;
	unsigned long number;

	if (!isdigit((unsigned char)*text))
		return -1;
	number = strtoul(text, &end, 10);
	return *end || number >= R10000_EVENTS ? -1 : (int)number;
}

bool perfex_is_34k_name(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(names_34k) / sizeof(*names_34k); i++)
		if (!strcmp(names_34k[i], name))
			return true;
	return false;
}
