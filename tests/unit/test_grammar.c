// SPDX-License-Identifier: GPL-2.0
/* The grammar of /proc/perf: what is taken, what is refused, what is shown. */
#include "encoding/grammar.h"
#include "unit.h"

static const struct perfcnt_limits limits = {
	.counters = 4,
	.tcs = 2,
	.vpes = 2,
	.modes = PERFCNT_CTL_MODES,
};

struct malformed {
	const char *text;
	int error;
	unsigned int line;
	unsigned int column;
	const char *words;
	const char *reason;
};

static const struct malformed malformed[] = {
#define MALFORMED(text_, error_, line_, column_, words_, reason_)	\
	{								\
		.text = (text_),					\
		.error = (error_),					\
		.line = (line_),					\
		.column = (column_),					\
		.words = (words_),					\
		.reason = (reason_),					\
	},
#include "../malformed.h"
};

static void expect_refused(struct __test_metadata *_metadata,
			   const struct malformed *want)
{
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	const char *quote = *want->words ? "'" : "";
	struct perfcnt_reason reason;
	char sentence[PERFCNT_REASON_SIZE];

	snprintf(sentence, sizeof(sentence), "line %u, column %u: %s%s%s%s%s",
		 want->line, want->column, quote, want->words, quote,
		 *quote ? ": " : "", want->reason);
	EXPECT_EQ(-want->error,
		  perfcnt_grammar_parse(want->text, strlen(want->text), &limits,
					settings, &reason))
		TH_LOG("'%s'", want->text);
	EXPECT_STREQ(sentence, reason.words);
}

TEST(refused)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(malformed); i++)
		expect_refused(_metadata, &malformed[i]);
}

#define CONTROL	PERFCNT_SETTING_CONTROL
#define COUNT	PERFCNT_SETTING_COUNT
#define SUSPEND	PERFCNT_SETTING_SUSPEND
#define RESUME	PERFCNT_SETTING_RESUME
/* of a counter that was not named */
#define FREE	PERFCNT_SETTING_IF_FREE

struct well_formed {
	const char *text;
	struct {
		unsigned int change;
		u32 word;
		u64 count;
	} settings[4];
};

static const struct well_formed well_formed[] = {
	{ "" },
	{ "\n \t\n\n" },
	{ "# nothing\n   # 0 0x28 0" },
	{ "0 0x28 0", { { CONTROL | COUNT, 0x28, 0 } } },
	{ "0 0x28 0\n", { { CONTROL | COUNT, 0x28, 0 } } },
	{ "0 28 0", { { CONTROL | COUNT, 0x28, 0 } } },
	{ "0 0X0000028 0", { { CONTROL | COUNT, 0x28, 0 } } },
	{ "0 0x00000000000000000028 0", { { CONTROL | COUNT, 0x28, 0 } } },
	{ "\t 00   0x28\t5 ", { { CONTROL | COUNT, 0x28, 5 } } },
	{ "0 0x28", { { CONTROL, 0x28, 0 } } },
	{ "0 0x28 -1", { { CONTROL, 0x28, 0 } } },
	{ "0 0", { { CONTROL, 0, 0 } } },
	{ "0 0x80000528 108399", { { CONTROL | COUNT, 0x528, 108399 } } },
	{ "0 0x28 18446744073709551615",
	  { { CONTROL | COUNT, 0x28, 18446744073709551615ULL } } },
	/* perfcnt_config of MD00548, section 4.2 */
	{ "0 0x8000001f 0\n1 0x8000003f 0\n2 0x8000025f 0\n3 0x800002ff 0\n",
	  { { CONTROL | COUNT, 0x1f, 0 }, { CONTROL | COUNT, 0x3f, 0 },
	    { CONTROL | COUNT, 0x25f, 0 }, { CONTROL | COUNT, 0x2ff, 0 } } },
	{ "0 instructions", { { CONTROL, 0x28, 0 } } },
	{ "0 instructions:u 0", { { CONTROL | COUNT, 0x28, 0 } } },
	{ "1 instructions:eksu 3",
	  { { 0 }, { CONTROL | COUNT, 0x2f, 3 } } },
	{ "3 stores:k@tc1",
	  { { 0 }, { 0 }, { 0 }, { CONTROL, 0x006001e2, 0 } } },
	{ "2 loads@vpe1", { { 0 }, { 0 }, { CONTROL, 0x001101e8, 0 } } },
	{ "2 loads@tc00001", { { 0 }, { 0 }, { CONTROL, 0x006001e8, 0 } } },
	{ "0 dcache-misses\n1 dcache-misses",
	  { { CONTROL, 0x168, 0 }, { CONTROL, 0x168, 0 } } },
	{ "0 relax-bubbles@vpe0", { { CONTROL, 0x001005e8, 0 } } },
	/* filters that MT_EN does not ask for are kept as they are */
	{ "0 0x3fcf0028", { { CONTROL, 0x3fcf0028, 0 } } },
	{ "suspend", { { SUSPEND | FREE }, { SUSPEND | FREE },
		       { SUSPEND | FREE }, { SUSPEND | FREE } } },
	{ "resume", { { RESUME | FREE }, { RESUME | FREE },
		      { RESUME | FREE }, { RESUME | FREE } } },
	{ "suspend 0 2 2", { { SUSPEND }, { 0 }, { SUSPEND } } },
	{ "suspend\nresume 3\n",
	  { { SUSPEND | FREE }, { SUSPEND | FREE }, { SUSPEND | FREE },
	    { RESUME } } },
	{ "1 0x20\nsuspend\nresume\n",
	  { { RESUME | FREE }, { CONTROL | RESUME, 0x20 },
	    { RESUME | FREE }, { RESUME | FREE } } },
	{ "0 0x28 5\n0 0x48\nsuspend 0",
	  { { CONTROL | COUNT | SUSPEND, 0x48, 5 } } },
	{ "suspend 0\n0 0x28", { { CONTROL, 0x28, 0 } } },
};

static void expect_taken(struct __test_metadata *_metadata,
			 const struct well_formed *want)
{
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_reason reason;
	unsigned int i;

	EXPECT_EQ(0, perfcnt_grammar_parse(want->text, strlen(want->text),
					   &limits, settings, &reason))
		TH_LOG("'%s'", want->text);
	for (i = 0; i < limits.counters; i++) {
		EXPECT_EQ(want->settings[i].change, settings[i].change)
			TH_LOG("'%s'", want->text);
		if (settings[i].change & CONTROL) {
			EXPECT_EQ(want->settings[i].word,
				  settings[i].control.word)
				TH_LOG("'%s'", want->text);
		}
		if (settings[i].change & COUNT) {
			EXPECT_EQ(want->settings[i].count, settings[i].count)
				TH_LOG("'%s'", want->text);
		}
	}
}

TEST(taken)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(well_formed); i++)
		expect_taken(_metadata, &well_formed[i]);
}

static int parse(const char *text, size_t length,
		 struct perfcnt_reason *reason)
{
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];

	return perfcnt_grammar_parse(text, length, &limits, settings, reason);
}

TEST(line_too_long)
{
	struct perfcnt_reason reason;
	char text[2 * PERFCNT_LINE_MAX];

	memset(text, ' ', sizeof(text));
	memcpy(text, "0 0x28 0", 8);
	ASSERT_EQ(parse(text, PERFCNT_LINE_MAX, &reason), 0);
	ASSERT_EQ(parse(text, PERFCNT_LINE_MAX + 1, &reason), -EINVAL);
	ASSERT_STREQ(reason.words,
		     "line 1, column 256: '?': line too long (at most 255 bytes)");
	text[PERFCNT_LINE_MAX] = '\n';
	ASSERT_EQ(parse(text, PERFCNT_LINE_MAX + 1, &reason), 0);
}

TEST(nul_byte)
{
	struct perfcnt_reason reason;

	ASSERT_EQ(parse("0 0x28\0 0", 9, &reason), -EINVAL);
	ASSERT_STREQ(reason.words,
		     "line 1, column 3: '0x28?': not a hexadecimal control word or a known event name");
}

/* A word longer than what is quoted of one is cut, and says so. */
TEST(long_word)
{
	struct perfcnt_reason reason;
	char text[200];

	memset(text, 'z', sizeof(text));
	ASSERT_EQ(parse(text, sizeof(text), &reason), -EINVAL);
	ASSERT_STREQ(reason.words,
		     "line 1, column 1: 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz...': expected a decimal counter number, 'suspend' or 'resume'");
}

TEST(error_sentence)
{
	struct perfcnt_reason reason;

	ASSERT_EQ(parse("\n0 0x488 0", 10, &reason), -EINVAL);
	ASSERT_STREQ(reason.words,
		     "line 2, column 3: '0x488': no such event: code 36 is reserved");
}

/* Where something is missing there is no word to quote. */
TEST(error_without_word)
{
	struct perfcnt_reason reason;

	ASSERT_EQ(parse("0", 1, &reason), -EINVAL);
	ASSERT_STREQ(reason.words,
		     "line 1, column 2: missing control word or event name");
}

/* The bytes of Figure 3. */
TEST(format)
{
	static const struct perfcnt_shown readings[] = {
		{ 0x80000528, 108399 },
		{ 0x800005a8, 1171512 },
		{ 0x800005a8, 18446744073709551615ULL },
		{ 0x000005c8, 0 },
	};
	char text[4 * PERFCNT_GRAMMAR_COUNTER_SIZE];
	const char *want = "PerfCnt[0].Ctl : 0x80000528\n"
			   "PerfCnt[0].Cnt : 108399\n"
			   "PerfCnt[1].Ctl : 0x800005a8\n"
			   "PerfCnt[1].Cnt : 1171512\n"
			   "PerfCnt[2].Ctl : 0x800005a8\n"
			   "PerfCnt[2].Cnt : 18446744073709551615\n"
			   "PerfCnt[3].Ctl : 0x000005c8\n"
			   "PerfCnt[3].Cnt : 0\n";

	ASSERT_EQ(perfcnt_grammar_format(text, sizeof(text), readings, 4),
		  strlen(want));
	ASSERT_EQ(0, memcmp(text, want, strlen(want)));
}

/* Every length of a count, as printf() has it. */
TEST(format_counts)
{
	struct perfcnt_shown reading = { .control = 0xfedcba98 };
	char text[PERFCNT_GRAMMAR_COUNTER_SIZE], want[128];
	u64 power;
	int i;

	for (power = 1; power; power = power > ~0ULL / 10 ? 0 : power * 10) {
		for (i = -1; i <= 1; i++) {
			int length;

			reading.count = power + i;
			length = snprintf(want, sizeof(want),
					  "PerfCnt[0].Ctl : 0x%08x\nPerfCnt[0].Cnt : %llu\n",
					  reading.control,
					  (unsigned long long)reading.count);
			ASSERT_EQ(perfcnt_grammar_format(text, sizeof(text),
							 &reading, 1),
				  length);
			ASSERT_EQ(0, memcmp(text, want, length));
		}
	}
}

TEST(format_room)
{
	struct perfcnt_shown readings[PERFCNT_MAX_COUNTERS];
	char text[PERFCNT_MAX_COUNTERS * PERFCNT_GRAMMAR_COUNTER_SIZE];

	memset(readings, 0xff, sizeof(readings));
	ASSERT_TRUE(perfcnt_grammar_format(text, sizeof(text), readings,
					   PERFCNT_MAX_COUNTERS) <
		    sizeof(text) - 1);
}

TEST_HARNESS_MAIN
