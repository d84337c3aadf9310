// SPDX-License-Identifier: GPL-2.0
/*
 * What goes beyond the control word, where the kernel's perf counts: native
 * events, their modes, and filters for more CPUs than the word has room for.
 */
#include "../perf_machines.h"
#include "encoding/control.h"
#include "unit.h"

/* A machine of 512 CPUs in 256 cores, as the driver perf describes it. */
static const struct perfcnt_limits perf = {
	PERF_MACHINE(4, 512, 256),
};

static const struct perfcnt_limits mips = {
	.counters = 4,
	.tcs = 2,
	.vpes = 2,
	.modes = PERFCNT_CTL_MODES,
};

/* Machines with two kinds of CPU, as Arm and as x86 have them. */
static const struct perfcnt_limits big_little = {
	PERF_MACHINE(4, 2, 2),
	BIG_LITTLE,
};

static const struct perfcnt_limits hybrid = {
	PERF_MACHINE(4, 2, 2),
	HYBRID,
};

/* A Sapphire Rapids, and an Alder Lake with both its kinds of CPU. */
static const struct perfcnt_limits sapphire_rapids = {
	PERF_MACHINE(4, 2, 2),
	.cpu = { PERFCNT_VENDOR_INTEL, 6, 0x8f },
	.pmus = { 1, { { PERF_TYPE_RAW, "cpu" } } },
};

static const struct perfcnt_limits alder_lake = {
	PERF_MACHINE(4, 2, 2),
	.cpu = { PERFCNT_VENDOR_INTEL, 6, 0x97 },
	HYBRID,
};

#define NATIVE (PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT)
#define HARDWARE PERF_TYPE_HARDWARE
#define SOFTWARE PERF_TYPE_SOFTWARE
#define RAW PERF_TYPE_RAW

/* What a name gives: the errno, or the word, the unit and the native event. */
struct row {
	const char *name;
	int error;
	u32 word;
	u32 unit;
	u32 type;
	u64 config;
	u64 config1;
	const struct perfcnt_limits *limits; /* NULL for perf */
};

/* A name that is refused on machines with two kinds of CPU. */
#define REFUSED(name, limits) { name, -EINVAL, 0, 0, 0, 0, 0, &(limits) }
#define OF_PMU(pmu) ((u64)(pmu) << PERF_PMU_TYPE_SHIFT)

static const struct row rows[] = {
	{ "page-faults", 0, NATIVE | 0x8, 0, SOFTWARE, 2 },
	{ "page-faults:uk@tc1", 0, NATIVE | 0x0060000a, 1, SOFTWARE, 2 },
	{ "minor-faults:k", 0, NATIVE | 0x2, 0, SOFTWARE, 5 },
	{ "major-faults", 0, NATIVE | 0x8, 0, SOFTWARE, 6 },
	{ "context-switches:k", 0, NATIVE | 0x2, 0, SOFTWARE, 3 },
	{ "context-switches:uk", 0, NATIVE | 0xa, 0, SOFTWARE, 3 },
	{ "cpu-migrations:k", 0, NATIVE | 0x2, 0, SOFTWARE, 4 },
	{ "task-clock:uk", 0, NATIVE | 0xa, 0, SOFTWARE, 1 },
	{ "cpu-clock:uk", 0, NATIVE | 0xa, 0, SOFTWARE, 0 },
	{ "bus-cycles", 0, NATIVE | 0x8, 0, HARDWARE, 6 },
	/* never silently zero, or more than was asked for */
	{ "context-switches", -EINVAL },
	{ "cpu-migrations:u", -EINVAL },
	{ "task-clock", -EINVAL },
	{ "task-clock:k", -EINVAL },
	{ "instructions:s", -EINVAL },
	{ "instructions:ue", -EINVAL },
	{ "instructions:ke", 0, 0x23 },
	{ "instructions:uske", 0, 0x2f },
	/* r<hex>[,<hex>] */
	{ "r0", 0, NATIVE | 0x8, 0, RAW, 0 },
	{ "r1b7:u", 0, NATIVE | 0x8, 0, RAW, 0x1b7 },
	{ "r0x1B7,10001", 0, NATIVE | 0x8, 0, RAW, 0x1b7, 0x10001 },
	{ "rffffffffffffffff:k@vpe1", 0, NATIVE | 0x00110002, 1, RAW, ~0ULL },
	{ "r10000000000000000", -ERANGE },
	{ "r1,10000000000000000", -ERANGE },
	{ "r", -EINVAL },
	{ "r,", -EINVAL },
	{ "r1,", -EINVAL },
	{ "r,1", -EINVAL },
	{ "r1,2,3", -EINVAL },
	{ "rxyz", -EINVAL },
	{ "R1", -EINVAL },
	{ "page-fault", -EINVAL },
	/* every event can have every filter */
	{ "cycles:u@tc1", 0, 0x00600008, 1 },
	{ "cycles:u@vpe15", 0, 0x001f0008, 15 },
	/* more than the word has room for */
	{ "instructions@tc255", 0, 0x3fe00028, 255 },
	{ "instructions@tc256", 0, 0x00200028, 256 },
	{ "instructions@tc511", 0, 0x00200028, 511 },
	{ "instructions@tc512", -ERANGE },
	{ "instructions@vpe16", 0, 0x00100028, 16 },
	{ "instructions@vpe255", 0, 0x00100028, 255 },
	{ "instructions@vpe256", -ERANGE },
	/* a PMU of some CPUs */
	{ "big/r1b7/", 0, NATIVE | 0x8, 0, 9, 0x1b7, 0, &big_little },
	{ "little/r1b7,2/:k@tc1", 0, NATIVE | 0x00600002, 1, 10, 0x1b7, 2,
	  &big_little },
	{ "cpu_core/r1b7/", 0, NATIVE | 0x8, 0, RAW, 0x1b7, 0, &hybrid },
	{ "cpu_atom/r1b7/:uk", 0, NATIVE | 0xa, 0, 10, 0x1b7, 0, &hybrid },
	{ "cpu_core/cycles/", 0, NATIVE | 0x8, 0, HARDWARE, OF_PMU(RAW), 0,
	  &hybrid },
	{ "cpu_atom/instructions/:k", 0, NATIVE | 0x2, 0, HARDWARE,
	  OF_PMU(10) | PERF_COUNT_HW_INSTRUCTIONS, 0, &hybrid },
	{ "little/dcache-accesses/", 0, NATIVE | 0x8, 0, PERF_TYPE_HW_CACHE,
	  OF_PMU(10) | PERF_COUNT_HW_CACHE_L1D, 0, &big_little },
	{ "little/bus-cycles/", 0, NATIVE | 0x8, 0, HARDWARE, OF_PMU(10) | 6, 0,
	  &big_little },
	{ "instructions", 0, 0x28, 0, 0, 0, 0, &big_little },
	{ "page-faults", 0, NATIVE | 0x8, 0, SOFTWARE, 2, 0, &big_little },
	REFUSED("r1b7", big_little),
	REFUSED("r1b7", hybrid),
	REFUSED("big/r1b7", big_little),
	REFUSED("big/r1b7:u", big_little),
	REFUSED("big/r1b7:u/", big_little),
	REFUSED("big/r1b7/u", big_little),
	REFUSED("big/r1b7//", big_little),
	REFUSED("big//", big_little),
	REFUSED("big/", big_little),
	REFUSED("/r1b7/", big_little),
	REFUSED("bi/r1b7/", big_little),
	REFUSED("bigg/r1b7/", big_little),
	REFUSED("cpu_core/r1b7/", big_little),
	REFUSED("big/page-faults/", big_little),
	REFUSED("big/loads/", big_little),
	REFUSED("cpu_core/loads/", hybrid),
	/* an event of a model of CPU */
	{ "loads", 0, 0x1e8, 0, 0, 0, 0, &sapphire_rapids },
	{ "cpu/loads/", 0, NATIVE | 0x8, 0, RAW, 0x81d0, 0, &sapphire_rapids },
	{ "cpu_core/loads/:k", 0, NATIVE | 0x2, 0, RAW, 0x81d0, 0, &alder_lake },
	{ "cpu_atom/loads/:k", 0, NATIVE | 0x2, 0, 10, 0x81d0, 0, &alder_lake },
	REFUSED("big/cycles/:q", big_little),
	{ "big/r10000000000000000/", -ERANGE, 0, 0, 0, 0, 0, &big_little },
	{ "cpu/r1b7/", -EINVAL },
	{ "cpu/r1b7/", -ENOENT, 0, 0, 0, 0, 0, &mips },
};

static void expect_row(struct __test_metadata *_metadata, const struct row *want)
{
	struct perfcnt_reason reason = { 0 };
	struct perfcnt_control control;

	EXPECT_EQ(want->error,
		  perfcnt_control_from_name(want->name, strlen(want->name), 0,
					    want->limits ?: &perf, &control,
					    &reason))
		TH_LOG("%s", want->name);
	if (want->error) {
		EXPECT_TRUE(!!*reason.words) TH_LOG("%s", want->name);
		return;
	}
	EXPECT_EQ(want->word, control.word) TH_LOG("%s", want->name);
	EXPECT_EQ(want->unit, control.unit) TH_LOG("%s", want->name);
	EXPECT_EQ((want->word & NATIVE) == NATIVE, control.native.known)
		TH_LOG("%s", want->name);
	EXPECT_EQ(want->type, control.native.type) TH_LOG("%s", want->name);
	EXPECT_EQ(want->config, control.native.config) TH_LOG("%s", want->name);
	EXPECT_EQ(want->config1, control.native.config1)
		TH_LOG("%s", want->name);
}

TEST(every_row)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		expect_row(_metadata, &rows[i]);
}

/* loads and stores are raw events, of the models that are known to have them. */
TEST(events_of_models)
{
	static const struct {
		struct perfcnt_cpu_model cpu;
		bool has;
	} models[] = {
		{ { PERFCNT_VENDOR_INTEL, 6, 0x8f }, true },
		{ { PERFCNT_VENDOR_INTEL, 6, 0x2a }, true },
		{ { PERFCNT_VENDOR_INTEL, 6, 0x3c }, true },
		{ { PERFCNT_VENDOR_INTEL, 6, 0x3f }, true },
		{ { PERFCNT_VENDOR_INTEL, 6, 0x57 } }, /* a Xeon Phi */
		{ { PERFCNT_VENDOR_INTEL, 6, 0x1a } }, /* a Nehalem */
		{ { PERFCNT_VENDOR_INTEL, 6, 0xff } }, /* none that is known */
		{ { PERFCNT_VENDOR_INTEL, 15, 0x8f } },
		{ { PERFCNT_VENDOR_OTHER, 6, 0x8f } },
		{ { 0 } },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(models); i++) {
		const struct perfcnt_cpu_model *cpu = &models[i].cpu;
		const int error = models[i].has ? 0 : -ENOENT;
		struct perfcnt_native native = { 0 };

		EXPECT_EQ(error, perfcnt_native_of_event(15, PERFCNT_BANK_EVEN,
							 cpu, &native));
		EXPECT_EQ(models[i].has ? 0x81d0 : 0, native.config);
		EXPECT_EQ(error, perfcnt_native_of_event(15, PERFCNT_BANK_ODD,
							 cpu, &native));
		EXPECT_EQ(models[i].has ? 0x82d0 : 0, native.config);
		EXPECT_EQ(models[i].has ? RAW : 0, native.type);
	}
	EXPECT_EQ(-ENOENT, perfcnt_native_of_event(15, PERFCNT_BANK_EVEN, NULL,
						   &(struct perfcnt_native){ 0 }));
}

/*
 * Each kind of CPU counts a raw event that both have: PERF_TYPE_RAW is the number of the
 * first kind's PMU. All else is found by perf, or belongs to no CPU.
 */
TEST(raw_on_each_kind)
{
	static const struct {
		u32 type, core, atom, none;
		bool raw;
	} types[] = {
		{ RAW, RAW, 10, RAW, true },
		{ HARDWARE, HARDWARE, HARDWARE, HARDWARE, false },
		{ PERF_TYPE_HW_CACHE, PERF_TYPE_HW_CACHE, PERF_TYPE_HW_CACHE,
		  PERF_TYPE_HW_CACHE, false },
		{ SOFTWARE, SOFTWARE, SOFTWARE, SOFTWARE, false },
		{ 10, 10, 10, 10, true },
	};
	const struct perfcnt_cpu_pmu *const kinds = alder_lake.pmus.pmu;
	struct perfcnt_control loads = { .word = 15 << PERFCNT_CTL_EVENT_SHIFT |
						 PERFCNT_CTL_U };
	struct perf_event_attr attr;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		attr = (struct perf_event_attr){ .type = types[i].type, .config = 0x81d0 };
		EXPECT_EQ(types[i].raw, perfcnt_perf_attr_for_pmu(&attr, &kinds[0]));
		EXPECT_EQ(types[i].core, attr.type);
		attr.type = types[i].type;
		EXPECT_EQ(types[i].raw, perfcnt_perf_attr_for_pmu(&attr, &kinds[1]));
		EXPECT_EQ(types[i].atom, attr.type);
		attr.type = types[i].type;
		EXPECT_EQ(types[i].raw, perfcnt_perf_attr_for_pmu(&attr, NULL));
		EXPECT_EQ(types[i].none, attr.type);
		EXPECT_EQ(0x81d0, attr.config);
	}
	ASSERT_EQ(0, perfcnt_perf_encode(&loads, 0, &alder_lake, &attr));
	perfcnt_perf_attr_for_pmu(&attr, &kinds[1]);
	EXPECT_EQ(10, attr.type);
	EXPECT_EQ(0x81d0, attr.config);
}

/* The word of a filter that has no room in it cannot be taken for another. */
TEST(visible)
{
	const struct perfcnt_control fits = { .word = 0x3fe00028, .unit = 255 };
	const struct perfcnt_control tc = { .word = 0x00200028, .unit = 256 };
	const struct perfcnt_control vpe = { .word = 0x00100028, .unit = 16 };
	struct perfcnt_control control;
	struct perfcnt_reason reason;
	u32 word;

	ASSERT_EQ(perfcnt_control_visible(&fits, 3, &perf), 0x3fe00028);
	ASSERT_EQ(perfcnt_control_visible(&tc, 3, &perf), 0x00300028);
	word = perfcnt_control_visible(&vpe, 0, &perf);
	ASSERT_EQ(word, 0x80300028);
	ASSERT_EQ(perfcnt_control_from_word(word, 0, &perf, &control,
					    &reason), -EINVAL);
}

/* A word that asks for a native event leaves open which one. */
TEST(word)
{
	struct perfcnt_control control = {
		.native = { .known = true, .type = RAW, .config = 7 },
	};
	struct perfcnt_reason reason;

	ASSERT_EQ(perfcnt_control_from_word(0x80000fea, 0, &perf,
					    &control, &reason), 0);
	ASSERT_EQ(control.word, 0xfea);
	ASSERT_TRUE(control.native.known && control.native.config == 7);
	ASSERT_EQ(perfcnt_control_from_word(0xfea, 0, &mips, &control,
					    &reason), -EINVAL);
}

/*
 * Found by a fuzzer: lines of one write, "0 r1ff", "0 0x28", "0 0xfe8", were taken
 * though the second one has another event; as three writes they are not.
 */
TEST(word_forgets_native)
{
	struct perfcnt_control control = {
		.native = { .known = true, .type = RAW, .config = 7 },
	};
	struct perfcnt_reason reason;

	ASSERT_EQ(perfcnt_control_from_word(0x28, 0, &perf, &control,
					    &reason), 0);
	ASSERT_FALSE(control.native.known);
	ASSERT_EQ(perfcnt_control_from_word(0xfe8, 0, &perf, &control,
					    &reason), 0);
	ASSERT_FALSE(control.native.known);
}

/* Where there are no native events, their names say who has them. */
TEST(elsewhere)
{
	static const char *const names[] = { "page-faults", "r1b", "r1b,1:k" };
	struct perfcnt_control control;
	struct perfcnt_reason reason;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		ASSERT_EQ(perfcnt_control_from_name(names[i],
						    strlen(names[i]), 0,
						    &mips, &control,
						    &reason),
			  -ENOENT);
		ASSERT_TRUE(!!strstr(reason.words, "pmu=perf"));
	}
}

TEST(same)
{
	struct perfcnt_control a = { .word = 0x28 }, b = a;

	ASSERT_TRUE(perfcnt_control_same(&a, &b));
	b.word |= PERFCNT_CTL_IE;
	ASSERT_TRUE(perfcnt_control_same(&a, &b));
	b.native.known = true;
	ASSERT_TRUE(perfcnt_control_same(&a, &b));
	b.unit = 1;
	ASSERT_FALSE(perfcnt_control_same(&a, &b));
	b = a;
	b.multiplexed = true;
	ASSERT_FALSE(perfcnt_control_same(&a, &b));
	a.word = NATIVE | 0x8;
	b = a;
	b.native.known = true;
	ASSERT_FALSE(perfcnt_control_same(&a, &b));
	a.native = b.native;
	ASSERT_TRUE(perfcnt_control_same(&a, &b));
	b.native.config1 = 1;
	ASSERT_FALSE(perfcnt_control_same(&a, &b));
}

/* What is refused says why, and what would be right: which PMUs there are. */
TEST(reasons)
{
	static const struct {
		const char *name;
		size_t offset;
		const char *reason;
	} says[] = {
		{ "instructions:s", 0,
		  "this machine counts S and EXL as part of K; set K (mode 'k')" },
		{ "context-switches:u", 0,
		  "this event occurs in kernel mode only; set K (mode 'k')" },
		{ "task-clock:u", 0,
		  "this event cannot be counted per mode; set both U and K (modes 'uk')" },
		{ "r1b7", 0,
		  "this machine has several kinds of CPU; use big/r1b7/ or little/r1b7/" },
		{ "r1b7,f:k@tc0", 0,
		  "this machine has several kinds of CPU; use big/r1b7,f/ or little/r1b7,f/" },
		{ "huge/cycles/", 0,
		  "no CPU has this PMU; use big or little" },
		{ "big/page-faults/:u", 4,
		  "this is a software event; write it without a PMU" },
		{ "big/cycles:u", 10,
		  "expected pmu/event/, then :modes and @filter if any" },
		{ "big/loads/", 4, "the kernel's perf does not have this event" },
		{ "big/stores/", 4, "only odd counters have this event" },
		{ "big/0x28/", 4, "unknown event name" },
	};
	struct perfcnt_control control;
	struct perfcnt_reason reason;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(says); i++) {
		ASSERT_EQ(perfcnt_control_from_name(says[i].name,
						    strlen(says[i].name), 0,
						    &big_little, &control,
						    &reason), -EINVAL);
		ASSERT_STREQ(reason.words, says[i].reason);
		ASSERT_EQ(reason.offset, says[i].offset);
	}
}

/* The table of PMUs takes each once, cuts long names, and has an end. */
TEST(add_pmus)
{
	static const char *const name =
		"a name that is longer than there is room for in the table";
	struct perfcnt_cpu_pmus pmus = { 0 };
	const struct perfcnt_cpu_pmu *pmu = perfcnt_cpu_pmus_add(&pmus, 9, name);
	unsigned int i, rest = 0;
	char said[24];

	ASSERT_EQ(strlen(pmu->name), sizeof(pmu->name) - 1);
	ASSERT_TRUE(perfcnt_cpu_pmus_add(&pmus, 9, "again") == pmu);
	ASSERT_EQ(perfcnt_cpu_pmus_count(&pmus), 1);
	for (i = 1; i < PERFCNT_MAX_PMUS; i++)
		rest += !!perfcnt_cpu_pmus_add(&pmus, 9 + i, "b");
	ASSERT_EQ(rest, PERFCNT_MAX_PMUS - 1);
	ASSERT_TRUE(!perfcnt_cpu_pmus_add(&pmus, 8, "c"));
	ASSERT_TRUE(perfcnt_cpu_pmus_of_type(&pmus, 9) == pmu);
	ASSERT_TRUE(!perfcnt_cpu_pmus_of_type(&pmus, 8));
	ASSERT_TRUE(!perfcnt_cpu_pmus_of_name(&pmus, "bb", 2));
	perfcnt_cpu_pmus_list(&pmus, ", ", "/x/", said, sizeof(said));
	ASSERT_EQ(strlen(said), sizeof(said) - 1);
}

TEST_HARNESS_MAIN
