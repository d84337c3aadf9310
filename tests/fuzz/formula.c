// SPDX-License-Identifier: GPL-2.0
/* A metric's formula, as users write it: the input is its text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "metrics/formula.h"

#define MOST_NAMES 4

/* Every event that a formula can name, in both banks: they all count 3. */
static const struct dump *all_events(void)
{
	static struct dump dump;
	struct reading reading = { .control = PERFCNT_CTL_U, .count = 3 };
	unsigned int code;

	if (dump.count)
		return &dump;
	dump_begin(&dump, "all");
	for (code = 0; code < PERFCNT_EVENT_NATIVE; code++) {
		reading.control = PERFCNT_CTL_U | code << PERFCNT_CTL_EVENT_SHIFT;
		for (reading.counter = 0; reading.counter < 2; reading.counter++)
			dump_add(dump.measurements, &reading);
	}
	return &dump;
}

/* The same events are found again, and no more. */
static void check_names(const struct formula *formula)
{
	const char *names[MOST_NAMES];
	unsigned int count = formula_names(formula, names, MOST_NAMES), i, k;

	require(formula_names(formula, NULL, 0) >= count);
	for (i = 0; i < count && i < MOST_NAMES; i++) {
		require(strstr(formula_text(formula), names[i]));
		for (k = 0; k < i; k++)
			require(strcmp(names[i], names[k]));
	}
}

static void check(struct formula *formula)
{
	const struct measurement *all = all_events()->measurements;
	const char *wrong;
	struct formula *again = formula_parse(formula_text(formula), &wrong);
	double value = 0, other = 0;
	bool found;

	require(again);
	check_names(formula);
	found = formula_value(formula, all, all, PERFCNT_CTL_U, &value);
	require(formula_value(again, all, all, PERFCNT_CTL_U, &other) == found);
	require(!found || value == other || (isnan(value) && isnan(other)));
	/* the other modes have counted nothing */
	require(!formula_value(formula, all, all, PERFCNT_CTL_K, &value));
	formula_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size);
	struct formula *formula;
	const char *wrong = NULL;

	require(text);
	formula = formula_parse(text, &wrong);
	require(!formula == !!wrong);
	if (formula) {
		require(!strcmp(formula_text(formula), text));
		check(formula);
		formula_free(formula);
	}
	free(text);
	return 0;
}
