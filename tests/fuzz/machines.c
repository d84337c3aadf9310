// SPDX-License-Identifier: GPL-2.0
/* The machines on which a text or a word is tried. */
#include "../perf_machines.h"
#include "fuzz.h"
#include "machines.h"

const struct perfcnt_limits machines[MACHINES] = {
	{ /* a 34K */
		.counters = 4,
		.tcs = 5,
		.vpes = 2,
		.modes = PERFCNT_CTL_MODES,
	},
	{ /* one with as little as there may be */
		.counters = 1,
		.tcs = 1,
		.vpes = 1,
		.modes = PERFCNT_CTL_MODES,
	},
	{ /* a small one with perf */
		PERF_MACHINE(4, 2, 2),
	},
	{ /* one with more CPUs and cores than the word has room for */
		PERF_MACHINE(PERFCNT_MAX_COUNTERS, 1000, 500),
	},
	{ /* one with two kinds of CPU, as Arm has them */
		PERF_MACHINE(2, 2, 2),
		BIG_LITTLE,
	},
	{ /* and as x86 does */
		PERF_MACHINE(2, 2, 2),
		HYBRID,
	},
};

/* The name of a 34K event that a native event for one PMU may have had. */
static const char *name_of_34k(const struct perfcnt_native *native,
			       unsigned int counter)
{
	enum perfcnt_event_bank bank = perfcnt_event_bank(counter);
	struct perfcnt_native found;
	unsigned int code;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++)
		if (!perfcnt_native_of_event(code, bank, NULL, &found) &&
		    found.type == native->type &&
		    found.config == (native->config & PERF_HW_EVENT_MASK))
			return perfcnt_event_find(code, counter)->name;
	return NULL;
}

/* pmu/event/ */
static int put_event_of_pmu(const struct perfcnt_native *native,
			    unsigned int counter,
			    const struct perfcnt_cpu_pmu *pmu, char *name)
{
	const char *known = perfcnt_native_name(native) ?:
			    name_of_34k(native, counter);

	if (known)
		return sprintf(name, "%s/%s/", pmu->name, known);
	require(native->type == pmu->type);
	return sprintf(name, "%s/r%llx,%llx/", pmu->name, native->config,
		       native->config1);
}

static int put_event(const struct perfcnt_control *control,
		     unsigned int counter,
		     const struct perfcnt_limits *machine, char *name)
{
	unsigned int code = perfcnt_control_event(control->word);
	u32 pmu = perfcnt_native_pmu(&control->native, &machine->pmus);
	const char *native;

	if (code != PERFCNT_EVENT_NATIVE)
		return sprintf(name, "%s",
			       perfcnt_event_find(code, counter)->name);
	if (pmu)
		return put_event_of_pmu(&control->native, counter,
					perfcnt_cpu_pmus_of_type(&machine->pmus, pmu),
					name);
	native = perfcnt_native_name(&control->native);
	if (native)
		return sprintf(name, "%s", native);
	require(control->native.type == PERF_TYPE_RAW);
	return sprintf(name, "r%llx,%llx", control->native.config,
		       control->native.config1);
}

size_t name_of(const struct perfcnt_control *control, unsigned int counter,
	       const struct perfcnt_limits *machine, char *name)
{
	static const char letters[] = "eksu"; /* from bit 0 on */
	char *at = name;
	unsigned int i;

	if (!(control->word & PERFCNT_CTL_MODES))
		return 0;
	at += put_event(control, counter, machine, at);
	*at++ = ':';
	for (i = 0; i < 4; i++)
		if (control->word & (1u << i))
			*at++ = letters[i];
	switch (perfcnt_control_mt_en(control->word)) {
	case PERFCNT_MT_EN_VPE:
		at += sprintf(at, "@vpe%u", control->unit);
		break;
	case PERFCNT_MT_EN_TC:
		at += sprintf(at, "@tc%u", control->unit);
		break;
	}
	*at = '\0';
	require(at < name + NAME_ROOM);
	return at - name;
}

void check_control(const struct perfcnt_control *control, unsigned int counter,
		   const struct perfcnt_limits *machine)
{
	unsigned int mt_en = perfcnt_control_mt_en(control->word);
	unsigned int most = perfcnt_unit_most(mt_en);
	u32 in_word = (control->word >> perfcnt_unit_shift(mt_en)) & most;
	struct perfcnt_reason reason;

	require(!(control->word & (PERFCNT_CTL_MBZ | PERFCNT_CTL_M)));
	require(mt_en != PERFCNT_MT_EN_RESERVED);
	require(mt_en != PERFCNT_MT_EN_TC || control->unit < machine->tcs);
	require(mt_en != PERFCNT_MT_EN_VPE || control->unit < machine->vpes);
	require(mt_en || !control->unit);
	require(in_word == (control->unit > most ? 0 : control->unit));
	require(!perfcnt_control_check(control, counter, machine, &reason));
}

bool same_control(const struct perfcnt_control *a,
		  const struct perfcnt_control *b)
{
	return a->word == b->word && a->unit == b->unit &&
	       perfcnt_native_same(&a->native, &b->native) &&
	       (!a->native.known || a->native.modes == b->native.modes);
}
