/* SPDX-License-Identifier: GPL-2.0 */
/* The calls into which faults are put, each returns 0 or the errno. */
#ifndef PERFCNT_TEST_CALLS_H
#define PERFCNT_TEST_CALLS_H

#include "../../uapi/linux/perfcnt.h"

#define DEVICE "/dev/perfcnt"

extern const char *event_name;	/* an event that the machine has */
extern int text_fd;		/* /proc/perf */
extern int device_fd;		/* /dev/perfcnt */
extern struct perfcnt_set setting;

void must(int error, const char *what);
int call(unsigned int command, void *arg);
struct perfcnt_what what(const char *event);

int call_claim(void);
int call_release(void);
int call_set(void);
int call_start(void);
int call_stop(void);
int call_reset(void);
int call_scope(void);
int call_multiplex(void);
int call_multiplex_no_more(void);
int call_multiplexed(void);
int call_sampling(void);
int call_sampling_no_more(void);
int call_name(void);
int call_event(void);
int call_describe(void);
int call_reason(void);
int call_sample(void);
int call_sample_counts(void);
int call_sample_longer(void);
int call_set_longer(void);
int call_wait_for_notice(void);
int call_want_signals(void);
int call_open_text(void);
int call_open_device(void);
int call_read_text(void);
int call_read_last_error(void);
int call_make_step(void);
int call_make_no_step(void);

#endif /* PERFCNT_TEST_CALLS_H */
