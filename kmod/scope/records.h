/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of threads that have exited, in a queue that is read by read().
 *
 * A record is allocated when its thread comes into the scope, where that may fail, and
 * the thread takes it along until it exits, where nothing may.
 */
#ifndef PERFCNT_RECORDS_H
#define PERFCNT_RECORDS_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "../core/window.h"

struct pid_namespace;
struct task_struct;

/* The most records that wait to be read. */
#define PERFCNT_RECORDS_MAX 16384

/**
 * struct perfcnt_record - what a thread has counted
 * @list: in the queue
 * @since: when it began to run, 0 if it does not run
 * @from: the sums then
 * @entries: of the events that take turns
 * @lost: a counter was lost when the thread stopped running: the counts are not right
 * @thread: what is read: no longer than there are counts
 */
struct perfcnt_record {
	struct list_head list;
	u64 since;
	u64 from[PERFCNT_MAX_COUNTERS];
	struct perfcnt_task_counts entries;
	bool lost;
	struct perfcnt_thread thread;
};

/**
 * struct perfcnt_records - the queue
 * @lock: guards the rest
 * @list: the records, the oldest first
 * @count: number of records, with those that are being read
 * @lost: number of records that did not fit
 * @wait: who waits for one
 * @size: bytes of each
 */
struct perfcnt_records {
	struct mutex lock; /* alone */
	struct list_head list;
	unsigned int count;
	u32 lost;
	struct wait_queue_head *wait;
	u32 size;
};

void perfcnt_records_init(struct perfcnt_records *records,
			  struct wait_queue_head *wait);
void perfcnt_records_free(struct perfcnt_records *records);
u32 perfcnt_record_size(const struct perfcnt_windows *windows);
struct perfcnt_record *perfcnt_record_new(const struct perfcnt_windows *windows);
void perfcnt_record_begin(struct perfcnt_record *record,
			  unsigned long counters, const u64 *now);
void perfcnt_record_end(struct perfcnt_record *record, unsigned long counters,
			const u64 *now);
void perfcnt_record_number(struct perfcnt_record *record,
			   struct task_struct *task, struct pid_namespace *ns);
void perfcnt_record_name(struct perfcnt_record *record,
			 struct task_struct *task, struct pid_namespace *ns);
void perfcnt_records_add(struct perfcnt_records *records,
			 struct perfcnt_record *record);
bool perfcnt_records_due(const struct perfcnt_records *records);
ssize_t perfcnt_records_read(struct perfcnt_records *records,
			     char __user *buf, size_t size);

#endif /* PERFCNT_RECORDS_H */
