// SPDX-License-Identifier: GPL-2.0
/* Perf's records where CPUs have any number: what stands in for perf notes which were asked for. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <sanitizer/lsan_interface.h>

#include "session/records.h"
#include "unit.h"

/* What the kernel says of CPUs, and a bit for each that an event was opened of. */
static const char *present;
static unsigned int opened;

FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen64(const char *path, const char *mode);

/* Anything that can be mapped. */
long __wrap_syscall(long number, ...)
{
	va_list arguments;

	if (number != SYS_perf_event_open) {
		errno = EINVAL;
		return -1;
	}
	va_start(arguments, number);
	va_arg(arguments, void *);
	va_arg(arguments, int);
	opened |= 1u << va_arg(arguments, int);
	va_end(arguments);
	return open("/dev/zero", O_RDWR | O_CLOEXEC);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
	if (strcmp(path, "/sys/devices/system/cpu/present"))
		return __real_fopen(path, mode);
	return fmemopen((char *)present, strlen(present), "r");
}

FILE *__wrap_fopen64(const char *path, const char *mode)
{
	return __wrap_fopen(path, mode);
}

FIXTURE(records) {
	struct records *records;
};

FIXTURE_VARIANT(records)
{
	const char *present;
	unsigned int opened;
	const char *later;
	const char *missed;
};

FIXTURE_SETUP(records)
{
	static const struct perf_event_attr attr = { .mmap = 1 };

	present = variant->present;
	opened = 0;
	self->records = records_open(&attr, false);
	ASSERT_NE(NULL, self->records);
}

FIXTURE_TEARDOWN(records)
{
	records_close(self->records);
	EXPECT_EQ(0, __lsan_do_recoverable_leak_check());
}

FIXTURE_VARIANT_ADD(records, one_after_the_other) {
	"0-3\n", 0xf, "0-3\n", NULL,
};

/* A number has nothing to do with how many there are. */
FIXTURE_VARIANT_ADD(records, with_a_gap) {
	"0-1,4,7\n", 0x93, "0-1,4,7\n", NULL,
};

FIXTURE_VARIANT_ADD(records, with_one_more) {
	"0\n", 0x1, "0-12\n", "CPUs were plugged in or out while the command ran",
};

TEST_F(records, of_cpus)
{
	char *missed;

	EXPECT_EQ(variant->opened, opened);
	present = variant->later;
	missed = records_missed(self->records);
	EXPECT_STREQ(variant->missed ?: "nothing", missed ?: "nothing");
	free(missed);
}

TEST_HARNESS_MAIN
