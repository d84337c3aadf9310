// SPDX-License-Identifier: GPL-2.0
/* What all tools stand on: their end without memory, numbers, texts. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sanitizer/lsan_interface.h>

#include "base/csv.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/output.h"
#include "base/text.h"
#include "base/utf8.h"
#include "unit.h"

/* No memory is an end in words, not one by the sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* A process that the harness ends does not look for leaks by itself. */
FIXTURE(base) {
};

FIXTURE_SETUP(base)
{
}

FIXTURE_TEARDOWN(base)
{
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

/* The status of a process that asks for more memory than there can be. */
static int status_without_memory(struct __test_metadata *_metadata, int failure)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		close(STDERR_FILENO);
		if (failure)
			status_set_failure(failure);
		resize(NULL, SIZE_MAX, 2);
		_exit(0);
	}
	ASSERT_EQ(waitpid(pid, &status, 0), pid);
	ASSERT_TRUE(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* pc_parse's 1 says that all else is shown: that is no end without memory. */
TEST_F(base, no_memory_is_the_tools_own_failure)
{
	ASSERT_EQ(status_without_memory(_metadata, 0), STATUS_OWN);
	ASSERT_EQ(status_without_memory(_metadata, 2), 2);
}

TEST_F(base, grow)
{
	unsigned int *array = NULL, i, wrong = 0;

	for (i = 0; i < 1000; i++) {
		array = grow(array, i, sizeof(*array));
		array[i] = i;
	}
	for (i = 0; i < 1000; i++)
		wrong += array[i] != i;
	EXPECT_EQ(0, wrong);
	free(array);
}

static void expect_number(struct __test_metadata *_metadata, const char *word,
			  int base, uint64_t most, int error, uint64_t wanted)
{
	uint64_t number = 0;

	errno = 0;
	EXPECT_EQ(error ? -1 : 0, number_read(word, base, most, &number))
		TH_LOG("'%s'", word);
	EXPECT_EQ(error, errno) TH_LOG("'%s'", word);
	EXPECT_TRUE(error || number == wanted) TH_LOG("'%s'", word);
}

TEST_F(base, number)
{
	expect_number(_metadata, "0", 10, 9, 0, 0);
	expect_number(_metadata, "9", 10, 9, 0, 9);
	expect_number(_metadata, "10", 10, 9, ERANGE, 0);
	expect_number(_metadata, "18446744073709551615", 10, UINT64_MAX, 0, UINT64_MAX);
	expect_number(_metadata, "18446744073709551616", 10, UINT64_MAX, ERANGE, 0);
	expect_number(_metadata, "18446744073709551616x", 10, UINT64_MAX, EINVAL, 0);
	expect_number(_metadata, "1f", 16, 255, 0, 31);
	expect_number(_metadata, "0x1F", 16, 255, 0, 31);
	expect_number(_metadata, "0x1f", 10, 255, EINVAL, 0);
	expect_number(_metadata, "0x", 16, 255, EINVAL, 0);
	expect_number(_metadata, "", 10, 9, EINVAL, 0);
	expect_number(_metadata, "-1", 10, 9, EINVAL, 0);
	expect_number(_metadata, "+1", 16, 9, EINVAL, 0);
	expect_number(_metadata, " 1", 10, 9, EINVAL, 0);
	expect_number(_metadata, "1 ", 10, 9, EINVAL, 0);
}

TEST_F(base, number_with_more_behind)
{
	const char *at = "12]";
	uint64_t number;

	ASSERT_EQ(number_take(&at, 10, 99, &number), 0);
	ASSERT_EQ(number, 12);
	ASSERT_STREQ(at, "]");
	ASSERT_EQ(number_take(&at, 10, 99, &number), -1);
	ASSERT_STREQ(at, "]");
}

static void expect_utf8(struct __test_metadata *_metadata, const char *text,
			const char *wanted)
{
	char *copy = text_as_utf8(text);

	ASSERT_STREQ(copy, wanted);
	free(copy);
}

TEST_F(base, utf8)
{
	expect_utf8(_metadata, "", "");
	expect_utf8(_metadata, "x\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x9e",
		    "x\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x9e");
	/* cut off, too long, a surrogate, past the last, a lone byte */
	expect_utf8(_metadata, "\xc3", "\xef\xbf\xbd");
	expect_utf8(_metadata, "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");
	expect_utf8(_metadata, "\xed\xa0\x80x", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdx");
	expect_utf8(_metadata, "\xf4\x90\x80\x80",
		    "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	expect_utf8(_metadata, "\x80x\xff", "\xef\xbf\xbdx\xef\xbf\xbd");
}

static void expect_printed(struct __test_metadata *_metadata, const char *text,
			   const char *wanted)
{
	char *printed = text_printable(text);

	EXPECT_STREQ(printed, wanted);
	free(printed);
}

TEST_F(base, control_characters_are_not_printed)
{
	expect_printed(_metadata, "caf\xc3\xa9 a", "caf\xc3\xa9 a");
	expect_printed(_metadata, "a\nb\tc", "a\\nb\\tc");
	expect_printed(_metadata, "\x1b[31m\x7f\r", "\\x1b[31m\\x7f\\x0d");
	/* C1 in UTF-8, a line separator, no UTF-8 */
	expect_printed(_metadata, "\xc2\x9b\xe2\x80\xa8\xff",
		       "\\x9b\\u2028\xef\xbf\xbd");
}

TEST_F(base, no_character_is_cut_in_two)
{
	const char *text = "ab\xc3\xa9\xe2\x82\xac\xff";
	const size_t kept[] = { 0, 1, 2, 2, 4, 4, 4, 7, 8, 8 };
	size_t most;

	for (most = 0; most < ARRAY_SIZE(kept); most++)
		EXPECT_EQ(utf8_cut(text, most), kept[most]) TH_LOG("%zu", most);
}

/* What csv_row() writes of a row in JSON, after the names of its columns. */
static void expect_csv(struct __test_metadata *_metadata, const char *columns,
		       struct json_object *row, struct json_object *document,
		       const char *wanted)
{
	struct csv csv = { 0 };
	size_t size;
	char *text;

	csv.out = open_memstream(&text, &size);
	csv_heading(&csv, columns);
	csv_row(&csv, columns, row, document);
	fclose(csv.out);
	EXPECT_STREQ(text, wanted);
	free(text);
}

TEST_F(base, columns)
{
	struct json_object *row =
		json_tokener_parse("{'own': 1, 'of': null, 'in': {'it': [4, 5]}, 'list': [7, 7]}");
	struct json_object *all = json_tokener_parse("{ 'own': 2, 'of': 3, 'all': 6 }");

	expect_csv(_metadata, "own,all,of,none", row, all, "own,all,of,none\r\n1,6,,\r\n");
	expect_csv(_metadata, "a=/own,b=in/it/1,c=x|in/x|own|of,d=#list,e=#none", row, all,
		   "a,b,c,d,e\r\n2,5,1,2,\r\n");
	expect_csv(_metadata, "own,all", row, NULL, "own,all\r\n1,\r\n");
	json_object_put(row);
	json_object_put(all);
}

TEST_F(base, cells)
{
	struct json_object *row =
		json_tokener_parse("{'n': -5, 'yes': true, 'no': false, 'none': []}");

	json_put(row, "most", json_number(UINT64_MAX));
	json_put(row, "cpus", json_tokener_parse("[0, 1, 2, 5]"));
	json_put(row, "third", json_real(1 / 3.0));
	json_put(row, "one", json_real(1));
	json_put(row, "small", json_real(-0.000000001));
	json_put(row, "count", json_real(20166626634567.0));
	expect_csv(_metadata, "n,most,yes,no,cpus,none,third,one,small,count", row, NULL,
		   "n,most,yes,no,cpus,none,third,one,small,count\r\n"
		   "-5,18446744073709551615,yes,no,\"0-2,5\",,0.333333333,1,-1e-09,20166626634567\r\n");
	EXPECT_STREQ(json_object_to_json_string(json_object_object_get(row, "third")),
		     "0.333333333");
	json_object_put(row);
}

/* A spreadsheet computes what begins so. */
TEST_F(base, texts_of_csv)
{
	static const char *const texts[][2] = {
		{ "a b", "a b" }, { "a,b", "\"a,b\"" }, { "a\"b", "\"a\"\"b\"" }, { "", "" },
		{ "=1+1", "\"'=1+1\"" }, { "+1", "\"'+1\"" }, { "-1", "\"'-1\"" },
		{ "@a", "\"'@a\"" }, { "=\"a\"", "\"'=\"\"a\"\"\"" }, { "1-1", "1-1" },
		{ "\t=1", "\\t=1" }, { "\r=1", "\\x0d=1" }, { "a\r\nb", "a\\x0d\\nb" },
		{ "\xff", "\xef\xbf\xbd" }, { "'", "'" },
	};
	struct csv csv = { 0 };
	size_t size, i;
	char *text;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		csv = (struct csv){ .out = open_memstream(&text, &size) };
		csv_word(&csv, texts[i][0]);
		fclose(csv.out);
		EXPECT_STREQ(text, texts[i][1]);
		free(text);
	}
}

static FILE *file_of(struct __test_metadata *_metadata, const void *data,
		     size_t size)
{
	FILE *file = tmpfile();

	ASSERT_NE(file, NULL);
	ASSERT_EQ(fwrite(data, 1, size, file), size);
	rewind(file);
	return file;
}

TEST_F(base, lines)
{
	static const char data[] = "\xef\xbb\xbfone \r\n\n\xef\xbb\xbf\na\0b\nlast";
	struct lines lines = {
		.file = file_of(_metadata, data, sizeof(data) - 1),
	};

	EXPECT_EQ(lines_next(&lines), LINES_GOOD);
	EXPECT_STREQ(lines.text, "one");
	EXPECT_EQ(lines_next(&lines), LINES_GOOD);
	EXPECT_STREQ(lines.text, "");
	EXPECT_EQ(lines_next(&lines), LINES_GOOD);
	EXPECT_STREQ(lines.text, "\xef\xbb\xbf");
	EXPECT_EQ(lines_next(&lines), LINES_NUL);
	EXPECT_EQ(lines_next(&lines), LINES_CUT);
	EXPECT_STREQ(lines.text, "last");
	EXPECT_EQ(lines.number, 5);
	EXPECT_EQ(lines_next(&lines), LINES_END);
	fclose(lines.file);
}

TEST_F(base, lines_have_a_limit)
{
	char data[2 * LINES_MOST + 8];
	struct lines lines = { 0 };

	memset(data, 'x', sizeof(data));
	data[LINES_MOST] = '\n';
	data[sizeof(data) - 3] = '\n';
	lines.file = file_of(_metadata, data, sizeof(data));
	EXPECT_EQ(lines_next(&lines), LINES_GOOD);
	EXPECT_EQ(strlen(lines.text), LINES_MOST);
	EXPECT_EQ(lines_next(&lines), LINES_LONG);
	EXPECT_EQ(strlen(lines.text), LINES_MOST);
	EXPECT_EQ(lines_next(&lines), LINES_CUT);
	EXPECT_STREQ(lines.text, "xx");
	EXPECT_EQ(lines.number, 3);
	fclose(lines.file);
}

TEST_F(base, lines_of_a_folder_are_an_error)
{
	struct lines lines = { .file = fopen("/", "r") };

	ASSERT_NE(lines.file, NULL);
	EXPECT_EQ(lines_next(&lines), LINES_ERROR);
	EXPECT_EQ(errno, EISDIR);
	fclose(lines.file);
}

/* What is said of a file that is full, when a write has failed or will fail. */
static void hear_of_full_file(struct __test_metadata *_metadata, bool at_once,
			      char said[128])
{
	FILE *usual = stderr, *full = fopen("/dev/full", "w");

	ASSERT_NE(full, NULL);
	if (at_once)
		setvbuf(full, NULL, _IONBF, 0);
	fputs("x", full);
	errno = ENOENT;
	stderr = fmemopen(said, 128, "w");
	EXPECT_FALSE(output_is_written(full, "full"));
	fclose(stderr);
	stderr = usual;
	fclose(full);
}

TEST_F(base, a_failed_write_is_not_explained_by_a_later_error)
{
	char said[128];

	hear_of_full_file(_metadata, true, said);
	EXPECT_NE(strstr(said, "full: write error\n"), NULL) TH_LOG("%s", said);
	hear_of_full_file(_metadata, false, said);
	EXPECT_NE(strstr(said, "full: No space left"), NULL) TH_LOG("%s", said);
}

TEST_HARNESS_MAIN
