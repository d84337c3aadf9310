// SPDX-License-Identifier: GPL-2.0
/* What an ioctl says to count: the input is a struct perfcnt_what. */
#include "encoding/control.h"
#include "fuzz.h"
#include "machines.h"

static void check_reason(const struct perfcnt_reason *reason, int err)
{
	require(err == -EINVAL);
	require(!reason->offset);
	require(*reason->words);
}

static void try_what(const struct perfcnt_what *what, unsigned int counter,
		     const struct perfcnt_limits *machine)
{
	struct perfcnt_control control, again;
	struct perfcnt_reason reason = { 0 };
	struct perfcnt_what back;
	int err;

	err = perfcnt_control_from_what(what, counter, machine, &control,
					&reason);
	if (err) {
		check_reason(&reason, err);
		return;
	}
	check_control(&control, counter, machine);
	perfcnt_control_to_what(&control, &back);
	require(back.control == (what->control & ~PERFCNT_CTL_M));
	require(back.unit == what->unit && back.type == what->type);
	require(back.config == what->config && back.config1 == what->config1);
	require(!back.reserved && !back.config2 && !back.reserved2);
	require(!perfcnt_control_from_what(&back, counter, machine, &again,
					   &reason));
	require(same_control(&control, &again));
}

/* The word alone, as a line of /proc/perf has it. */
static void try_word(u32 word, unsigned int counter,
		     const struct perfcnt_limits *machine)
{
	struct perfcnt_control control = { 0 };
	struct perfcnt_reason reason = { 0 };
	int err;

	err = perfcnt_control_from_word(word, counter, machine, &control,
					&reason);
	if (err)
		check_reason(&reason, err);
	else
		check_control(&control, counter, machine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perfcnt_what what = { 0 };
	unsigned int i;

	memcpy(&what, data, min(size, sizeof(what)));
	for (i = 0; i < 2 * MACHINES; i++) {
		if (i % 2 >= machines[i / 2].counters)
			continue;
		try_what(&what, i % 2, &machines[i / 2]);
		try_word(what.control, i % 2, &machines[i / 2]);
	}
	return 0;
}
