// SPDX-License-Identifier: GPL-2.0
/* Measurements as pc_profile understands them, and what comes after them. */
#include <stdlib.h>
#include <string.h>

#include "profile/measurement.h"
#include "unit.h"

FIXTURE(measurements) {
	struct settings settings;
};

/* Only what pc_profile has in itself is looked at. */
FIXTURE_SETUP(measurements)
{
	setenv("PERFCNT_MEASUREMENTS", "", 1);
	setenv("XDG_CONFIG_HOME", "/nothing", 1);
	settings_begin(&self->settings);
}

FIXTURE_TEARDOWN(measurements)
{
	settings_end(&self->settings);
}

static char *take(struct settings *settings, const char *name, const char *value)
{
	return settings_take(settings, name, value);
}

TEST_F(measurements, cycles)
{
	const struct sampling_specs *sampled = &self->settings.sampled;

	ASSERT_TRUE(measurement_read(&self->settings, "cycles"));
	settings_complete(&self->settings);
	EXPECT_STREQ("Cycles and instructions", self->settings.title);
	ASSERT_EQ(2, sampled->count);
	EXPECT_STREQ("cycles:u", sampled->specs[0].event);
	EXPECT_EQ(500000, sampled->specs[0].period);
	EXPECT_EQ(25000, sampled->specs[0].jitter);
	EXPECT_STREQ("instructions:u", sampled->specs[1].event);
	EXPECT_STREQ("cycles:u instructions:u stalls:u ifu-stalls:u alu-stalls:u",
		     self->settings.counts);
	EXPECT_STREQ("ipc", self->settings.metrics);
	EXPECT_EQ(SAMPLE_DETAILS_STATEMENT, self->settings.details);
}

/* Each has one event, with its period, and counts others. */
TEST_F(measurements, others)
{
	static const struct {
		const char *name;
		const char *event;
		unsigned int period;
		unsigned int jitter;
	} all[] = {
		{ "fprof", "cycles:u", 500000, 25000 },
		{ "dcache", "dcache-misses:u", 1000, 50 },
		{ "icache", "icache-misses:u", 1000, 50 },
		{ "branch", "branch-misses:u", 1000, 50 },
		{ "itlb", "itlb-misses:u", 500, 25 },
		{ "dtlb", "dtlb-misses:u", 500, 25 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(all) / sizeof(*all); i++) {
		struct settings settings;

		settings_begin(&settings);
		ASSERT_TRUE(measurement_read(&settings, all[i].name));
		settings_complete(&settings);
		ASSERT_EQ(1, settings.sampled.count);
		EXPECT_STREQ(all[i].event, settings.sampled.specs->event);
		EXPECT_EQ(all[i].period, settings.sampled.specs->period);
		EXPECT_EQ(all[i].jitter, settings.sampled.specs->jitter);
		EXPECT_TRUE(strstr(settings.counts, all[i].event));
		EXPECT_TRUE(*settings.title);
		settings_end(&settings);
	}
	EXPECT_FALSE(measurement_read(&self->settings, "nothing"));
	EXPECT_FALSE(measurement_read(&self->settings, ""));
}

/* Empty fields are those of the measurement, and one -s replaces both of its events. */
TEST_F(measurements, command_line)
{
	const struct sampling_specs *sampled = &self->settings.sampled;

	ASSERT_TRUE(measurement_read(&self->settings, "cycles"));
	settings_next(&self->settings);
	EXPECT_FALSE(take(&self->settings, "sampling-spec", ",10%"));
	EXPECT_FALSE(take(&self->settings, "event-defaults", ":uk"));
	settings_complete(&self->settings);
	ASSERT_EQ(1, sampled->count);
	EXPECT_STREQ("cycles:uk", sampled->specs->event);
	EXPECT_EQ(500000, sampled->specs->period);
	EXPECT_EQ(50000, sampled->specs->jitter);
}

/* The second one is that of the measurement's second; a third is the usual one. */
TEST_F(measurements, one_after_the_other)
{
	const struct sampling_specs *sampled = &self->settings.sampled;

	ASSERT_TRUE(measurement_read(&self->settings, "cycles"));
	settings_next(&self->settings);
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "1000"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", ",7"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "stalls:k"));
	settings_complete(&self->settings);
	ASSERT_EQ(3, sampled->count);
	EXPECT_EQ(1000, sampled->specs[0].period);
	EXPECT_EQ(50, sampled->specs[0].jitter);
	EXPECT_STREQ("instructions:u", sampled->specs[1].event);
	EXPECT_EQ(500000, sampled->specs[1].period);
	EXPECT_EQ(7, sampled->specs[1].jitter);
	EXPECT_STREQ("stalls:k", sampled->specs[2].event);
	EXPECT_EQ(25000, sampled->specs[2].jitter);
}

#define EXPECT_SAMPLED(number, wanted_frequency, wanted_period) \
	do { \
		const struct sampling_spec *spec = &self->settings.sampled.specs[number]; \
		\
		EXPECT_EQ(wanted_frequency, spec->frequency); \
		EXPECT_EQ(wanted_period, spec->frequency ? 0 : spec->period); \
	} while (0)

/* In place of the measurement's periods. */
TEST_F(measurements, frequency)
{
	ASSERT_TRUE(measurement_read(&self->settings, "cycles"));
	settings_next(&self->settings);
	EXPECT_FALSE(take(&self->settings, "frequency", "4000"));
	settings_complete(&self->settings);
	ASSERT_EQ(2, self->settings.sampled.count);
	EXPECT_SAMPLED(0, 4000, 0);
	EXPECT_SAMPLED(1, 4000, 0);
}

/* A period that is named beside it holds, whichever comes first. */
TEST_F(measurements, frequency_and_periods)
{
	ASSERT_TRUE(measurement_read(&self->settings, "cycles"));
	settings_next(&self->settings);
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "1000"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "branches:u"));
	EXPECT_FALSE(take(&self->settings, "frequency", "4000"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "stalls:k"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "7,0,l2-misses:u"));
	settings_complete(&self->settings);
	ASSERT_EQ(4, self->settings.sampled.count);
	EXPECT_SAMPLED(0, 0, 1000);
	EXPECT_SAMPLED(1, 4000, 0);
	EXPECT_SAMPLED(2, 4000, 0);
	EXPECT_SAMPLED(3, 0, 7);
}

/* Of a measurement it is what options leave out. */
TEST_F(measurements, frequency_of_a_measurement)
{
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "500,5%,stalls:u"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "cycles:u"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "branches:u"));
	EXPECT_FALSE(take(&self->settings, "frequency", "97"));
	settings_next(&self->settings);
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "loads:u"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "stores:u"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "1000"));
	EXPECT_FALSE(take(&self->settings, "sampling-spec", "stalls:k"));
	settings_complete(&self->settings);
	ASSERT_EQ(4, self->settings.sampled.count);
	EXPECT_SAMPLED(0, 0, 500);
	EXPECT_SAMPLED(1, 97, 0);
	EXPECT_SAMPLED(2, 0, 1000);
	EXPECT_STREQ("branches:u", self->settings.sampled.specs[2].event);
	EXPECT_SAMPLED(3, 97, 0);
}

TEST_F(measurements, frequency_alone)
{
	EXPECT_FALSE(take(&self->settings, "frequency", "1"));
	settings_next(&self->settings);
	settings_complete(&self->settings);
	ASSERT_EQ(1, self->settings.sampled.count);
	EXPECT_SAMPLED(0, 1, 0);
	EXPECT_STREQ("cycles:u", self->settings.sampled.specs->event);
}

TEST_F(measurements, nothing_said)
{
	settings_complete(&self->settings);
	ASSERT_EQ(1, self->settings.sampled.count);
	EXPECT_STREQ("cycles:u", self->settings.sampled.specs->event);
	EXPECT_STREQ("", self->settings.counts);
}

TEST_HARNESS_MAIN
