// SPDX-License-Identifier: GPL-2.0
/* What an ioctl asks for: filters beside the word, native events, and back. */
#include "../perf_machines.h"
#include "encoding/control.h"
#include "unit.h"

/* A machine of 512 CPUs in 256 cores, as the driver perf describes it. */
static const struct perfcnt_limits limits = {
	PERF_MACHINE(4, 512, 256),
};

static const struct perfcnt_limits big_little = {
	PERF_MACHINE(4, 2, 2),
	BIG_LITTLE,
};

static const struct perfcnt_limits hybrid = {
	PERF_MACHINE(4, 2, 2),
	HYBRID,
};

#define VPE	(PERFCNT_MT_EN_VPE << PERFCNT_CTL_MT_EN_SHIFT | 0x28)
#define TC	(PERFCNT_MT_EN_TC << PERFCNT_CTL_MT_EN_SHIFT | 0x28)
#define NATIVE	(PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT | 0x8)

struct row {
	const char *name;
	struct perfcnt_what what;
	int error;
	unsigned int unit;
	const struct perfcnt_limits *limits; /* NULL for a machine of one kind */
	const char *reason;
};

#define NO_CPU		"no such CPU (TC); this machine has 0 to 511"
#define NO_UNIT \
	"unit must be 0 unless the filter's number does not fit in the control word"
#define TWO_UNITS \
	"the filter's number in the control word must be 0 if unit is not 0"
#define NOT_RESERVED "reserved, config2 and reserved2 must be 0"
#define NOT_NATIVE \
	"type, config and config1 must be 0 unless the event is 127"
#define NOT_RAW "config1 must be 0 unless the event is a raw one"
#define NO_TYPE(type) \
	"unsupported native event type " #type "; use HARDWARE, SOFTWARE, " \
	"HW_CACHE, RAW or the type of a CPU's PMU"

#define OF_PMU(pmu) ((u64)(pmu) << PERF_PMU_TYPE_SHIFT)

static const struct row rows[] = {
	{ "no filter", { 0x28 } },
	{ "a TC in the word", { TC | 255u << 22 }, 0, 255 },
	{ "a TC beside it", { TC, 256 }, 0, 256 },
	{ "the last TC", { TC, 511 }, 0, 511 },
	{ "a TC that is not there", { TC, 512 }, -EINVAL, .reason = NO_CPU },
	{ "a TC that has room in the word", { TC, 255 }, -EINVAL,
	  .reason = NO_UNIT },
	{ "a TC in both", { TC | 1 << 22, 256 }, -EINVAL,
	  .reason = TWO_UNITS },
	{ "a VPE in the word", { VPE | 15 << 16 }, 0, 15 },
	{ "a VPE beside it", { VPE, 16 }, 0, 16 },
	{ "a VPE that has room in the word", { VPE, 15 }, -EINVAL,
	  .reason = NO_UNIT },
	{ "a unit without a filter", { 0x28, 1 }, -EINVAL, .reason = NO_UNIT },
	{ "reserved is not 0", { 0x28, .reserved = 1 }, -EINVAL,
	  .reason = NOT_RESERVED },
	{ "reserved2 is not 0", { 0x28, .reserved2 = 1ull << 32 }, -EINVAL,
	  .reason = NOT_RESERVED },
	{ "a config2", { NATIVE, .type = PERF_TYPE_RAW, .config2 = 1 }, -EINVAL,
	  .reason = NOT_RESERVED },
	{ "a native event", { NATIVE, .type = PERF_TYPE_SOFTWARE,
			      .config = PERF_COUNT_SW_PAGE_FAULTS } },
	{ "a native event of raw type", { NATIVE, .type = PERF_TYPE_RAW,
					  .config = 1, .config1 = 2 } },
	{ "a software event with a config1",
	  { NATIVE, .type = PERF_TYPE_SOFTWARE,
	    .config = PERF_COUNT_SW_CONTEXT_SWITCHES, .config1 = 1 },
	  -EINVAL, .reason = NOT_RAW },
	{ "a generic event with a config1",
	  { NATIVE, .type = PERF_TYPE_HARDWARE, .config1 = 1ull << 63 },
	  -EINVAL, .reason = NOT_RAW },
	{ "a cache event with a config1",
	  { NATIVE, .type = PERF_TYPE_HW_CACHE, .config1 = 1 },
	  -EINVAL, .reason = NOT_RAW },
	{ "a native event of no type", { NATIVE, .type = 12345 }, -EINVAL,
	  .reason = NO_TYPE(12345) },
	{ "a type without a native event", { 0x28, .type = 1 }, -EINVAL,
	  .reason = NOT_NATIVE },
	{ "a config without a native event", { 0x28, .config = 1 }, -EINVAL,
	  .reason = NOT_NATIVE },
	{ "a config1 without a native event", { 0x28, .config1 = 1 }, -EINVAL,
	  .reason = NOT_NATIVE },
	{ "a raw event of no PMU", { NATIVE, .type = PERF_TYPE_RAW, .config = 1 },
	  -EINVAL, 0, &big_little,
	  "this machine has several kinds of CPU; use big/r1/ or little/r1/" },
	{ "a raw event of the first PMU", { NATIVE, .type = 9, .config = 1 },
	  0, 0, &big_little },
	{ "a raw event of another", { NATIVE, .type = 11, .config = 1 },
	  -EINVAL, 0, &big_little, NO_TYPE(11) },
	{ "a raw event of the PMU whose number that is",
	  { NATIVE, .type = PERF_TYPE_RAW, .config = 1 }, 0, 0, &hybrid },
	{ "a tracepoint", { NATIVE, .type = PERF_TYPE_TRACEPOINT, .config = 1 },
	  -EINVAL, 0, &hybrid, NO_TYPE(2) },
	{ "a breakpoint", { NATIVE, .type = PERF_TYPE_BREAKPOINT }, -EINVAL, 0,
	  &big_little, NO_TYPE(5) },
	{ "a generic event of any PMU", { NATIVE, .config = 1 }, 0, 0, &hybrid },
	{ "a generic event of one PMU", { NATIVE, .config = OF_PMU(10) | 1 },
	  0, 0, &hybrid },
	{ "a cache event of one PMU", { NATIVE, .type = PERF_TYPE_HW_CACHE,
					.config = OF_PMU(9) | 1 },
	  0, 0, &big_little },
	{ "a generic event of a PMU that is not there",
	  { NATIVE, .config = OF_PMU(11) | 1 }, -EINVAL, 0, &hybrid,
	  "no CPU has PMU number 11 (upper 32 bits of config)" },
};

static void expect_row(struct __test_metadata *_metadata, const struct row *row)
{
	struct perfcnt_control control;
	struct perfcnt_reason reason;
	struct perfcnt_what back;

	EXPECT_EQ(row->error,
		  perfcnt_control_from_what(&row->what, 0, row->limits ?: &limits,
					    &control, &reason))
		TH_LOG("%s", row->name);
	if (row->error) {
		EXPECT_STREQ(row->reason, reason.words) TH_LOG("%s", row->name);
		return;
	}
	EXPECT_EQ(row->unit, control.unit) TH_LOG("%s", row->name);
	perfcnt_control_to_what(&control, &back);
	EXPECT_EQ(0, memcmp(&back, &row->what, sizeof(back)))
		TH_LOG("%s", row->name);
}

TEST(every_row)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		expect_row(_metadata, &rows[i]);
}

TEST_HARNESS_MAIN
