// SPDX-License-Identifier: GPL-2.0
/* The machines of --pretend, by the module's words. */
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "base/number.h"
#include "encoding/control.h"
#include "pretended.h"

/* What each has without more: a 34K that of MD00548's board. */
static const struct perfcnt_describe machines[] = {
	{
		.driver = "mips",
		.counters = 4,
		.tcs = 5,
		.vpes = 2,
		.modes = PERFCNT_CTL_MODES,
		.flags = PERFCNT_HAS_HARDWARE | PERFCNT_HAS_NOTICE,
	},
	{
		.driver = "perf",
		.counters = 4,
		.tcs = 4,
		.vpes = 4,
		.modes = PERFCNT_CTL_U | PERFCNT_CTL_K,
		.flags = PERFCNT_HAS_HARDWARE | PERFCNT_HAS_NATIVE |
			 PERFCNT_HAS_ANY_FILTER,
	},
};

/* The PMU of a machine with one kind of CPU, as x86 calls it. */
#define PMU_NAME	"cpu"

static const struct perfcnt_describe *find_machine(const char *name,
						   size_t length)
{
	if (length == 3 && !strncmp(name, "34k", length))
		return &machines[0];
	if (length == 4 && !strncmp(name, "perf", length))
		return &machines[1];
	fail("unknown machine '%.*s'; use 34k or perf", (int)length, name);
}

/* counters=N, tcs=N or vpes=N */
static const char *read_change(const char *at, struct perfcnt_describe *describe)
{
	const struct {
		const char *name;
		__u32 *value;
		unsigned int most;
	} changes[] = {
		{ "counters=", &describe->counters, PERFCNT_MAX_COUNTERS },
		{ "tcs=", &describe->tcs, 65536 },
		{ "vpes=", &describe->vpes, 65536 },
	};
	uint64_t value;
	size_t i;

	for (i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		size_t length = strlen(changes[i].name);

		if (strncmp(at, changes[i].name, length))
			continue;
		at += length;
		if (number_take(&at, 10, changes[i].most, &value) || !value)
			fail("the machine's %.*s must be a number from 1 to %u",
			     (int)length - 1, changes[i].name, changes[i].most);
		*changes[i].value = value;
		return at;
	}
	fail("a machine has no '%s'; use counters=N, tcs=N or vpes=N", at);
}

void pretended_describe(const char *text, struct perfcnt_describe *describe)
{
	size_t length = strcspn(text, ",");

	*describe = *find_machine(text, length);
	for (text += length; *text == ','; )
		text = read_change(text + 1, describe);
	/* Linux has a CPU on each VPE */
	if (!(describe->flags & PERFCNT_HAS_ANY_FILTER) && describe->vpes > 1)
		describe->flags |= PERFCNT_HAS_SHARED;
	describe->hardware = describe->counters;
	if (describe->flags & PERFCNT_HAS_NATIVE) /* the kernel's events have the others */
		describe->counters = PERFCNT_MAX_COUNTERS;
	if (*text)
		fail("machine '%s': expected a comma", text);
}

static void make_limits(const struct perfcnt_describe *describe,
			struct perfcnt_limits *limits)
{
	*limits = (struct perfcnt_limits){
		.counters = describe->counters,
		.tcs = describe->tcs,
		.vpes = describe->vpes,
		.modes = describe->modes,
		.native = describe->flags & PERFCNT_HAS_NATIVE,
		.any_filter = describe->flags & PERFCNT_HAS_ANY_FILTER,
	};
	if (limits->native)
		perfcnt_cpu_pmus_add(&limits->pmus, PERF_TYPE_RAW, PMU_NAME);
}

bool pretended_event(const struct perfcnt_describe *describe,
		     unsigned int index, struct perfcnt_event_row *row)
{
	struct perfcnt_limits limits;

	make_limits(describe, &limits);
	if (index >= perfcnt_event_rows(&limits))
		return false;
	perfcnt_event_row(index, row);
	return true;
}

static int reject(int err, const struct perfcnt_reason *why,
		  struct pretended_reason *reason)
{
	reason->error = -err;
	snprintf(reason->words, sizeof(reason->words), "%s", why->words);
	return -1;
}

bool pretended_perf_event(const struct perfcnt_cpu_model *cpu,
			  unsigned int counter, const struct perfcnt_what *what,
			  struct perfcnt_what *event)
{
	unsigned int code = perfcnt_control_event(what->control);
	struct perfcnt_native native;

	*event = *what;
	if (code == PERFCNT_EVENT_NATIVE)
		return true;
	if (perfcnt_native_of_event(code, perfcnt_event_bank(counter), cpu,
				    &native))
		return false;
	event->type = native.type;
	event->config = native.config;
	event->config1 = native.config1;
	return true;
}

/* The driver perf has not all of a 34K's events. */
static int check_driver(const struct perfcnt_describe *describe,
			const struct perfcnt_cpu_model *cpu,
			unsigned int counter, const struct perfcnt_what *what,
			struct pretended_reason *reason)
{
	struct perfcnt_what event;

	if (!(describe->flags & PERFCNT_HAS_NATIVE) ||
	    pretended_perf_event(cpu, counter, what, &event))
		return 0;
	reason->error = ENOENT;
	snprintf(reason->words, sizeof(reason->words),
		 "perf has no such event");
	return -1;
}

int pretended_name(const struct perfcnt_describe *describe,
		   unsigned int counter, const char *name,
		   struct perfcnt_what *what, struct pretended_reason *reason)
{
	struct perfcnt_limits limits;
	struct perfcnt_control control;
	struct perfcnt_reason why;
	int err;

	make_limits(describe, &limits);
	err = perfcnt_control_from_name(name, strlen(name), counter, &limits,
					&control, &why);
	if (err)
		return reject(err, &why, reason);
	perfcnt_control_to_what(&control, what);
	return 0;
}

int pretended_check(const struct perfcnt_describe *describe,
		    const struct perfcnt_cpu_model *cpu,
		    unsigned int counter, const struct perfcnt_what *what,
		    struct pretended_reason *reason)
{
	struct perfcnt_limits limits;
	struct perfcnt_control control;
	struct perfcnt_reason why;
	int err;

	make_limits(describe, &limits);
	err = perfcnt_control_from_what(what, counter, &limits, &control, &why);
	if (err)
		return reject(err, &why, reason);
	return check_driver(describe, cpu, counter, what, reason);
}
