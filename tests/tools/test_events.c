// SPDX-License-Identifier: GPL-2.0
/* Events as words, lists of them, filters in lists, and near names. */
#include <stdlib.h>
#include <string.h>

#include <sanitizer/lsan_interface.h>

#include "events/event_word.h"
#include "events/events.h"
#include "events/filter.h"
#include "unit.h"

/* A process that the harness ends does not look for leaks by itself. */
FIXTURE(events) {
};

FIXTURE_SETUP(events)
{
}

FIXTURE_TEARDOWN(events)
{
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

/* The words of a list, with a bar after each. */
static void expect_words(struct __test_metadata *_metadata, const char *list,
			 const char *wanted)
{
	char *copy = strdup(list), *rest = copy, words[128] = "", *word;

	while ((word = event_word_next(&rest))) {
		strcat(words, word);
		strcat(words, "|");
	}
	EXPECT_STREQ(wanted, words) TH_LOG("'%s'", list);
	free(copy);
}

TEST_F(events, lists)
{
	expect_words(_metadata, "", "");
	expect_words(_metadata, " ,\t\n", "");
	expect_words(_metadata, "cycles", "cycles|");
	expect_words(_metadata, " 1,2 ,loads\n3", "1|2|loads|3|");
	expect_words(_metadata, "r1b7,1", "r1b7,1|");
	expect_words(_metadata, "r1B7,fF:k@tc1,2", "r1B7,fF:k@tc1|2|");
	expect_words(_metadata, "1,r1b7,1,1", "1|r1b7,1|1|");
	expect_words(_metadata, "r1b7 1", "r1b7|1|");
	expect_words(_metadata, "r1b7,cycles", "r1b7|cycles|");
	expect_words(_metadata, "r1b7,1x", "r1b7|1x|");
	expect_words(_metadata, "r1b7,", "r1b7|");
	expect_words(_metadata, "r,1", "r|1|");
	expect_words(_metadata, "replay-traps,1", "replay-traps|1|");
	expect_words(_metadata, "cpu/r1,2/,3", "cpu/r1,2/|3|");
	expect_words(_metadata, "cpu/r1,2/:uk@vpe1,3", "cpu/r1,2/:uk@vpe1|3|");
	expect_words(_metadata, "cpu/r1,2", "cpu/r1|2|");
	expect_words(_metadata, "a,cpu/b/", "a|cpu/b/|");
}

static void expect_word(struct __test_metadata *_metadata, const char *text,
			const char *name, uint32_t modes,
			unsigned int mt_en, unsigned int unit)
{
	struct event_word word;
	char *copy = strdup(text);

	EXPECT_EQ(NULL, event_word_read(copy, &word)) TH_LOG("'%s'", text);
	EXPECT_STREQ(name, word.name);
	EXPECT_EQ(modes, word.modes) TH_LOG("'%s'", text);
	EXPECT_EQ(mt_en != PERFCNT_MT_EN_ALL, word.has_filter);
	EXPECT_EQ(mt_en, word.filter.mt_en) TH_LOG("'%s'", text);
	EXPECT_EQ(unit, word.filter.unit) TH_LOG("'%s'", text);
	free(copy);
}

static void expect_wrong(struct __test_metadata *_metadata, const char *text)
{
	struct event_word word;
	char *copy = strdup(text);

	EXPECT_NE(NULL, event_word_read(copy, &word)) TH_LOG("'%s'", text);
	free(copy);
}

TEST_F(events, words)
{
	expect_word(_metadata, "cycles", "cycles", 0, PERFCNT_MT_EN_ALL, 0);
	expect_word(_metadata, "1:u", "1", PERFCNT_CTL_U, PERFCNT_MT_EN_ALL, 0);
	expect_word(_metadata, "a:uske", "a", PERFCNT_CTL_MODES,
		    PERFCNT_MT_EN_ALL, 0);
	expect_word(_metadata, "a:k@tc300", "a", PERFCNT_CTL_K,
		    PERFCNT_MT_EN_TC, 300);
	expect_word(_metadata, "a@vpe1", "a", 0, PERFCNT_MT_EN_VPE, 1);
	expect_wrong(_metadata, "a:");
	expect_wrong(_metadata, "a:@tc1");
	expect_wrong(_metadata, "a:uu");
	expect_wrong(_metadata, "a:U");
	expect_wrong(_metadata, "a:x");
	expect_wrong(_metadata, "a@");
	expect_wrong(_metadata, "a@tc");
	expect_wrong(_metadata, "a@tcx");
	expect_wrong(_metadata, "a@tc1x");
	expect_wrong(_metadata, "a@tc65536");
	expect_wrong(_metadata, "a@tc1:u");
	expect_wrong(_metadata, "a@cpu1");
}

/* The numbers of a list, with a bar after each. */
static void expect_filters(struct __test_metadata *_metadata, const char *text,
			   const char *wanted)
{
	struct filter_list list = { 0 };
	char numbers[128] = "";
	unsigned int i;

	EXPECT_EQ(wanted ? 0 : -1,
		  filter_list_read(&list, PERFCNT_MT_EN_VPE, text))
		TH_LOG("'%s'", text);
	for (i = 0; i < list.count; i++) {
		EXPECT_EQ(PERFCNT_MT_EN_VPE, list.filters[i].mt_en);
		sprintf(numbers + strlen(numbers), "%u|", list.filters[i].unit);
	}
	EXPECT_TRUE(!wanted || !strcmp(wanted, numbers)) TH_LOG("%s", numbers);
	free(list.filters);
}

TEST_F(events, filters)
{
	expect_filters(_metadata, "0", "0|");
	expect_filters(_metadata, "0,2-4,65535", "0|2|3|4|65535|");
	expect_filters(_metadata, "3-3", "3|");
	expect_filters(_metadata, "", NULL);
	expect_filters(_metadata, "1,", NULL);
	expect_filters(_metadata, ",1", NULL);
	expect_filters(_metadata, "1-", NULL);
	expect_filters(_metadata, "-1", NULL);
	expect_filters(_metadata, "2-1", NULL);
	expect_filters(_metadata, "1 2", NULL);
	expect_filters(_metadata, "65536", NULL);
	expect_filters(_metadata, "1-65536", NULL);
}

static void expect_near(struct __test_metadata *_metadata, const char *word,
			const char *wanted)
{
	struct near near;
	unsigned int i;

	near_begin(&near, word);
	for (i = 0; i < event_count; i++)
		near_try(&near, events[i].name);
	EXPECT_STREQ(wanted, near.name) TH_LOG("'%s'", word);
}

TEST_F(events, near_names)
{
	char large[1000];

	expect_near(_metadata, "cycles", "cycles");
	expect_near(_metadata, "cyclez", "cycles");
	expect_near(_metadata, "cycle", "cycles");
	expect_near(_metadata, "cyccles", "cycles");
	expect_near(_metadata, "cyclse", "cycles");
	expect_near(_metadata, "icache-mises", "icache-misses");
	expect_near(_metadata, "frobnicate", "");
	expect_near(_metadata, "x", "");
	expect_near(_metadata, "", "");
	memset(large, 'c', sizeof(large) - 1);
	large[sizeof(large) - 1] = '\0';
	expect_near(_metadata, large, "");
}

/* Each row is found by its code and by its name. */
TEST_F(events, table)
{
	unsigned int i;

	for (i = 0; i < event_count; i++) {
		const struct event *event = &events[i];

		EXPECT_EQ(event, event_at(event->bank, event->code));
		EXPECT_EQ(event, event_named(event->bank, event->name));
	}
	EXPECT_EQ(NULL, event_at(BANK_EVEN, 36));
	EXPECT_EQ(NULL, event_at(BANK_ODD, PERFCNT_EVENT_CODES));
}

TEST_HARNESS_MAIN
