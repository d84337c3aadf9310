/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tests/unit takes from the kernel's kselftest_harness.h, for `make test`, which
 * fetches nothing; `make check` has the kernel's own. All tests are in one process: after
 * one that crashes there are fewer results than planned.
 */
#ifndef PERFCNT_UNIT_HARNESS_H
#define PERFCNT_UNIT_HARNESS_H

#include <errno.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct __test_metadata {
	const char *name;
	void (*run)(struct __test_metadata *_metadata);
	struct __test_metadata *next;
	bool failed;
	jmp_buf end;
};

static struct __test_metadata *unit_first, **unit_last = &unit_first;

static inline void unit_add(struct __test_metadata *test)
{
	*unit_last = test;
	unit_last = &test->next;
}

/* The tests of a file in its order. */
#define TEST(test)							\
	static void test(struct __test_metadata *_metadata);		\
	static void __attribute__((constructor)) test##_add(void)	\
	{								\
		static struct __test_metadata data = {			\
			.name = #test, .run = test,			\
		};							\
									\
		unit_add(&data);					\
	}								\
	static void test(struct __test_metadata *_metadata)

#define TEST_HARNESS_MAIN

#define TH_LOG(format, ...)						\
	printf("# %s:%d:%s:" format "\n", __FILE__, __LINE__,		\
	       _metadata->name, ##__VA_ARGS__)

/*
 * A statement that follows is done if the comparison was wrong, as with the kernel's; and
 * then, of ASSERT_, the test ends.
 */
#define UNIT_CHECK(right, ends, ...)					\
	for (bool bad = !(right) && (TH_LOG(__VA_ARGS__),		\
				     _metadata->failed = true);		\
	     bad; bad = false, (ends) ? longjmp(_metadata->end, 1) : (void)0)

#define UNIT_COMPARE(ends, a, op, b)					\
	UNIT_CHECK(({							\
		__typeof__(a) _a = (a);					\
		__typeof__(b) _b = (b);					\
									\
		_a op _b;						\
	}), ends, "Expected %s " #op " %s", #a, #b)

#define UNIT_STRINGS(ends, a, b)					\
	UNIT_CHECK(!strcmp(a, b), ends, "Expected %s == %s", #a, #b)

#define ASSERT_EQ(a, b) UNIT_COMPARE(true, a, ==, b)
#define ASSERT_NE(a, b) UNIT_COMPARE(true, a, !=, b)
#define ASSERT_LT(a, b) UNIT_COMPARE(true, a, <, b)
#define ASSERT_TRUE(a) UNIT_COMPARE(true, a, !=, 0)
#define ASSERT_FALSE(a) UNIT_COMPARE(true, a, ==, 0)
#define ASSERT_STREQ(a, b) UNIT_STRINGS(true, a, b)

#define EXPECT_EQ(a, b) UNIT_COMPARE(false, a, ==, b)
#define EXPECT_TRUE(a) UNIT_COMPARE(false, a, !=, 0)
#define EXPECT_STREQ(a, b) UNIT_STRINGS(false, a, b)

static inline bool unit_fails(struct __test_metadata *test)
{
	if (!setjmp(test->end))
		test->run(test);
	return test->failed;
}

int main(void)
{
	struct __test_metadata *test;
	unsigned int n = 0;
	int status = 0;

	setvbuf(stdout, NULL, _IOLBF, 0); /* so that a crash loses nothing */
	for (test = unit_first; test; test = test->next)
		n++;
	printf("TAP version 13\n1..%u\n", n);
	for (test = unit_first, n = 1; test; test = test->next, n++) {
		bool failed = unit_fails(test);

		printf("%sok %u %s\n", failed ? "not " : "", n, test->name);
		status |= failed;
	}
	return status;
}

#endif /* PERFCNT_UNIT_HARNESS_H */
