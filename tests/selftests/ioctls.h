/* SPDX-License-Identifier: GPL-2.0 */
/* /dev/perfcnt as the tests call it. */
#ifndef PERFCNT_TEST_IOCTLS_H
#define PERFCNT_TEST_IOCTLS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../uapi/linux/perfcnt.h"
#include "../../uapi/linux/perfcnt_samples.h"

#define READ_ALL (PERFCNT_READ_TIME | PERFCNT_READ_STATE | PERFCNT_READ_CONTROLS | \
		  PERFCNT_READ_LEFT)

/* A call that must be refused with this errno, in words that have these. */
#define EXPECT_REFUSED(fd, error, want, has) do {			\
	const char *__words;						\
									\
	EXPECT_EQ(want, error);						\
	__words = reason(fd);						\
	EXPECT_NE(NULL, strstr(__words, has))				\
		TH_LOG("%s", __words);					\
} while (0)

int open_device(void);
int call(int fd, unsigned int command, void *arg);
int with_mask(int fd, unsigned int command, uint32_t mask);
void must(int error, const char *what);
struct perfcnt_describe describe(int fd);
uint32_t event_counters(int fd);
const char *reason(int fd);
bool none_claimed(void);
bool reason_has(int fd, int code, const char *words);
struct perfcnt_what what_of(int fd, unsigned int counter, const char *text);
struct perfcnt_what word(uint32_t control);
int read_some(int fd, uint32_t flags, uint32_t counters, struct perfcnt_counts *r);
struct perfcnt_counts sample(int fd);

#endif /* PERFCNT_TEST_IOCTLS_H */
