// SPDX-License-Identifier: GPL-2.0
/* Runs that are saved. */
#include <stdlib.h>
#include <string.h>

#include <sanitizer/lsan_interface.h>

#include "profile/samples.h"
#include "unit.h"

/* A process that the harness ends does not look for leaks by itself. */
FIXTURE(samples_file) {
	struct samples samples;
};

FIXTURE_SETUP(samples_file)
{
	memset(&self->samples, 0, sizeof(self->samples));
	self->samples.keeps_each = true;
}

FIXTURE_TEARDOWN(samples_file)
{
	samples_free(&self->samples);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

static void add_trigger(struct samples *samples, const char *event, uint64_t period,
			uint64_t count)
{
	samples->triggers[samples->trigger_count++] = (struct sample_trigger){
		.event = strdup(event), .period = period, .count = count,
	};
}

/* A run with one sample, as it is written while it is made. */
static void write_all(struct samples *samples, const struct sample *sample, char **text,
		      size_t *size)
{
	struct samples_file file = { .out = open_memstream(text, size) };

	samples_write_begin(&file, samples);
	samples_add(samples, sample);
	samples_write_sample(&file, samples, sample);
	samples_write_end(&file, samples);
	fclose(file.out);
}

/* What is written is read, whatever a path has in it. */
TEST_F(samples_file, saved)
{
	const struct sample sample = {
		.time = UINT64_MAX, .address = 0xdeadbeefcafe, .period = 7,
		.left_out = UINT64_MAX, .program = 2,
		.pid = UINT32_MAX, .tid = 3, .cpu = 5, .flags = 0x41, .trigger = 1,
		.module = 1,
	};
	const struct sample_count counted = {
		.event = strdup("stalls:u"), .count = UINT64_MAX, .run = 3,
	}, not_counted = {
		.event = strdup("l2 misses"),
	};
	size_t size, plain, other;
	struct samples again = { .keeps_each = true };
	char *text;
	FILE *file;

	self->samples.title = strdup("a title");
	samples_add_count(&self->samples, &counted);
	samples_add_count(&self->samples, &not_counted);
	self->samples.command = strdup("a b\n100%41 \xc3\xa9");
	self->samples.machine = strdup("");
	self->samples.driver = strdup("sim");
	self->samples.date = strdup("now");
	self->samples.ended = strdup("exited with status 0");
	self->samples.missing = strdup("what others\nhave taken");
	self->samples.unwatched = strdup("CPU 3 came");
	self->samples.elapsed = 123;
	self->samples.lost.mappings = 4;
	self->samples.lost.throttled_ns = UINT64_MAX;
	add_trigger(&self->samples, "cycles:u", 10, 11);
	add_trigger(&self->samples, "instructions:u", UINT64_MAX, 12);
	samples_module(&self->samples, "/a path", "0123");
	samples_module(&self->samples, "[kernel]", "");
	plain = samples_file(&self->samples, "/a path", 1, 2, 0);
	other = samples_file(&self->samples, "/a path", 1, 2, 7);
	self->samples.modules[plain].size = UINT64_MAX;
	self->samples.modules[plain].checksum = 0xfeedfacecafebeef;
	samples_refuse(&self->samples.modules[other], "a reason\n");
	EXPECT_EQ(1, samples_program(&self->samples, "sh"));
	EXPECT_EQ(2, samples_program(&self->samples, "a \xff\n"));
	EXPECT_EQ(1, samples_program(&self->samples, "sh"));
	write_all(&self->samples, &sample, &text, &size);
	file = fmemopen(text, size, "r");
	ASSERT_TRUE(samples_read(&again, file, "memory"));
	fclose(file);
	free(text);
	ASSERT_EQ(2, again.program_count);
	EXPECT_STREQ("a \xff\n", again.programs[1]);
	EXPECT_EQ(2, again.samples->program);
	EXPECT_EQ(2, again.spots->program);
	EXPECT_STREQ(self->samples.command, again.command);
	EXPECT_STREQ("", again.machine);
	EXPECT_STREQ("a title", again.title);
	ASSERT_EQ(2, again.count_count);
	EXPECT_STREQ("stalls:u", again.counts[0].event);
	EXPECT_EQ(3, again.counts[0].run);
	EXPECT_TRUE(again.counts[0].count == UINT64_MAX);
	EXPECT_STREQ("l2 misses", again.counts[1].event);
	EXPECT_EQ(0, again.counts[1].run);
	EXPECT_EQ(123, again.elapsed);
	EXPECT_EQ(4, again.lost.mappings);
	EXPECT_TRUE(again.lost.throttled_ns == UINT64_MAX);
	EXPECT_STREQ("what others\nhave taken", again.missing);
	EXPECT_STREQ("CPU 3 came", again.unwatched);
	EXPECT_EQ(2, again.trigger_count);
	EXPECT_TRUE(again.triggers[1].period == UINT64_MAX);
	ASSERT_EQ(4, again.module_count);
	EXPECT_STREQ("/a path", again.modules[0].path);
	EXPECT_STREQ("0123", again.modules[0].build_id);
	EXPECT_STREQ("", again.modules[1].build_id);
	EXPECT_STREQ("/a path", again.modules[plain].path);
	EXPECT_TRUE(again.modules[plain].size == UINT64_MAX);
	EXPECT_TRUE(again.modules[plain].checksum == 0xfeedfacecafebeef);
	EXPECT_EQ(NULL, again.modules[plain].refused);
	EXPECT_FALSE(again.modules[plain].is_any);
	EXPECT_STREQ("a reason\n", again.modules[other].refused);
	EXPECT_EQ(0, again.modules[other].size);
	ASSERT_EQ(1, again.count);
	EXPECT_TRUE(again.samples->time == sample.time);
	EXPECT_TRUE(again.samples->address == sample.address);
	EXPECT_EQ(7, again.samples->period);
	EXPECT_TRUE(again.samples->left_out == UINT64_MAX);
	EXPECT_EQ(UINT32_MAX, again.samples->pid);
	EXPECT_EQ(3, again.samples->tid);
	EXPECT_EQ(5, again.samples->cpu);
	EXPECT_EQ(0x41, again.samples->flags);
	EXPECT_EQ(1, again.samples->trigger);
	EXPECT_EQ(1, again.samples->module);
	EXPECT_EQ(1, again.triggers[1].all.samples);
	samples_free(&again);
}

/* What is cut after a whole line is not all, and says so. */
TEST_F(samples_file, that_is_cut)
{
	char text[] = "perfcnt-samples 2\nsamples 2\ntrigger 1000 0 2000 0 cycles:u\n"
		      "module - prog\n"
		      "sample 0 0 cafe 1000 1 2 3 4 41 0\nsample 0 0 beef 1000 1 2 3 5 41 0\n";
	size_t lengths[] = { strlen(text), strstr(text, "sample 0 0 beef") - text };
	struct samples samples = { 0 };
	unsigned int i;
	FILE *file;

	for (i = 0; i < 2; i++) {
		file = fmemopen(text, lengths[i], "r");
		EXPECT_EQ(!i, samples_read(&samples, file, "memory"));
		fclose(file);
		samples_free(&samples);
	}
}

/* An event with a frequency has no period, and each of its samples has its own. */
TEST_F(samples_file, frequency)
{
	char text[] = "perfcnt-samples 2\nfrequency 4000 7000 1 cycles:u\nmodule - prog\n"
		      "sample 0 0 cafe 1000 1 2 3 4 41 2\nsample 0 0 cafe 77 1 2 3 5 41 0\n";
	FILE *file = fmemopen(text, strlen(text), "r");
	struct sample sample;
	size_t size;
	char *again;

	ASSERT_TRUE(samples_read(&self->samples, file, "memory"));
	fclose(file);
	ASSERT_EQ(1, self->samples.trigger_count);
	EXPECT_EQ(4000, self->samples.triggers->frequency);
	EXPECT_EQ(0, self->samples.triggers->period);
	EXPECT_EQ(7000, self->samples.triggers->count);
	EXPECT_TRUE(self->samples.triggers->shared);
	EXPECT_EQ(3077, self->samples.triggers->all.events);
	sample = self->samples.samples[0];
	write_all(&self->samples, &sample, &again, &size);
	EXPECT_TRUE(strstr(again, "\nfrequency 4000 0 1 cycles:u\nmodule - prog\n"
			   "sample 0 0 cafe 1000 1 2 3 4 41 2 0\n"));
	EXPECT_TRUE(strstr(again, "\ntotal 0 7000\n"));
	free(again);
}

/* The recorder was killed: what it has written is a run, and never passes for a whole one. */
TEST_F(samples_file, that_was_broken_off)
{
	const struct sample sample = { .address = 0xcafe, .period = 1000 };
	char *text, *end, *words;
	size_t size, length;
	FILE *file;

	self->samples.title = strdup("");
	self->samples.command = strdup("");
	self->samples.machine = strdup("");
	self->samples.driver = strdup("");
	self->samples.date = strdup("");
	self->samples.ended = strdup("");
	self->samples.missing = strdup("");
	add_trigger(&self->samples, "cycles:u", 1000, 7777);
	samples_module(&self->samples, "/a path", "0123");
	write_all(&self->samples, &sample, &text, &size);
	end = strstr(text, "\nsample 0");
	ASSERT_TRUE(end);
	end = strchr(end + 1, '\n');
	for (length = end + 1 - text; length < size; length++) {
		struct samples run = { 0 };

		file = fmemopen(text, length, "r");
		ASSERT_TRUE(samples_read(&run, file, "memory")) TH_LOG("%zu", length);
		fclose(file);
		EXPECT_EQ(1, run.count);
		EXPECT_TRUE(run.broken_off);
		words = samples_partial(&run);
		EXPECT_TRUE(words && strstr(words, "the recording was broken off"));
		free(words);
		samples_free(&run);
	}
	free(text);
}

/* What was put down before it was known where it belongs is there in the end. */
TEST_F(samples_file, moves)
{
	char text[] = "perfcnt-samples 2\ntrigger 1000 0 3000 0 cycles:u\nmodule - [kernel]\n"
		      "sample 0 0 cafe 1000 1 2 3 4 0 0\nsample 0 0 beef 1000 1 2 3 5 0 0\n"
		      "sample 0 0 cafe 1000 1 2 3 6 0 0\nmodule - [one]\n"
		      "symbol 1 a000 cb00 first\nmove 0 cafe 1 cafd\nsamples 3\n";
	FILE *file = fmemopen(text, strlen(text), "r");
	const struct sample_spot *spots;

	ASSERT_TRUE(samples_read(&self->samples, file, "memory"));
	fclose(file);
	spots = self->samples.spots;
	ASSERT_EQ(2, self->samples.spot_count);
	EXPECT_EQ(0, spots[0].module);
	EXPECT_EQ(0xbeef, spots[0].address);
	EXPECT_EQ(1, spots[0].sum.samples);
	EXPECT_EQ(1, spots[1].module);
	EXPECT_EQ(0xcafd, spots[1].address);
	EXPECT_EQ(2, spots[1].sum.samples);
	EXPECT_EQ(2000, spots[1].sum.events);
	EXPECT_EQ(1, self->samples.samples[0].module);
	EXPECT_EQ(1, samples_spot(&self->samples, &self->samples.samples[2]));
	EXPECT_EQ(0, samples_spot(&self->samples, &self->samples.samples[1]));
}

/* A million samples of the same code take no more room than two. */
TEST_F(samples_file, samples_that_are_alike)
{
	struct sample sample = { .period = 10 };
	unsigned int i;

	self->samples.keeps_each = false;
	add_trigger(&self->samples, "cycles:u", 10, 0);
	samples_module(&self->samples, "prog", "");
	for (i = 0; i < 1000000; i++) {
		sample.address = i % 3;
		samples_add(&self->samples, &sample);
		ASSERT_LE(self->samples.spot_count, 65536);
	}
	samples_settle(&self->samples);
	ASSERT_EQ(3, self->samples.spot_count);
	EXPECT_EQ(1000000, self->samples.count);
	EXPECT_EQ(333334, self->samples.spots[0].sum.samples);
	EXPECT_EQ(3333330, self->samples.spots[2].sum.events);
	EXPECT_EQ(0, self->samples.sample_count);
}

/* One that does not say yet what was left out before its samples. */
TEST_F(samples_file, saved_by_version_1)
{
	char text[] = "perfcnt-samples 1\nlost 1 2 3 4\ntrigger 1000 0 7000 0 cycles:u\n"
		      "module - prog\nsample 0 0 cafe 1000 1 2 3 4 41\n";
	FILE *file = fmemopen(text, strlen(text), "r");

	ASSERT_TRUE(samples_read(&self->samples, file, "memory"));
	fclose(file);
	ASSERT_EQ(1, self->samples.count);
	EXPECT_EQ(1000, self->samples.samples->period);
	EXPECT_EQ(0x41, self->samples.samples->flags);
	EXPECT_EQ(0, self->samples.samples->left_out);
	EXPECT_STREQ("", self->samples.missing);
	EXPECT_EQ(NULL, self->samples.unwatched);
	EXPECT_TRUE(self->samples.modules->is_any);
	EXPECT_EQ(0, self->samples.samples->program);
}

static void expect_name(struct __test_metadata *_metadata, const char *wanted,
			const struct samples *samples, uint32_t program)
{
	char *name = samples_program_name(samples, program);

	EXPECT_STREQ(wanted, name);
	free(name);
}

/* The command's, where those of programs are not known; one that nobody knows is not that. */
TEST_F(samples_file, names_of_programs)
{
	self->samples.command = strdup("./a/sort\nthat-is-long/ -n");
	expect_name(_metadata, "-", &self->samples, 0);
	strcpy(self->samples.command, "./sort-of-lines\xc3\xa9 -n");
	expect_name(_metadata, "sort-of-lines\xc3\xa9", &self->samples, 0);
	strcpy(self->samples.command, "./sort-of-lines.\xc3\xa9");
	expect_name(_metadata, "sort-of-lines.", &self->samples, 0);
	samples_program(&self->samples, "tmux: server\n");
	samples_program(&self->samples, "");
	expect_name(_metadata, "[unknown]", &self->samples, 0);
	expect_name(_metadata, "tmux:_server_", &self->samples, 1);
	expect_name(_metadata, "-", &self->samples, 2);
}

/* A program that was not named has no number. */
TEST_F(samples_file, program_that_is_not_there)
{
	char text[] = "perfcnt-samples 2\ntrigger 1000 0 7000 0 cycles:u\nmodule - prog\n"
		      "program sh\nsample 0 0 cafe 1000 1 2 3 4 41 0 2\n";
	FILE *file = fmemopen(text, strlen(text), "r");

	EXPECT_FALSE(samples_read(&self->samples, file, "memory"));
	fclose(file);
}

TEST_HARNESS_MAIN
