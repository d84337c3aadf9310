// SPDX-License-Identifier: GPL-2.0
/* The kernel's perf event for what a counter counts. */
#include <linux/errno.h>
#include <linux/kernel.h>

#include "encode.h"

/* PERF_TYPE_HW_CACHE: see perf_event_open(2) */
#define PERF_COUNT_CACHE(cache, op, result)			\
	(PERF_COUNT_HW_CACHE_##cache |				\
	 PERF_COUNT_HW_CACHE_OP_##op << 8 |			\
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct {
	unsigned int code;
	enum perfcnt_event_bank bank;
	u32 type;
	u64 config;
} map[] = {
#define PERFCNT_PERF_MAP(code_, bank_, type_, config_, reason)	\
	{							\
		.code = (code_),				\
		.bank = PERFCNT_BANK_##bank_,			\
		.type = PERF_TYPE_##type_,			\
		.config = PERF_COUNT_##config_,			\
	},
#include "../../words/perf_events.h"
};

static int map_event(unsigned int code, unsigned int counter,
		     struct perf_event_attr *attr)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(map); i++) {
		if (map[i].code == code &&
		    map[i].bank == perfcnt_event_bank(counter)) {
			attr->type = map[i].type;
			attr->config = map[i].config;
			return 0;
		}
	}
	return -ENOENT;
}

/**
 * perfcnt_perf_encode - the perf event for what a counter counts
 * @control: checked
 * @counter: whose it is
 * @attr: the event's type, config and modes; pinned, and it counts at once
 *
 * A hypervisor's work is not the kernel's: it is never counted, as with the
 * modifiers u and k of perf.
 *
 * Return: 0, or -ENOENT if perf has no event of that meaning.
 */
int perfcnt_perf_encode(const struct perfcnt_control *control,
			unsigned int counter, struct perf_event_attr *attr)
{
	unsigned int code = perfcnt_control_event(control->word);
	const struct perfcnt_native *native = &control->native;

	*attr = (struct perf_event_attr){
		.size = sizeof(*attr),
		.pinned = 1,
		.exclude_user = !(control->word & PERFCNT_CTL_U),
		.exclude_kernel = !(control->word & PERFCNT_CTL_K),
		.exclude_hv = 1,
	};
	if (code != PERFCNT_EVENT_NATIVE)
		return map_event(code, counter, attr);
	attr->type = native->type;
	attr->config = native->config;
	attr->config1 = native->config1;
	return 0;
}

/**
 * perfcnt_perf_name - what the event is called, for messages
 * @control: checked
 * @counter: whose it is
 *
 * Return: the name of the 34K event, or some words.
 */
const char *perfcnt_perf_name(const struct perfcnt_control *control,
			      unsigned int counter)
{
	unsigned int code = perfcnt_control_event(control->word);
	const struct perfcnt_event *event = perfcnt_event_find(code, counter);

	if (event)
		return event->name;
	return perfcnt_native_name(&control->native) ?: "that native event";
}
