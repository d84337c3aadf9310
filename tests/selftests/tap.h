/* SPDX-License-Identifier: GPL-2.0 */
/* Results in the Test Anything Protocol, counted by whoever runs the test. */
#ifndef PERFCNT_TAP_H
#define PERFCNT_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned int tap_tests;
static unsigned int tap_failures;

/* One result; the name is a format.  Returns @good. */
__attribute__((format(printf, 2, 3)))
static inline bool tap(bool good, const char *format, ...)
{
	va_list args;

	if (!tap_tests)
		puts("TAP version 13");
	printf("%s %u - ", good ? "ok" : "not ok", ++tap_tests);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	usleep(30000); /* let the reader of this be asleep again */
	tap_failures += !good;
	return good;
}

/* A result that this machine cannot have; the reason first. */
__attribute__((format(printf, 2, 3)))
static inline void tap_skip(const char *reason, const char *format, ...)
{
	va_list args;

	if (!tap_tests)
		puts("TAP version 13");
	printf("ok %u - ", ++tap_tests);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(" # SKIP %s\n", reason);
	fflush(stdout);
}

/* The plan, last: a test that dies early has none.  For main() to return. */
static inline int tap_end(void)
{
	printf("1..%u\n", tap_tests);
	return tap_failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* The test cannot go on. */
__attribute__((format(printf, 1, 2), noreturn))
static inline void tap_bail_out(const char *format, ...)
{
	va_list args;

	printf("Bail out! ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	exit(EXIT_FAILURE);
}

#endif /* PERFCNT_TAP_H */
