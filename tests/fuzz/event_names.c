// SPDX-License-Identifier: GPL-2.0
/* Words: the input is a number or a name, without an end of its own. */
#include <ctype.h>
#include <stdlib.h>

#include "encoding/control.h"
#include "encoding/event.h"
#include "fuzz.h"
#include "machines.h"

/* What a number must be, in arithmetic with room to spare. */
static int expected(const char *word, size_t length, unsigned int base,
		    u64 *value)
{
	unsigned __int128 sum = 0;
	bool large = false;
	size_t i;

	for (i = 0; i < length; i++) {
		char c = tolower((unsigned char)word[i]);
		const char *digits = "0123456789abcdef";
		const char *at = c ? strchr(digits, c) : NULL;

		if (!at || at - digits >= base)
			return -EINVAL;
		sum = sum * base + (at - digits);
		if (sum >> 64)
			large = true;
		sum &= ~(u64)0;
	}
	*value = sum;
	return !length ? -EINVAL : large ? -ERANGE : 0;
}

static void check_numbers(const char *word, size_t length)
{
	bool prefix = length >= 2 && word[0] == '0' &&
		      (word[1] == 'x' || word[1] == 'X');
	u64 want = 0, value = 0;
	int err;

	err = expected(word, length, 10, &want);
	require(perfcnt_number_decimal(word, length, &value) == err);
	require(err || value == want);
	err = expected(word + 2 * prefix, length - 2 * prefix, 16, &want);
	require(perfcnt_number_hexadecimal(word, length, &value) == err);
	require(err || value == want);
}

static void check_name(const char *word, size_t length, unsigned int counter,
		       const struct perfcnt_limits *machine)
{
	struct perfcnt_control control, again;
	struct perfcnt_reason reason = { 0 };
	char name[NAME_ROOM];
	size_t name_length;
	int err;

	err = perfcnt_control_from_name(word, length, counter, machine,
					&control, &reason);
	if (err) {
		require(err == -EINVAL || err == -ERANGE || err == -ENOENT);
		require(err != -ENOENT || !machine->native);
		require(reason.offset <= length);
		require(*reason.words);
		return;
	}
	check_control(&control, counter, machine);
	require(control.word & PERFCNT_CTL_MODES);
	require(!(control.word & PERFCNT_CTL_IE));
	name_length = name_of(&control, counter, machine, name);
	require(!perfcnt_control_from_name(name, name_length, counter, machine,
					   &again, &reason));
	require(same_control(&control, &again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *word = malloc(size);
	unsigned int i;

	memcpy(word, data, size);
	check_numbers(word, size);
	for (i = 0; i < MACHINES; i++) {
		check_name(word, size, 0, &machines[i]);
		if (machines[i].counters > 1)
			check_name(word, size, 1, &machines[i]);
	}
	free(word);
	return 0;
}
