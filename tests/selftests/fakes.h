/* SPDX-License-Identifier: GPL-2.0 */
/* PMUs that the machine does not have, by fake_pmu.ko, and perfcnt.ko over them. */
#ifndef PERFCNT_TEST_FAKES_H
#define PERFCNT_TEST_FAKES_H

#include <stdbool.h>
#include <stdint.h>

/* Codes of fake_pmu.ko's PMUs. */
#define BIG_CYCLES		0x11
#define BIG_INSTRUCTIONS	0x08
#define BIG_BRANCH_MISSES	0x10
#define BIG_DCACHE_MISSES	0x43
#define LITTLE_CYCLES		0xa1
#define LITTLE_INSTRUCTIONS	0xa8

/* What the log says once that PMU has no counter left. */
#define FAKE_IS_FULL "all counters of PMU fake are in use"

/* The counters from 0 on, as /proc/perf shows them. */
#define EXPECT_COUNTS(fd, ...) do {						\
	const unsigned long long want_[] = { __VA_ARGS__ };		\
	struct snapshot s_;						\
	unsigned int i_;						\
									\
	read_counters(fd, &s_);					\
	for (i_ = 0; i_ < sizeof(want_) / sizeof(*want_); i_++)		\
		EXPECT_EQ(want_[i_], s_.count[i_])			\
			TH_LOG("counter %u", i_);			\
} while (0)

bool can_fake(void);
void load_fake(const char *parameters);
void unload_fake(void);
int load_over_fake(const char *parameters);
void unload_over_fake(int fd);
void happen(int cpu, unsigned int code, char mode, unsigned long long count);
bool has_event(const char *words, const char *more);
unsigned int type_of_pmu(const char *name);
bool set_online(int cpu, bool online);
int open_log(void);
int times_in_log(int fd, const char *words);

#endif /* PERFCNT_TEST_FAKES_H */
