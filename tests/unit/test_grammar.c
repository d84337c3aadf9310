// SPDX-License-Identifier: GPL-2.0
/* The grammar of /proc/perf: what is taken, what is refused, what is shown. */
#include "words/grammar.h"
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
};

static const struct malformed malformed[] = {
#define MALFORMED(text_, error_, line_, column_, words_)	\
	{							\
		.text = (text_),				\
		.error = (error_),				\
		.line = (line_),				\
		.column = (column_),				\
		.words = (words_),				\
	},
#include "../malformed.h"
};

static void test_malformed(void **state)
{
	const struct malformed *want = *state;
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_grammar_error error;

	assert_int_equal(perfcnt_grammar_parse(want->text, strlen(want->text),
					       &limits, settings, &error),
			 -want->error);
	assert_int_equal(error.line, want->line);
	assert_int_equal(error.column, want->column);
	assert_string_equal(error.words, want->words);
	assert_non_null(error.reason);
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
	{ "0 0x8000001f 0\n1 0x8000003f 0\n2 0x8000025f 0\n3 0x000001ff 0\n",
	  { { CONTROL | COUNT, 0x1f, 0 }, { CONTROL | COUNT, 0x3f, 0 },
	    { CONTROL | COUNT, 0x25f, 0 }, { CONTROL | COUNT, 0x1ff, 0 } } },
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

static void test_well_formed(void **state)
{
	const struct well_formed *want = *state;
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
	struct perfcnt_grammar_error error;
	unsigned int i;

	assert_int_equal(perfcnt_grammar_parse(want->text, strlen(want->text),
					       &limits, settings, &error), 0);
	for (i = 0; i < limits.counters; i++) {
		assert_int_equal(settings[i].change, want->settings[i].change);
		if (settings[i].change & CONTROL)
			assert_int_equal(settings[i].control.word,
					 want->settings[i].word);
		if (settings[i].change & COUNT)
			assert_int_equal(settings[i].count,
					 want->settings[i].count);
	}
}

static int parse(const char *text, size_t length,
		 struct perfcnt_grammar_error *error)
{
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];

	return perfcnt_grammar_parse(text, length, &limits, settings, error);
}

static void test_line_too_long(void **state)
{
	struct perfcnt_grammar_error error;
	char text[2 * PERFCNT_LINE_MAX];

	memset(text, ' ', sizeof(text));
	memcpy(text, "0 0x28 0", 8);
	assert_int_equal(parse(text, PERFCNT_LINE_MAX, &error), 0);
	assert_int_equal(parse(text, PERFCNT_LINE_MAX + 1, &error), -EINVAL);
	assert_int_equal(error.line, 1);
	assert_int_equal(error.column, PERFCNT_LINE_MAX + 1);
	text[PERFCNT_LINE_MAX] = '\n';
	assert_int_equal(parse(text, PERFCNT_LINE_MAX + 1, &error), 0);
}

static void test_nul_byte(void **state)
{
	struct perfcnt_grammar_error error;

	assert_int_equal(parse("0 0x28\0 0", 9, &error), -EINVAL);
	assert_int_equal(error.column, 3);
	assert_string_equal(error.words, "0x28?");
}

/* A word longer than the error can hold is cut, and says so. */
static void test_long_word(void **state)
{
	struct perfcnt_grammar_error error;
	char text[200];

	memset(text, 'z', sizeof(text));
	assert_int_equal(parse(text, sizeof(text), &error), -EINVAL);
	assert_int_equal(strlen(error.words), sizeof(error.words) - 1);
	assert_string_equal(error.words + sizeof(error.words) - 5, "z...");
}

static void test_error_sentence(void **state)
{
	struct perfcnt_grammar_error error;
	char text[PERFCNT_GRAMMAR_ERROR_SIZE];

	assert_int_equal(parse("\n0 0x488 0", 10, &error), -EINVAL);
	perfcnt_grammar_error_format(text, sizeof(text), &error);
	assert_string_equal(text,
			    "line 2, column 3: '0x488': a reserved event");
}

/* The bytes of Figure 3. */
static void test_format(void **state)
{
	static const struct perfcnt_reading readings[] = {
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

	assert_int_equal(perfcnt_grammar_format(text, sizeof(text), readings, 4),
			 strlen(want));
	assert_memory_equal(text, want, strlen(want));
}

/* Every length of a count, as printf() has it. */
static void test_format_counts(void **state)
{
	struct perfcnt_reading reading = { .control = 0xfedcba98 };
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
			assert_int_equal(perfcnt_grammar_format(text, sizeof(text),
								&reading, 1),
					 length);
			assert_memory_equal(text, want, length);
		}
	}
}

static void test_format_room(void **state)
{
	struct perfcnt_reading readings[PERFCNT_MAX_COUNTERS];
	char text[PERFCNT_MAX_COUNTERS * PERFCNT_GRAMMAR_COUNTER_SIZE];

	memset(readings, 0xff, sizeof(readings));
	assert_true(perfcnt_grammar_format(text, sizeof(text), readings,
					   PERFCNT_MAX_COUNTERS) <
		    sizeof(text) - 1);
}

static const struct CMUnitTest others[] = {
	cmocka_unit_test(test_line_too_long),
	cmocka_unit_test(test_nul_byte),
	cmocka_unit_test(test_long_word),
	cmocka_unit_test(test_error_sentence),
	cmocka_unit_test(test_format),
	cmocka_unit_test(test_format_counts),
	cmocka_unit_test(test_format_room),
};

static struct CMUnitTest tests[ARRAY_SIZE(malformed) +
			       ARRAY_SIZE(well_formed) + ARRAY_SIZE(others)];

/* A test for each row of the tables, named after its text. */
static struct CMUnitTest row(CMUnitTestFunction function, const void *state,
			     const char *kind, const char *text)
{
	struct CMUnitTest test = { .test_func = function };
	static char names[sizeof(tests) / sizeof(*tests)][96];
	static size_t used;
	char *name = names[used++];
	int length = snprintf(name, sizeof(*names), "%s: ", kind);

	while (*text && length < (int)sizeof(*names) - 1) {
		name[length++] = *text >= ' ' && *text <= '~' &&
				 *text != '#' ? *text : '.';
		text++;
	}
	name[length] = '\0';
	test.name = name;
	test.initial_state = (void *)state;
	return test;
}

int main(void)
{
	size_t i, n = 0;

	for (i = 0; i < ARRAY_SIZE(malformed); i++)
		tests[n++] = row(test_malformed, &malformed[i], "refused",
				 malformed[i].text);
	for (i = 0; i < ARRAY_SIZE(well_formed); i++)
		tests[n++] = row(test_well_formed, &well_formed[i], "taken",
				 well_formed[i].text);
	for (i = 0; i < ARRAY_SIZE(others); i++)
		tests[n++] = others[i];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
