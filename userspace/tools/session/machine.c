// SPDX-License-Identifier: GPL-2.0
/* The device, and who has the counters. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <kernel.h>

#include "base/message.h"
#include "machine.h"

#define WAIT_NS		50000000	/* from one look to the next */

void machine_open(struct machine *machine)
{
	memset(machine, 0, sizeof(*machine));
	machine->perfcnt = perfcnt_open();
	if (!machine->perfcnt)
		fail("/dev/perfcnt: %s%s", perfcnt_strerror(NULL),
		     errno == ENOENT ? ": is the module loaded?" : "");
	if (perfcnt_kernel_describe(machine->perfcnt, &machine->describe))
		fail("/dev/perfcnt: %s", perfcnt_strerror(machine->perfcnt));
	machine->counters = (1u << machine->describe.counters) - 1;
	machine->at_once = machine->describe.counters;
}

/* The name of a process, or nothing. */
static void read_name(uint32_t pid, char name[64])
{
	char path[32];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%" PRIu32 "/comm", pid);
	file = fopen(path, "re");
	if (!file || !fgets(name, 64, file))
		*name = '\0';
	name[strcspn(name, "\n")] = '\0';
	if (file)
		fclose(file);
}

/* A line a process that has counters. */
static void say_owners(const struct perfcnt_describe *describe)
{
	uint32_t left = describe->claimed;
	unsigned int first, i;

	for (first = 0; first < PERFCNT_MAX_COUNTERS; first++) {
		uint32_t owner = describe->owner[first];
		char list[4 * PERFCNT_MAX_COUNTERS] = "", name[64];

		if (!(left & 1u << first))
			continue;
		for (i = first; i < PERFCNT_MAX_COUNTERS; i++) {
			if (!(left & 1u << i) || describe->owner[i] != owner)
				continue;
			sprintf(list + strlen(list), " %u", i);
			left &= ~(1u << i);
		}
		read_name(owner, name);
		if (owner)
			say("process %" PRIu32 " (%s) has counters%s", owner,
			    *name ? name : "gone", list);
		else
			say("a process of another PID namespace has counters%s",
			    list);
	}
}

/* Why the counters are not to be had. */
static void say_busy(struct machine *machine, const char *reason)
{
	struct perfcnt_describe now;

	if (perfcnt_kernel_describe(machine->perfcnt, &now) || !now.claimed)
		say("%s", reason);
	else
		say_owners(&now);
}

void machine_claim(struct machine *machine, bool wait)
{
	const struct timespec pause = { .tv_nsec = WAIT_NS };
	bool said = false;

	while (perfcnt_claim(machine->perfcnt, machine->counters)) {
		const char *reason = perfcnt_strerror(machine->perfcnt);

		if (errno != EBUSY)
			fail("%s", reason);
		if (!said)
			say_busy(machine, reason);
		if (!wait)
			fail("the counters are not free; --wait waits for them");
		said = true;
		nanosleep(&pause, NULL);
	}
}

static void add(const struct machine *machine, struct perfcnt_set *set,
		const struct request *request)
{
	if (request->counter < machine->describe.counters)
		set->what[request->counter] = request->what;
}

int machine_set(struct machine *machine, const struct requests *requests,
		unsigned int run, const struct request *extra)
{
	struct perfcnt_set set = {
		.size = sizeof(set),
		.controls = machine->counters,
		.counts = machine->counters,
	};
	unsigned int i;

	for (i = 0; i < requests->count; i++)
		if (requests->request[i].run == run)
			add(machine, &set, &requests->request[i]);
	if (extra)
		add(machine, &set, extra);
	return perfcnt_kernel_set(machine->perfcnt, &set);
}
