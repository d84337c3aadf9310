/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Perf's records of what commands do, in a ring for each CPU: an event that is inherited cannot
 * have one for all.  The event counts nothing.  It is of all that runs, or else this process's own,
 * and begins when a process that inherits it executes a program.
 */
#ifndef PERFCNT_TOOLS_RECORDS_H
#define PERFCNT_TOOLS_RECORDS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

/* The end of each record: struct perf_event_attr, sample_id_all. */
struct record_end {
	uint32_t pid;
	uint32_t tid;
	uint64_t time; /* of CLOCK_MONOTONIC */
};

struct records;

/*
 * Has records from now on, for records_close(): those that @attr wants, beside those of
 * PERF_RECORD_COMM, FORK and EXIT.  Its .wakeup_watermark counts, too, for which 0 is half a ring;
 * the rest is not looked at.  Returns NULL as perf_event_open(2) and mmap(2).
 */
struct records *records_open(const struct perf_event_attr *attr, bool of_all);

/* Makes @epoll ready when records are to be taken.  Returns 0 or -1, as epoll_ctl(2). */
int records_watch(const struct records *records, int epoll);

/*
 * Takes what there is.  @take is called for each record: those of a CPU come in their order, those
 * of others in any.
 */
void records_take(struct records *records,
		  void (*take)(void *argument, const struct perf_event_header *header,
			       const struct record_end *end),
		  void *argument);

/*
 * How many records had no room so far?  All was taken.  Before Linux 6.0 those are not among them
 * that were the last ones of a CPU.
 */
uint64_t records_lost(const struct records *records);

/*
 * Can something be in no record, as a CPU has no ring?  A CPU has one, online or not, but if it was
 * plugged in after they were opened.  Returns it in words, to be freed by free(), or NULL.
 */
char *records_missed(const struct records *records);

/* It may be NULL. */
void records_close(struct records *records);

#endif /* PERFCNT_TOOLS_RECORDS_H */
