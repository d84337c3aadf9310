// SPDX-License-Identifier: GPL-2.0
/* What all tools stand on: their end without memory, numbers, texts. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/text.h"
#include "unit.h"

/* No memory is an end in words, not one by the sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* The status of a process that asks for more memory than there can be. */
static int status_without_memory(int failure)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		close(STDERR_FILENO);
		if (failure)
			message_set_failure(failure);
		resize(NULL, SIZE_MAX, 2);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* pc_parse's 1 says that all else is shown: that is no end without memory. */
static void test_no_memory_is_the_tools_own_failure(void **state)
{
	(void)state;
	assert_int_equal(status_without_memory(0), STATUS_OWN);
	assert_int_equal(status_without_memory(2), 2);
}

static void test_grow(void **state)
{
	unsigned int *array = NULL, i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		array = grow(array, i, sizeof(*array));
		array[i] = i;
	}
	for (i = 0; i < 1000; i++)
		assert_int_equal(array[i], i);
	free(array);
}

static void check_number(const char *word, int base, uint64_t most, int error,
			 uint64_t wanted)
{
	uint64_t number = 0;

	errno = 0;
	assert_int_equal(number_read(word, base, most, &number),
			 error ? -1 : 0);
	assert_int_equal(errno, error);
	if (!error)
		assert_true(number == wanted);
}

static void test_number(void **state)
{
	(void)state;
	check_number("0", 10, 9, 0, 0);
	check_number("9", 10, 9, 0, 9);
	check_number("10", 10, 9, ERANGE, 0);
	check_number("18446744073709551615", 10, UINT64_MAX, 0, UINT64_MAX);
	check_number("18446744073709551616", 10, UINT64_MAX, ERANGE, 0);
	check_number("18446744073709551616x", 10, UINT64_MAX, EINVAL, 0);
	check_number("1f", 16, 255, 0, 31);
	check_number("0x1F", 16, 255, 0, 31);
	check_number("0x1f", 10, 255, EINVAL, 0);
	check_number("0x", 16, 255, EINVAL, 0);
	check_number("", 10, 9, EINVAL, 0);
	check_number("-1", 10, 9, EINVAL, 0);
	check_number("+1", 16, 9, EINVAL, 0);
	check_number(" 1", 10, 9, EINVAL, 0);
	check_number("1 ", 10, 9, EINVAL, 0);
}

static void test_number_with_more_behind(void **state)
{
	const char *at = "12]";
	uint64_t number;

	(void)state;
	assert_int_equal(number_take(&at, 10, 99, &number), 0);
	assert_int_equal(number, 12);
	assert_string_equal(at, "]");
	assert_int_equal(number_take(&at, 10, 99, &number), -1);
	assert_string_equal(at, "]");
}

static void check_utf8(const char *text, const char *wanted)
{
	char *copy = text_as_utf8(text);

	assert_string_equal(copy, wanted);
	free(copy);
}

static void test_utf8(void **state)
{
	(void)state;
	check_utf8("", "");
	check_utf8("x\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x9e",
		   "x\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x9e");
	/* cut off, too long, a surrogate, past the last, a lone byte */
	check_utf8("\xc3", "\xef\xbf\xbd");
	check_utf8("\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");
	check_utf8("\xed\xa0\x80x", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdx");
	check_utf8("\xf4\x90\x80\x80",
		   "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	check_utf8("\x80x\xff", "\xef\xbf\xbdx\xef\xbf\xbd");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_memory_is_the_tools_own_failure),
		cmocka_unit_test(test_grow),
		cmocka_unit_test(test_number),
		cmocka_unit_test(test_number_with_more_behind),
		cmocka_unit_test(test_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
