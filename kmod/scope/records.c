// SPDX-License-Identifier: GPL-2.0
/* Records of threads that have exited; records.h has the idea. */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

#include "records.h"

/**
 * perfcnt_records_init - an empty queue
 * @records: the queue
 * @wait: is woken when it has a record
 */
void perfcnt_records_init(struct perfcnt_records *records,
			  struct wait_queue_head *wait)
{
	mutex_init(&records->lock);
	INIT_LIST_HEAD(&records->list);
	records->wait = wait;
}

/**
 * perfcnt_records_free - discard all records
 * @records: the queue, which nobody uses any more
 */
void perfcnt_records_free(struct perfcnt_records *records)
{
	struct perfcnt_record *record, *next;

	list_for_each_entry_safe(record, next, &records->list, list)
		kfree(record);
}

/* The counters that count the same all the time. */
static u32 steady(const struct perfcnt_windows *windows)
{
	return windows->counters & ~windows->multiplexed;
}

/**
 * perfcnt_record_size - how long a record is
 * @windows: the counters
 *
 * Return: that, in bytes.
 */
u32 perfcnt_record_size(const struct perfcnt_windows *windows)
{
	return offsetof(struct perfcnt_thread, counts) +
	       (hweight32(steady(windows)) + windows->events) *
	       sizeof(struct perfcnt_thread_count);
}

/**
 * perfcnt_record_new - a record for a thread that comes into the scope
 * @windows: the counters
 *
 * Context: Process context, may sleep.
 * Return: the record, or NULL.
 */
struct perfcnt_record *perfcnt_record_new(const struct perfcnt_windows *windows)
{
	const u32 size = perfcnt_record_size(windows);
	struct perfcnt_record *record = kzalloc(offsetof(struct perfcnt_record, thread) + size,
						GFP_KERNEL_ACCOUNT);
	struct perfcnt_thread *thread;

	if (!record)
		return NULL;
	thread = &record->thread;
	thread->size = size;
	thread->counters = steady(windows);
	thread->nr = hweight32(thread->counters) + windows->events;
	record->entries.count = &thread->counts[hweight32(thread->counters)];
	return record;
}

/**
 * perfcnt_record_begin - the thread begins to run
 * @record: its record
 * @counters: mask of the counters that count here
 * @now: the sums at this instant
 *
 * Context: Any, interrupts are off; may be called under the scheduler's locks.
 */
void perfcnt_record_begin(struct perfcnt_record *record,
			  unsigned long counters, const u64 *now)
{
	unsigned int i;

	record->since = ktime_get_mono_fast_ns();
	if (!record->thread.begun)
		record->thread.begun = record->since;
	for_each_set_bit(i, &counters, PERFCNT_MAX_COUNTERS)
		record->from[i] = now[i];
}

/**
 * perfcnt_record_end - the thread stops running
 * @record: its record
 * @counters: mask of the counters that count here
 * @now: the sums at this instant
 *
 * Context: As perfcnt_record_begin().
 */
void perfcnt_record_end(struct perfcnt_record *record, unsigned long counters,
			const u64 *now)
{
	struct perfcnt_thread_count *count = record->thread.counts;
	struct perfcnt_thread *thread = &record->thread;
	unsigned long all = thread->counters;
	unsigned int i;
	u64 time;

	if (!record->since)
		return;
	thread->ended = ktime_get_mono_fast_ns();
	time = thread->ended - record->since;
	thread->ran += time;
	record->since = 0;
	for_each_set_bit(i, &all, PERFCNT_MAX_COUNTERS) {
		if (counters & BIT(i)) {
			count->count += now[i] - record->from[i];
			count->running += time;
		}
		count++;
	}
}

/**
 * perfcnt_record_number - note a thread's numbers, which it loses when it is reaped
 * @record: its record
 * @task: the thread
 * @ns: the PID namespace in which they are wanted
 *
 * Context: Any, interrupts may be off; may be called under the scheduler's locks.
 */
void perfcnt_record_number(struct perfcnt_record *record,
			   struct task_struct *task, struct pid_namespace *ns)
{
	pid_t tid = task_pid_nr_ns(task, ns);

	if (!tid)
		return;
	record->thread.tid = tid;
	record->thread.pid = task_tgid_nr_ns(task, ns);
}

/**
 * perfcnt_record_name - note what a thread is called in the end
 * @record: its record
 * @task: the thread
 * @ns: the PID namespace in which its numbers are wanted
 *
 * Context: Process context.
 */
void perfcnt_record_name(struct perfcnt_record *record,
			 struct task_struct *task, struct pid_namespace *ns)
{
	perfcnt_record_number(record, task, ns);
	get_task_comm(record->thread.comm, task);
}

/* Behind those that ended before: what a thread does after that takes its time. */
static void records_insert(struct perfcnt_records *records, struct perfcnt_record *record)
{
	struct perfcnt_record *other;

	list_for_each_entry_reverse(other, &records->list, list)
		if (other->thread.ended <= record->thread.ended)
			break;
	list_add(&record->list, &other->list);
}

/**
 * perfcnt_records_add - a thread has exited
 * @records: the queue
 * @record: its record, which is the queue's from now on
 *
 * Context: Process context, may sleep.
 */
void perfcnt_records_add(struct perfcnt_records *records,
			 struct perfcnt_record *record)
{
	bool full;

	mutex_lock(&records->lock);
	full = records->count == PERFCNT_RECORDS_MAX;
	if (full) {
		records->lost++;
	} else {
		records->count++;
		records_insert(records, record);
	}
	mutex_unlock(&records->lock);
	if (full)
		kfree(record);
	else
		wake_up_interruptible(records->wait);
}

/**
 * perfcnt_records_due - is there a record to be read?
 * @records: the queue
 *
 * Context: Any.
 */
bool perfcnt_records_due(const struct perfcnt_records *records)
{
	return !list_empty(&records->list);
}

/*
 * Take the oldest @most records out of the queue, which keeps their places.  None is
 * taken from the first one on that is not right.
 */
static int records_take(struct perfcnt_records *records, unsigned int most,
			struct list_head *taken)
{
	struct perfcnt_record *record, *next;
	int err = -EAGAIN;

	mutex_lock(&records->lock);
	list_for_each_entry_safe(record, next, &records->list, list) {
		if (record->lost)
			err = -EIO;
		if (record->lost || !most--)
			break;
		record->thread.lost = records->lost;
		list_move_tail(&record->list, taken);
	}
	mutex_unlock(&records->lock);
	return list_empty(taken) ? err : 0;
}

/* Put the rest of what was taken back, as the oldest. */
static void records_put_back(struct perfcnt_records *records, struct list_head *rest,
			     unsigned int read)
{
	mutex_lock(&records->lock);
	records->count -= read;
	list_splice(rest, &records->list);
	mutex_unlock(&records->lock);
}

/**
 * perfcnt_records_read - take as many records as there is space for
 * @records: the queue
 * @buf: where they go
 * @size: space there, in bytes
 *
 * A record that cannot be copied stays in the queue.
 *
 * Context: Process context, may sleep.
 * Return: the number of bytes; -EINVAL without space for one; -EAGAIN if there is none;
 * -EIO if the next one is not right; -EFAULT.
 */
ssize_t perfcnt_records_read(struct perfcnt_records *records,
			     char __user *buf, size_t size)
{
	struct perfcnt_record *record, *next;
	const size_t one = records->size;
	unsigned int read = 0;
	LIST_HEAD(taken);
	int err;

	if (size < one)
		return -EINVAL;
	err = records_take(records, min_t(size_t, size / one, PERFCNT_RECORDS_MAX), &taken);
	if (err)
		return err;
	list_for_each_entry_safe(record, next, &taken, list) {
		if (copy_to_user(buf + read * one, &record->thread, one))
			break;
		read++;
		list_del(&record->list);
		kfree(record);
	}
	records_put_back(records, &taken, read);
	return read ? read * one : -EFAULT;
}
