// SPDX-License-Identifier: GPL-2.0
/* The control word: every event and bank, every name, filters, M. */
#include "encoding/control.h"
#include "encoding/event.h"
#include "unit.h"

static const struct perfcnt_limits limits = {
	.counters = 4,
	.tcs = 9,
	.vpes = 2,
	.modes = PERFCNT_CTL_MODES,
};

struct row {
	unsigned int code;
	enum perfcnt_event_bank bank;
	enum perfcnt_event_scope scope;
	const char *name;
};

static const struct row table[] = {
#define PERFCNT_EVENT(code, bank, scope, name, description) \
	{ code, PERFCNT_BANK_##bank, PERFCNT_SCOPE_##scope, name },
#include "../uapi/linux/perfcnt_events.h"
};

static const struct row *find(unsigned int code, unsigned int counter)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		if (table[i].code == code &&
		    (unsigned int)table[i].bank == counter % 2)
			return &table[i];
	return NULL;
}

static int check(u32 word, unsigned int counter)
{
	struct perfcnt_control control;
	struct perfcnt_reason reason;

	return perfcnt_control_from_word(word, counter, &limits, &control,
					 &reason);
}

/* MD00548, Table 3: 53 events of even counters and 51 of odd ones; and one of section 4.2. */
TEST(table_size)
{
	size_t i, banks[2] = { 0 };

	for (i = 0; i < ARRAY_SIZE(table); i++)
		banks[table[i].bank]++;
	ASSERT_EQ(banks[PERFCNT_BANK_EVEN], 53);
	ASSERT_EQ(banks[PERFCNT_BANK_ODD], 51 + 1);
}

/* All 128 codes on all counters: taken where the table has them. */
TEST(every_code)
{
	unsigned int code, counter;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++) {
		for (counter = 0; counter < limits.counters; counter++) {
			ASSERT_EQ(check(code << 5 | 0x8, counter),
				  find(code, counter) ? 0 : -EINVAL);
		}
	}
}

/* Filters, all 4 MT_EN for every event: as narrow as its scope. */
TEST(every_filter)
{
	unsigned int mt_en;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		u32 word = table[i].code << 5 | 0x8;

		for (mt_en = 0; mt_en < 4; mt_en++) {
			ASSERT_EQ(check(mt_en << 20 | word, table[i].bank),
				  mt_en < 3 && mt_en <= table[i].scope ?
				  0 : -EINVAL);
		}
	}
}

TEST(filter_range)
{
	unsigned int id;

	for (id = 0; id < 256; id++) {
		ASSERT_EQ(check(2 << 20 | id << 22 | 0x28, 0),
			  id < limits.tcs ? 0 : -EINVAL);
	}
	for (id = 0; id < 16; id++) {
		ASSERT_EQ(check(1 << 20 | id << 16 | 0x28, 0),
			  id < limits.vpes ? 0 : -EINVAL);
	}
}

TEST(every_bit)
{
	unsigned int bit;

	for (bit = 0; bit < 32; bit++) {
		bool zero = bit == 30 || (bit >= 12 && bit <= 15);
		/* a filter is turned on by MT_EN only; event 1 fits all */
		u32 word = bit >= 5 && bit <= 11 ? 0x28 : 0x28 | 1u << bit;

		ASSERT_EQ(check(word, 0), zero ? -EINVAL : 0);
	}
}

/* Every name gives its code on every counter that counts it. */
TEST(every_name)
{
	struct perfcnt_control control;
	struct perfcnt_reason reason;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		const struct row *row = &table[i];
		const struct perfcnt_event *event;

		ASSERT_EQ(perfcnt_control_from_name(row->name,
						    strlen(row->name),
						    row->bank, &limits,
						    &control, &reason),
			  0);
		ASSERT_EQ(control.word, row->code << 5 | 0x8);
		event = perfcnt_event_find(row->code, row->bank);
		ASSERT_STREQ(event->name, row->name);
	}
}

/* A name that could be a hexadecimal word would never be looked up. */
TEST(no_name_is_a_number)
{
	size_t i;
	u64 value;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		const char *name = table[i].name;

		ASSERT_EQ(perfcnt_number_hexadecimal(name, strlen(name),
						     &value),
			  -EINVAL);
	}
}

/* The same name twice: the same code, in the other bank. */
TEST(names_are_unique)
{
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		for (j = i + 1; j < ARRAY_SIZE(table); j++)
			if (!strcmp(table[i].name, table[j].name)) {
				ASSERT_EQ(table[i].code, table[j].code);
				ASSERT_NE(table[i].bank,
					  table[j].bank);
			}
}

TEST(visible_m)
{
	const struct perfcnt_control control = { .word = 0x28 };

	ASSERT_EQ(perfcnt_control_visible(&control, 0, &limits),
		  0x80000028);
	ASSERT_EQ(perfcnt_control_visible(&control, 2, &limits),
		  0x80000028);
	ASSERT_EQ(perfcnt_control_visible(&control, 3, &limits), 0x28);
}

TEST(decimal)
{
	u64 value;

	ASSERT_EQ(perfcnt_number_decimal("", 0, &value), -EINVAL);
	ASSERT_EQ(perfcnt_number_decimal("a", 1, &value), -EINVAL);
	ASSERT_EQ(perfcnt_number_decimal("12345", 3, &value), 0);
	ASSERT_EQ(value, 123);
	ASSERT_EQ(perfcnt_number_decimal("18446744073709551615", 20,
					 &value), 0);
	ASSERT_TRUE(value == ~0ULL);
	ASSERT_EQ(perfcnt_number_decimal("18446744073709551616", 20,
					 &value), -ERANGE);
	ASSERT_EQ(perfcnt_number_decimal("184467440737095516150", 21,
					 &value), -ERANGE);
	/* not a number at all rather than too large a one */
	ASSERT_EQ(perfcnt_number_decimal("99999999999999999999x", 21,
					 &value), -EINVAL);
}

TEST(hexadecimal)
{
	u64 value;

	ASSERT_EQ(perfcnt_number_hexadecimal("0x", 2, &value), -EINVAL);
	ASSERT_EQ(perfcnt_number_hexadecimal("g", 1, &value), -EINVAL);
	ASSERT_EQ(perfcnt_number_hexadecimal("0XaBcDeF", 8, &value), 0);
	ASSERT_EQ(value, 0xabcdef);
	ASSERT_EQ(perfcnt_number_hexadecimal("ffffffffffffffff", 16,
					     &value), 0);
	ASSERT_TRUE(value == ~0ULL);
	ASSERT_EQ(perfcnt_number_hexadecimal("10000000000000000", 17,
					     &value), -ERANGE);
}

TEST_HARNESS_MAIN
