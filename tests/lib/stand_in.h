/* SPDX-License-Identifier: GPL-2.0 */
/* What a program that stand_in.c is linked to lets happen, and sees. */
#ifndef STAND_IN_H
#define STAND_IN_H

struct perf_event_mmap_page;

/**
 * struct stand_in - the device
 * @device: its file
 * @claimed: its counters that are claimed
 * @first: counters that another process claims just before the next claim
 * @passing: counters that another process has for one call alone, of the next
 * @passing_at: such calls, PERFCNT_IOC_CLAIM or PERFCNT_IOC_DESCRIBE
 * @proc_perf: counters that nobody has claimed and nobody can claim
 * @refuses: a call, PERFCNT_IOC_*, that fails with EXDEV
 * @scope_flags: of the last scope
 * @signal: comes to the process that asks for the next scope
 * @order_most: larger rings are more than the program may lock
 * @order: of the rings
 * @rings: how many there are: 0 or 1
 * @ring: that one, once it is mapped
 * @large: events that take turns have counted 2^32 times as much
 * @less: they, and threads, have counted so much less
 * @even: they have counted the same in each slice
 * @whole: their slices were all the time
 * @falls: counters count so much less from one reading to the next
 * @left: so many tasks of the scope have left at execve()
 * @changes: how often counters or a scope were changed
 * @readings: how often counters were read
 * @called: a call is being made, which the module makes at once
 * @fails: of so many readings the last fails with EIO; 0: none does
 * @lost: others have taken a counter: readings fail with EIO until it is reset or set
 * @page: of an event of perf that is stopped, and counts once the device's file enables it
 */
struct stand_in {
	int device;
	unsigned int claimed;
	unsigned int first;
	unsigned int passing;
	unsigned long passing_at;
	unsigned int proc_perf;
	unsigned long refuses;
	unsigned int scope_flags;
	int signal;
	unsigned int order_most;
	unsigned int order;
	unsigned int rings;
	void *ring;
	int large;
	unsigned int less;
	int even;
	int whole;
	unsigned int falls;
	unsigned int left;
	unsigned int changes;
	unsigned int readings;
	int called;
	unsigned int fails;
	int lost;
	struct perf_event_mmap_page *page;
};

extern struct stand_in stand_in;

#endif /* STAND_IN_H */
