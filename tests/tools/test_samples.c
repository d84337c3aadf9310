// SPDX-License-Identifier: GPL-2.0
/* Samples that are planted, and reports that were worked out by hand. */
#include <stdlib.h>
#include <string.h>

#include <sanitizer/lsan_interface.h>

#include "base/memory.h"
#include "profile/format.h"
#include "profile/summary.h"
#include "unit.h"

static const struct sample_cutoff usual = {
	.percent = 0.1, .cumulative = 100, .least = 5
};

/*
 * A run, and the place of each spot: what was planted together is at an address of its own, which
 * is its number.
 */
struct planted {
	struct samples samples;
	struct place *planted;
	size_t count;
	struct place *places;
};

/* A process that the harness ends does not look for leaks by itself. */
FIXTURE(samples) {
	struct planted planted;
};

FIXTURE_SETUP(samples)
{
	memset(&self->planted, 0, sizeof(self->planted));
	self->planted.samples.missing = strdup("");
}

FIXTURE_TEARDOWN(samples)
{
	samples_free(&self->planted.samples);
	free(self->planted.planted);
	free(self->planted.places);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

static void add_trigger(struct samples *samples, const char *event, uint64_t period,
			uint64_t count)
{
	samples->triggers[samples->trigger_count++] = (struct sample_trigger){
		.event = strdup(event), .period = period, .count = count,
	};
}

/* So many samples of a kind at a place. */
static void plant_these(struct planted *self, struct sample sample, unsigned int count,
			struct place place)
{
	struct samples *samples = &self->samples;
	size_t i;

	sample.module = samples_module(samples, place.module, "");
	sample.address = self->count;
	self->planted = grow(self->planted, self->count, sizeof(place));
	self->planted[self->count++] = place;
	for (; count; count--)
		samples_add(samples, &sample);
	samples_settle(samples);
	self->places = resize(self->places, samples->spot_count, sizeof(place));
	for (i = 0; i < samples->spot_count; i++)
		self->places[i] = self->planted[samples->spots[i].address];
}

/* So many samples of an event at a place, each for a period. */
static void plant(struct planted *self, unsigned int trigger, unsigned int count,
		  struct place place)
{
	const struct sample sample = {
		.trigger = trigger,
		.period = self->samples.triggers[trigger].period,
	};

	plant_these(self, sample, count, place);
}

static const struct place inner = {
	.module = "prog", .function = "inner", .file = "src/prog.c", .start = 0x401130,
};

/* Instructions of inner, at three of its places. */
static const struct place in_lines[] = {
	{ .module = "prog", .function = "inner", .file = "src/prog.c",
	  .start = 0x401130, .address = 0x401138, .line_file = "src/prog.c",
	  .line = 12, .column = 5, .statement = "total += table[i];",
	  .start_line = 9, .start_approximate = true },
	{ .module = "prog", .function = "inner", .file = "src/prog.c",
	  .start = 0x401130, .address = 0x40113c, .line_file = "src/prog.c",
	  .line = 12, .column = 5, .statement = "total += table[i];",
	  .start_line = 9, .start_approximate = true },
	{ .module = "prog", .function = "inner", .file = "src/prog.c",
	  .start = 0x401130, .address = 0x401140, .line_file = "src/prog.c",
	  .line = 11, .column = 3, .approximate = true,
	  .statement = "for (i = 0; i < n; i++)",
	  .start_line = 9, .start_approximate = true },
};

static const struct place outer = {
	.module = "prog", .function = "outer", .file = "src/prog.c", .start = 0x401180,
};

static const struct place copying = {
	.module = "libc.so.6", .function = "memcpy", .start = 0x1000,
};

static const struct place length = {
	.module = "libc.so.6", .function = "strlen", .start = 0x2000,
};

/* Cycles and instructions of four functions. */
static void plant_cycles(struct planted *self, uint64_t period,
			 unsigned int instructions_of_length)
{
	add_trigger(&self->samples, "cycles:u", 100000, 100050000);
	add_trigger(&self->samples, "instructions:u", period, 80000000);
	plant(self, 0, 25, length);
	plant(self, 1, instructions_of_length, length);
	plant(self, 0, 75, copying);
	plant(self, 1, 30, copying);
	plant(self, 0, 280, outer);
	plant(self, 1, 450, outer);
	plant(self, 0, 620, inner);
	plant(self, 1, 310, inner);
}

static char *printed(const struct sample_view *view,
		     void (*print)(FILE *out, const struct sample_view *view))
{
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	print(out, view);
	fclose(out);
	return text;
}

static struct sample_view usual_view(const struct planted *self)
{
	return (struct sample_view){
		.samples = &self->samples, .places = self->places, .cutoff = usual,
		.detail_cutoff = usual, .details = SAMPLE_DETAILS_STATEMENT,
		.columns = ~0u,
	};
}

static char *functions(struct planted *self,
		       void (*print)(FILE *out, const struct sample_view *view))
{
	const struct sample_view view = usual_view(self);

	return printed(&view, print);
}

#define RULE \
	"-------------------------------------------------------------------------\n"
#define OF_PROG "              prog.c\n"
#define CUTOFF \
	"[Minimum function entries: 5, percent cutoff: 0.10, cumulative percent cutoff: 100.00]\n"

TEST_F(samples, layout)
{
	static const char wanted[] =
		"Function Summary\n"
		RULE
		" % Total          Cumulat              Cycles/\n"
		"  Events     +-   % Total   Samples     Instr.  Function                 File\n"
		RULE
		"   62.00   3.06     62.00       620       2.00  prog::inner              prog.c\n"
		"   28.00   2.84     90.00       280       0.62  prog::outer              prog.c\n"
		"    7.50   1.68     97.50        75       2.50  libc.so.6::memcpy        -\n"
		"    2.50   1.02    100.00        25          -  libc.so.6::strlen        -\n"
		RULE CUTOFF;
	char *text;

	plant_cycles(&self->planted, 100000, 9);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_STREQ(wanted, text);
	free(text);
}

/* Lines are in the order of their addresses, whatever the order of the samples. */
TEST_F(samples, lines)
{
	static const char wanted[] =
		"Function Details\n"
		RULE
		" % Total            Cycles/        Line|\n"
		"  Events   Samples   Instr.  Col,Offset  >Statement|Instruction\n"
		RULE
		"  100.00  [prog::inner, 0x00401130, prog.c]\n"
		"               620     2.00          ~9  Function Totals\n"
		"          ---------------------------------------------------------------\n"
		"             (500)   (2.08)          12  >    total += table[i];\n"
		"             (120)   (1.71)         ~11  *>   for (i = 0; i < n; i++)\n";
	char *text;

	add_trigger(&self->planted.samples, "cycles:u", 100000, 62000000);
	add_trigger(&self->planted.samples, "instructions:u", 100000, 31000000);
	plant(&self->planted, 0, 120, in_lines[2]);
	plant(&self->planted, 0, 480, in_lines[1]);
	plant(&self->planted, 1, 70, in_lines[2]);
	plant(&self->planted, 1, 230, in_lines[1]);
	plant(&self->planted, 0, 20, in_lines[0]);
	plant(&self->planted, 1, 10, in_lines[0]);
	text = functions(&self->planted, sample_details_print);
	EXPECT_STREQ(wanted, text);
	free(text);
}

/* inner's code: a loop, with a place in its jump's delay slot. */
static void make_code(struct place places[6], struct place_code *code)
{
	static const char *const words[] = {
		"move    $v1, $zero", "move    $v0, $zero", "lw      $v0, 0($a0)",
		"addu    $v1, $v1, $v0", "bne     $a0, $a1, {self}+0x8",
		"addiu   $a0, $a0, 4",
	};
	unsigned int i;

	for (i = 0; i < 6; i++) {
		places[i] = in_lines[i < 4 ? 0 : 2];
		places[i].address = 0x401130 + 4 * i;
		places[i].instruction = words[i];
	}
	places[5].is_slot = true;
	*code = (struct place_code){ .places = places, .count = 6 };
}

static struct place with_code(struct place place, const struct place_code *code)
{
	place.code = code;
	return place;
}

/* The details of a run whose other functions are left out. */
TEST_F(samples, instructions)
{
	static const char wanted[] =
		"Function Details\n"
		RULE
		" % Total            Cycles/        Line|\n"
		"  Events   Samples   Instr.  Col,Offset  >Statement|Instruction\n"
		RULE
		"   62.00  [prog::inner, 0x00401130, prog.c]\n"
		"               620     2.00          ~9  Function Totals\n"
		"          ---------------------------------------------------------------\n"
		"             (500)   (2.08)          12  >    total += table[i];\n"
		"                20     2.00    5,0x0008  lw      $v0, 0($a0)\n"
		"               480     2.09    5,0x000c  addu    $v1, $v1, $v0\n"
		"             (120)   (1.71)         ~11  *>   for (i = 0; i < n; i++)\n"
		"               120     1.71   ~3,0x0010  bne     $a0, $a1, {self}+0x8\n"
		"                              ~3,0x0014  addiu   $a0, $a0, 4\n";
	struct sample_view view;
	struct place_code code;
	struct place places[6];
	char *text;

	make_code(places, &code);
	add_trigger(&self->planted.samples, "cycles:u", 100000, 100050000);
	add_trigger(&self->planted.samples, "instructions:u", 100000, 80000000);
	plant(&self->planted, 0, 280, outer);
	plant(&self->planted, 1, 450, outer);
	plant(&self->planted, 0, 75, copying);
	plant(&self->planted, 1, 30, copying);
	plant(&self->planted, 0, 25, length);
	plant(&self->planted, 1, 9, length);
	plant(&self->planted, 0, 120, with_code(in_lines[2], &code));
	plant(&self->planted, 0, 480, with_code(in_lines[1], &code));
	plant(&self->planted, 1, 70, with_code(in_lines[2], &code));
	plant(&self->planted, 1, 230, with_code(in_lines[1], &code));
	plant(&self->planted, 0, 20, with_code(in_lines[0], &code));
	plant(&self->planted, 1, 10, with_code(in_lines[0], &code));
	view = usual_view(&self->planted);
	view.details = SAMPLE_DETAILS_ALL;
	view.detail_cutoff = (struct sample_cutoff){ .percent = 50, .cumulative = 100 };
	text = printed(&view, sample_details_print);
	EXPECT_STREQ(wanted, text);
	free(text);
}

/* What is around an instruction, and a mark where some are left out. */
TEST_F(samples, context)
{
	static const char left_out[] =
		"                 1       10    5,0x0000  move    $v1, $zero\n"
		"                                         ~ ~ ~ ~\n"
		"                 1       10   ~3,0x0010  bne     $a0, $a1, {self}+0x8\n"
		"                              ~3,0x0014  addiu   $a0, $a0, 4\n";
	static const char around[] =
		"                 1       10    5,0x0000  move    $v1, $zero\n"
		"                               5,0x0004  move    $v0, $zero\n"
		"                                         ~ ~ ~ ~\n"
		"                               5,0x000c  addu    $v1, $v1, $v0\n"
		"                 1       10   ~3,0x0010  bne     $a0, $a1, {self}+0x8\n"
		"                              ~3,0x0014  addiu   $a0, $a0, 4\n";
	struct sample_view view;
	struct place_code code;
	struct place places[6];
	char *text;

	make_code(places, &code);
	add_trigger(&self->planted.samples, "branches:u", 10, 20);
	plant(&self->planted, 0, 1, with_code(places[0], &code));
	plant(&self->planted, 0, 1, with_code(in_lines[2], &code));
	view = usual_view(&self->planted);
	view.details = SAMPLE_DETAILS_INSTRUCTION;
	text = printed(&view, sample_details_print);
	EXPECT_TRUE(strstr(text, left_out));
	free(text);
	view.context = 1;
	text = printed(&view, sample_details_print);
	EXPECT_TRUE(strstr(text, around));
	free(text);
}

/* Tables of another event than the first: its samples, its order, its estimates. */
TEST_F(samples, other_event)
{
	struct sample_view view;
	char *text;

	add_trigger(&self->planted.samples, "branches:u", 10, 1000);
	add_trigger(&self->planted.samples, "branch-misses:u", 5, 50);
	plant(&self->planted, 0, 90, inner);
	plant(&self->planted, 1, 1, inner);
	plant(&self->planted, 0, 10, outer);
	plant(&self->planted, 1, 9, outer);
	view = usual_view(&self->planted);
	view.event = 1;
	text = printed(&view, sample_summary_functions);
	EXPECT_TRUE(strstr(text, RULE
		"   90.00  21.93     90.00         9         45  prog::outer              prog.c\n"
		"   10.00  21.93    100.00         1          5  prog::inner" OF_PROG));
	free(text);
}

/* A line with instructions at two places is marked, and is there once. */
TEST_F(samples, runs)
{
	struct place later = in_lines[0];
	char *text;

	add_trigger(&self->planted.samples, "branches:u", 10, 40);
	later.address = 0x401150;
	plant(&self->planted, 0, 1, later);
	plant(&self->planted, 0, 1, in_lines[2]);
	plant(&self->planted, 0, 2, in_lines[0]);
	text = functions(&self->planted, sample_details_print);
	EXPECT_TRUE(strstr(text, "               (3)     (30)          12  *>   total"));
	EXPECT_TRUE(strstr(text, "               (1)     (10)         ~11  *>   for"));
	free(text);
}

/* From 10 samples on there is a ratio; a shorter period with as many samples doubles all. */
TEST_F(samples, ratios)
{
	struct sample_trigger *instructions = &self->planted.samples.triggers[1];
	char *text;

	plant_cycles(&self->planted, 100000, 10);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, "        25       2.50  libc.so.6::strlen"));
	free(text);
	instructions->period = 50000;
	instructions->count = 40000000;
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, "       620       4.00  prog::inner"));
	EXPECT_TRUE(strstr(text, "        25       5.00  libc.so.6::strlen"));
	free(text);
}

/*
 * Of the instructions three periods of four were left out, so that a sample stands for
 * 4000: the program has 0.25 cycles an instruction, and its functions have that together.
 */
TEST_F(samples, ratios_of_what_was_counted)
{
	char *text;

	add_trigger(&self->planted.samples, "cycles:u", 1000, 100000);
	add_trigger(&self->planted.samples, "instructions:u", 1000, 400000);
	plant(&self->planted, 0, 60, in_lines[0]);
	plant(&self->planted, 1, 40, in_lines[0]);
	plant(&self->planted, 0, 40, outer);
	plant(&self->planted, 1, 60, outer);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, "        60       0.38  prog::inner")); /* 0.375, half up */
	EXPECT_TRUE(strstr(text, "        40       0.17  prog::outer")); /* 40 / 240 */
	free(text);
	text = functions(&self->planted, sample_details_print);
	EXPECT_TRUE(strstr(text, "(60)   (0.38)"));
	free(text);
}

/*
 * A sample of inner stands for 9000 of 12000 events, three of outer for the others; as many
 * more were in none.  The margin of both: four samples of 3000 events, the mean, and of 21e6,
 * the mean of their squares, more make it 15000 of 24000; 2 / 24000 * the root of
 * 0.375^2 * (81e6 + 42e6) + 0.625^2 * (3e6 + 42e6); of all, of 0.25^2 * 126e6 + 0.75^2 * 42e6.
 */
TEST_F(samples, weights)
{
	const struct sample one = { .period = 1500, .left_out = 5 };
	char *text;

	add_trigger(&self->planted.samples, "branches:u", 1000, 24000);
	plant_these(&self->planted, one, 1, in_lines[0]);
	plant(&self->planted, 0, 3, outer);
	EXPECT_EQ(4, self->planted.samples.triggers->all.samples);
	EXPECT_EQ(12000, self->planted.samples.triggers->all.events);
	EXPECT_EQ(5, self->planted.samples.triggers->left_out);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, RULE
		"   75.00  49.21     75.00         1      18000  prog::inner              prog.c\n"
		"   25.00  49.21    100.00         3       6000  prog::outer" OF_PROG))
		TH_LOG("%s", text);
	free(text);
	text = functions(&self->planted, sample_summary_modules);
	EXPECT_TRUE(strstr(text, "  100.00  46.77    100.00         4  prog\n"))
		TH_LOG("%s", text);
	free(text);
	text = functions(&self->planted, sample_details_print);
	EXPECT_TRUE(strstr(text, "   75.00  [prog::inner, 0x00401130, prog.c]\n"));
	EXPECT_TRUE(strstr(text, "               (1)  (18000)          12  >    total"))
		TH_LOG("%s", text);
	free(text);
}

/* Ten samples of instructions in each, one of which stands for 4000 in inner. */
TEST_F(samples, ratios_of_weights)
{
	const struct sample instructions = { .trigger = 1, .period = 1000, .left_out = 3 };
	char *text;

	add_trigger(&self->planted.samples, "cycles:u", 1000, 100000);
	add_trigger(&self->planted.samples, "instructions:u", 1000, 50000);
	plant(&self->planted, 0, 50, in_lines[0]);
	plant_these(&self->planted, instructions, 10, in_lines[0]);
	plant(&self->planted, 0, 50, outer);
	plant(&self->planted, 1, 10, outer);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, "        50       1.25  prog::inner")); /* 50 / 40 */
	EXPECT_TRUE(strstr(text, "        50       5.00  prog::outer")); /* 50 / 10 */
	free(text);
	text = functions(&self->planted, sample_details_print);
	EXPECT_TRUE(strstr(text, "(50)   (1.25)"));
	free(text);
}

/* What there is no number for is the most there is, and no part is more than all. */
TEST_F(samples, too_many_events)
{
	const struct sample most = { .period = 3, .left_out = UINT64_MAX };
	const struct sample half = { .period = 1ull << 62, .left_out = 1 };
	char *text;

	EXPECT_TRUE(sample_events(&most) == UINT64_MAX);
	EXPECT_TRUE(sample_events(&half) == 1ull << 63);
	add_trigger(&self->planted.samples, "branches:u", 1, UINT64_MAX);
	plant_these(&self->planted, half, 1, inner);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, "  100.00  43.82    100.00         1  18446744073709551615  "))
		TH_LOG("%s", text);
	free(text);
	plant_these(&self->planted, most, 1, inner);
	EXPECT_TRUE(self->planted.samples.triggers->all.events == UINT64_MAX);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, "  100.00 "));
	free(text);
}

/* A count that is missing says nothing of a function. */
TEST_F(samples, no_ratio_without_counts)
{
	char *text;

	add_trigger(&self->planted.samples, "cycles:u", 1000, 0);
	add_trigger(&self->planted.samples, "instructions:u", 1000, 0);
	plant(&self->planted, 0, 60, inner);
	plant(&self->planted, 1, 40, inner);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, "        60          -  prog::inner"));
	free(text);
}

TEST_F(samples, estimates)
{
	char *text;

	add_trigger(&self->planted.samples, "dcache-misses:u", 1000, 400500);
	plant(&self->planted, 0, 360, inner);
	plant(&self->planted, 0, 40, outer);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text,
			   "   90.00   3.04     90.00       360     360450  prog::inner"));
	EXPECT_TRUE(strstr(text,
			   "   10.00   3.04    100.00        40      40050  prog::outer"));
	EXPECT_TRUE(strstr(text, "Estimated\n"));
	free(text);
}

/* Numbers of any length stand apart, below their headings. */
TEST_F(samples, large_numbers)
{
	static const char summary[] =
		" % Total          Cumulat                 Estimated\n"
		"  Events     +-   % Total   Samples          Events  Function                 File\n"
		RULE
		"   75.00  34.23     75.00         3  30000000000000  prog::inner              prog.c\n"
		"   25.00  34.23    100.00         1  10000000000000  prog::outer" OF_PROG;
	static const char details[] =
		" % Total                   Estimated        Line|\n"
		"  Events   Samples            Events  Col,Offset  >Statement|Instruction\n"
		RULE
		"   75.00  [prog::inner, 0x00401130, prog.c]\n"
		"                 3    30000000000000          ~9  Function Totals\n"
		"          ---------------------------------------------------------------\n"
		"               (3)  (30000000000000)          12  >    total += table[i];\n";
	char *text;

	add_trigger(&self->planted.samples, "branches:u", 10000000000000, 40000000000000);
	plant(&self->planted, 0, 3, in_lines[0]);
	plant(&self->planted, 0, 1, outer);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, summary))
		TH_LOG("%s", text);
	free(text);
	text = functions(&self->planted, sample_details_print);
	EXPECT_TRUE(strstr(text, details))
		TH_LOG("%s", text);
	free(text);
}

/* In which column of its line a place of a text is. */
static int column_of(const char *text, const char *place)
{
	const char *line = memrchr(text, '\n', place - text);

	return place - line - 1;
}

/* Files are below each other, and the name that has no room beside its file is whole. */
TEST_F(samples, long_names)
{
	struct place longer = outer, longest = copying;
	const char *file;
	char *text;
	int column;

	longer.function = "function_whose_name_has_40_letters______";
	longest.function = "f_of_64_letters_________________________________________________";
	longest.file = "src/prog.c";
	add_trigger(&self->planted.samples, "branches:u", 10, 60);
	plant(&self->planted, 0, 3, inner);
	plant(&self->planted, 0, 2, longer);
	plant(&self->planted, 0, 1, longest);
	text = functions(&self->planted, sample_summary_functions);
	file = strstr(text, "File\n");
	ASSERT_TRUE(file);
	column = column_of(text, file);
	EXPECT_EQ(strlen("prog::") + strlen(longer.function) + 2,
		  column - column_of(text, strstr(text, "prog::inner")));
	EXPECT_TRUE(strstr(text, longest.function));
	for (file = strstr(text, "prog.c\n"); file; file = strstr(file + 1, "prog.c\n"))
		EXPECT_EQ(column, column_of(text, file))
			TH_LOG("%s", text);
	free(text);
}

/* Sums are of samples, not of percents that were rounded. */
TEST_F(samples, cumulative)
{
	char *text;

	add_trigger(&self->planted.samples, "cycles:u", 1000, 103000);
	plant(&self->planted, 0, 48, inner);
	plant(&self->planted, 0, 38, outer);
	plant(&self->planted, 0, 9, copying);
	plant(&self->planted, 0, 8, length);
	text = functions(&self->planted, sample_summary_functions);
	EXPECT_TRUE(strstr(text, "   46.60   9.65     46.60        48 "));
	EXPECT_TRUE(strstr(text, "   36.89   9.35     83.50        38 "));
	EXPECT_TRUE(strstr(text, "    8.74   5.87     92.23         9 "));
	EXPECT_TRUE(strstr(text, "    7.77   5.63    100.00         8 "));
	free(text);
}

TEST_F(samples, percents)
{
	EXPECT_EQ(3333, sample_rows_percent(1, 3));
	EXPECT_EQ(6667, sample_rows_percent(2, 3));
	EXPECT_EQ(0, sample_rows_percent(1, 80000));
	EXPECT_EQ(13, sample_rows_percent(1, 800)); /* 0.125, half up */
	EXPECT_EQ(0, sample_rows_percent(0, 0));
	EXPECT_EQ(7500, sample_rows_percent(UINT64_MAX / 4 * 3, UINT64_MAX));
}

/* One sample of 80000 is listed among the least rows, and no more after them. */
TEST_F(samples, cutoff)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	struct sample_view view = { .samples = &self->planted.samples, .cutoff = usual };
	struct place place = inner;
	struct sample_rows rows;
	unsigned int i;

	add_trigger(&self->planted.samples, "cycles:u", 1, 80000);
	for (i = 0; i < 6; i++) {
		place.function = names[i];
		plant(&self->planted, 0, i ? 1 : 7995, place);
	}
	view.places = self->planted.places;
	sample_rows_make(&rows, &view, false);
	EXPECT_EQ(6, rows.count);
	EXPECT_EQ(5, sample_rows_listed(&rows, &usual));
	view.cutoff.least = 1;
	EXPECT_EQ(1, sample_rows_listed(&rows, &view.cutoff));
	view.cutoff.percent = 0;
	EXPECT_EQ(6, sample_rows_listed(&rows, &view.cutoff));
	view.cutoff.cumulative = 99.95;
	EXPECT_EQ(2, sample_rows_listed(&rows, &view.cutoff));
	sample_rows_free(&rows);
}

/* What is said of a run without samples, whose period is 500000. */
static char *said_of_none(struct planted *self, uint64_t count, uint64_t jitter)
{
	char *text, *from, *said;

	if (!self->samples.trigger_count) {
		self->samples.title = strdup("");
		self->samples.command = strdup("prog");
		self->samples.ended = strdup("exited with status 0");
		self->samples.machine = strdup("");
		self->samples.driver = strdup("sim");
		self->samples.date = strdup("");
		add_trigger(&self->samples, "cycles:u", 500000, 0);
	}
	self->samples.triggers->count = count;
	self->samples.triggers->jitter = jitter;
	text = functions(self, sample_table_print);
	from = strstr(text, "\nno samples: ");
	said = from ? strndup(from + 1, strcspn(from + 1, "\n")) : strdup("");
	free(text);
	return said;
}

#define EXPECT_SAID(words, count, jitter) \
	do { \
		char *said = said_of_none(&self->planted, count, jitter); \
		\
		EXPECT_STREQ("no samples: cycles:u happened " words, said); \
		free(said); \
	} while (0)

TEST_F(samples, none)
{
	char *text;

	EXPECT_SAID("4711 times, fewer than the period 500000", 4711, 0);
	EXPECT_SAID("499999 times, fewer than the period 500000", 499999, 0);
	EXPECT_SAID("524999 times, fewer than the period 500000 +- 25000", 524999, 25000);
	text = functions(&self->planted, sample_table_print);
	EXPECT_FALSE(strstr(text, "Function Summary"));
	free(text);
}

#define NEVER "but its interrupt never came while the command ran"
#define LOST "but none is left of them"

/* There were periods enough, so that it is another reason that there are no samples. */
TEST_F(samples, none_of_many_periods)
{
	EXPECT_SAID("500000 times, 1 times the period 500000, " NEVER, 500000, 0);
	EXPECT_SAID("2862682398 times, 5725 times the period 500000, " NEVER,
		    2862682398, 25000);
	self->planted.samples.lost.samples = 3;
	EXPECT_SAID("2862682398 times, 5725 times the period 500000, " LOST,
		    2862682398, 0);
	self->planted.samples.lost.samples = 0;
	self->planted.samples.lost.periods = 3;
	EXPECT_SAID("500000 times, 1 times the period 500000, " LOST, 500000, 0);
}

static void expect_partial(struct __test_metadata *_metadata, const char *wanted,
			   const struct samples *samples)
{
	char *words = samples_partial(samples);

	EXPECT_STREQ(wanted, words ?: "nothing");
	free(words);
}

/* What is not known of a run: counts, and what is in no sample. */
TEST_F(samples, what_is_not_known)
{
	struct samples *samples = &self->planted.samples;

	samples->ended = strdup("exited with status 0");
	expect_partial(_metadata, "nothing", samples);
	samples->lost.samples = 3;
	expect_partial(_metadata, "3 samples were lost", samples);
	samples->lost.mappings = 2;
	expect_partial(_metadata,
		       "3 samples were lost; 2 mappings were lost: names may be wrong", samples);
	samples->lost.mappings = 0;
	samples->unwatched = strdup("CPU 3 was plugged in");
	expect_partial(_metadata,
		       "3 samples were lost; CPU 3 was plugged in: names of what ran there may be wrong",
		       samples);
	free(samples->unwatched);
	samples->unwatched = NULL;
	EXPECT_FALSE(samples_is_low(samples));
	samples->lost.periods = 18030;
	samples->lost.throttles = 59;
	samples->lost.throttled_ns = 1234567890;
	expect_partial(_metadata,
		       "perf has stopped an event 59 times, for 1234.568 ms; "
		       "18030 periods are in no sample; 3 samples were lost", samples);
	EXPECT_TRUE(samples_is_low(samples));
	samples->lost = (struct sample_lost){ 0 };
	free(samples->missing);
	samples->missing = strdup("left");
	expect_partial(_metadata, "counts are missing: left", samples);
	EXPECT_TRUE(samples_is_low(samples));
}

/*
 * Events of which samples stand for a part: every 500 or 501, or as a frequency wants it.  The last
 * period leaves none, as it has not ended.
 */
TEST_F(samples, what_is_in_no_sample)
{
	struct samples *samples = &self->planted.samples;
	struct sample_trigger *trigger;

	samples->ended = strdup("exited with status 0");
	add_trigger(samples, "cycles:u", 500, 0);
	trigger = samples->triggers;
	trigger->jitter = 1;
	trigger->all.samples = 20;
	trigger->all.events = 10000;
	trigger->count = 10500;
	expect_partial(_metadata, "nothing", samples);
	/* longer than a period, and less than a twentieth */
	trigger->all.events = 100000;
	trigger->count = 105000;
	expect_partial(_metadata, "nothing", samples);
	trigger->count = 106000;
	expect_partial(_metadata, "5.66 % of cycles:u are in no sample", samples);
	/* as many as a period has at most, which did not end */
	trigger->all.samples = 0;
	trigger->all.events = 0;
	trigger->count = 500;
	expect_partial(_metadata, "nothing", samples);
	trigger->count = 501;
	expect_partial(_metadata, "100.00 % of cycles:u are in no sample", samples);
	/* it is of others, too */
	trigger->shared = true;
	expect_partial(_metadata, "nothing", samples);
	trigger->shared = false;
	/* why is known */
	samples->lost.samples = 1;
	expect_partial(_metadata, "1 samples were lost", samples);
	samples->lost.samples = 0;
	/* the periods of a frequency change: 500 on average */
	trigger->frequency = 1000;
	trigger->all.samples = 20;
	trigger->all.events = 10000;
	trigger->count = 10999;
	expect_partial(_metadata, "nothing", samples);
	trigger->count = 11000;
	expect_partial(_metadata, "9.09 % of cycles:u are in no sample", samples);
}

/* Of a command that did not end by itself there is a part. */
TEST_F(samples, what_did_not_end)
{
	struct samples *samples = &self->planted.samples;
	char *before = samples->ended;

	samples->ended = (char *)"killed by signal 9 (Killed)";
	expect_partial(_metadata, "killed by signal 9 (Killed)", samples);
	samples->ended = (char *)"interrupted: Interrupt";
	samples->lost.samples = 3;
	expect_partial(_metadata, "interrupted: Interrupt; 3 samples were lost", samples);
	samples->lost.samples = 0;
	samples->ended = (char *)"exited with status 3";
	expect_partial(_metadata, "nothing", samples);
	EXPECT_FALSE(samples_is_low(samples));
	samples->ended = before;
}

TEST_HARNESS_MAIN
