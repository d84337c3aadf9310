// SPDX-License-Identifier: GPL-2.0
/* The control word: every event and bank, every name, filters, M. */
#include "words/event_names.h"
#include "words/number.h"
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
	enum perfcnt_scope scope;
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
	struct perfcnt_refusal refusal;

	return perfcnt_control_from_word(word, counter, &limits, &control,
					 &refusal);
}

/* MD00548, Table 3: 53 events of even counters and 51 of odd ones. */
static void test_table_size(void **state)
{
	size_t i, banks[2] = { 0 };

	for (i = 0; i < ARRAY_SIZE(table); i++)
		banks[table[i].bank]++;
	assert_int_equal(banks[PERFCNT_BANK_EVEN], 53);
	assert_int_equal(banks[PERFCNT_BANK_ODD], 51);
}

/* All 128 codes on all counters: taken where the table has them. */
static void test_every_code(void **state)
{
	unsigned int code, counter;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++)
		for (counter = 0; counter < limits.counters; counter++)
			assert_int_equal(check(code << 5 | 0x8, counter),
					 find(code, counter) ? 0 : -EINVAL);
}

/* Filters, all 4 MT_EN for every event: as narrow as its scope. */
static void test_every_filter(void **state)
{
	unsigned int mt_en;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		u32 word = table[i].code << 5 | 0x8;

		for (mt_en = 0; mt_en < 4; mt_en++)
			assert_int_equal(check(mt_en << 20 | word,
					       table[i].bank),
					 mt_en < 3 && mt_en <= table[i].scope ?
					 0 : -EINVAL);
	}
}

static void test_filter_range(void **state)
{
	unsigned int id;

	for (id = 0; id < 256; id++)
		assert_int_equal(check(2 << 20 | id << 22 | 0x28, 0),
				 id < limits.tcs ? 0 : -EINVAL);
	for (id = 0; id < 16; id++)
		assert_int_equal(check(1 << 20 | id << 16 | 0x28, 0),
				 id < limits.vpes ? 0 : -EINVAL);
}

static void test_every_bit(void **state)
{
	unsigned int bit;

	for (bit = 0; bit < 32; bit++) {
		bool zero = bit == 30 || (bit >= 12 && bit <= 15);
		/* a filter is turned on by MT_EN only; event 1 fits all */
		u32 word = bit >= 5 && bit <= 11 ? 0x28 : 0x28 | 1u << bit;

		assert_int_equal(check(word, 0), zero ? -EINVAL : 0);
	}
}

/* Every name gives its code on every counter that counts it. */
static void test_every_name(void **state)
{
	struct perfcnt_control control;
	struct perfcnt_refusal refusal;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		const struct row *row = &table[i];
		const struct perfcnt_event *event;

		assert_int_equal(perfcnt_control_from_name(row->name,
							   strlen(row->name),
							   row->bank, &limits,
							   &control, &refusal),
				 0);
		assert_int_equal(control.word, row->code << 5 | 0x8);
		event = perfcnt_event_find(row->code, row->bank);
		assert_string_equal(event->name, row->name);
	}
}

/* A name that could be a hexadecimal word would never be looked up. */
static void test_no_name_is_a_number(void **state)
{
	size_t i;
	u64 value;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		const char *name = table[i].name;

		assert_int_equal(perfcnt_number_hexadecimal(name, strlen(name),
							    &value),
				 -EINVAL);
	}
}

/* The same name twice: the same code, in the other bank. */
static void test_names_are_unique(void **state)
{
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		for (j = i + 1; j < ARRAY_SIZE(table); j++)
			if (!strcmp(table[i].name, table[j].name)) {
				assert_int_equal(table[i].code, table[j].code);
				assert_int_not_equal(table[i].bank,
						     table[j].bank);
			}
}

static void test_visible_m(void **state)
{
	const struct perfcnt_control control = { .word = 0x28 };

	assert_int_equal(perfcnt_control_visible(&control, 0, &limits),
			 0x80000028);
	assert_int_equal(perfcnt_control_visible(&control, 2, &limits),
			 0x80000028);
	assert_int_equal(perfcnt_control_visible(&control, 3, &limits), 0x28);
}

static void test_decimal(void **state)
{
	u64 value;

	assert_int_equal(perfcnt_number_decimal("", 0, &value), -EINVAL);
	assert_int_equal(perfcnt_number_decimal("a", 1, &value), -EINVAL);
	assert_int_equal(perfcnt_number_decimal("12345", 3, &value), 0);
	assert_int_equal(value, 123);
	assert_int_equal(perfcnt_number_decimal("18446744073709551615", 20,
						&value), 0);
	assert_true(value == ~0ULL);
	assert_int_equal(perfcnt_number_decimal("18446744073709551616", 20,
						&value), -ERANGE);
	assert_int_equal(perfcnt_number_decimal("184467440737095516150", 21,
						&value), -ERANGE);
	/* not a number at all rather than too large a one */
	assert_int_equal(perfcnt_number_decimal("99999999999999999999x", 21,
						&value), -EINVAL);
}

static void test_hexadecimal(void **state)
{
	u64 value;

	assert_int_equal(perfcnt_number_hexadecimal("0x", 2, &value), -EINVAL);
	assert_int_equal(perfcnt_number_hexadecimal("g", 1, &value), -EINVAL);
	assert_int_equal(perfcnt_number_hexadecimal("0XaBcDeF", 8, &value), 0);
	assert_int_equal(value, 0xabcdef);
	assert_int_equal(perfcnt_number_hexadecimal("ffffffffffffffff", 16,
						    &value), 0);
	assert_true(value == ~0ULL);
	assert_int_equal(perfcnt_number_hexadecimal("10000000000000000", 17,
						    &value), -ERANGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_size),
		cmocka_unit_test(test_every_code),
		cmocka_unit_test(test_every_filter),
		cmocka_unit_test(test_filter_range),
		cmocka_unit_test(test_every_bit),
		cmocka_unit_test(test_every_name),
		cmocka_unit_test(test_no_name_is_a_number),
		cmocka_unit_test(test_names_are_unique),
		cmocka_unit_test(test_visible_m),
		cmocka_unit_test(test_decimal),
		cmocka_unit_test(test_hexadecimal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
