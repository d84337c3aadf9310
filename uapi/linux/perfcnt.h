/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * perfcnt: performance counters for shells and programs.
 *
 * A processor has a few counters.  Each has a control word, which says what it
 * counts, and a 64-bit count.  There are two interfaces to the same counters:
 * /proc/perf shows and sets them as text, see Documentation/proc-perf.md;
 * /dev/perfcnt is for programs, see below.
 *
 * The control word is that of the MIPS32 34K core (MD00548, Table 2), on
 * every machine:
 *
 *	 31  30  29     22  21   20  19   16  15   12  11    5   4   3  2  1  0
 *	+---+---+---------+--------+-------+--------+-------+----+--+--+--+---+
 *	| M | 0 |  TCID   | MT_EN  | VPEID |   0    | event | IE |U |S |K |EXL|
 *	+---+---+---------+--------+-------+--------+-------+----+--+--+--+---+
 *
 * M is read only: another counter follows.  It is ignored in writes, so that a
 * control word can be written back as it was read.  Bit 30 and bits 15:12 must be
 * zero.
 *
 * U, S, K and EXL are the modes in which the counter counts: user, supervisor,
 * kernel, and exception handling (Status.EXL = 1, Status.ERL = 0).  Without any of
 * them the counter is stopped and keeps its count.
 *
 * MT_EN is the filter: 0 counts everything, 1 the virtual processing element (VPE)
 * in VPEID, 2 the thread context (TC) in TCID.  On machines other than a 34K a TC is
 * a logical CPU and a VPE is a core.  MT_EN 3 is rejected.  It is shown for a filter
 * that was set by name and does not fit in the control word: a CPU above 255 or a
 * core above 15.
 *
 * Event 127 is a native event: one without a 34K code.  It is set by name.  In a
 * control word, 127 keeps the native event that the counter already has.
 *
 * IE asks for a notification when the counter is half full, that is, when bit 31 of
 * its count becomes set (MIPS manuals call this overflow).  The owner of the counter
 * receives it by poll() and SIGIO on /dev/perfcnt.  To be notified after n events,
 * set the count to 0x80000000 - n.  Counts have 64 bits whether IE is set or not.
 *
 * A program opens /dev/perfcnt, which needs the same privilege as /proc/perf
 * (CAP_PERFMON), and uses these commands.
 *
 *	PERFCNT_IOC_DESCRIBE	what the machine has, who has claimed counters
 *	PERFCNT_IOC_EVENT	one row of the table of named events
 *	PERFCNT_IOC_CLAIM	claim counters; they are stopped, at 0
 *	PERFCNT_IOC_NAME	translate an event name for PERFCNT_IOC_SET
 *	PERFCNT_IOC_SET		set events and counts
 *	PERFCNT_IOC_START	start counters
 *	PERFCNT_IOC_STOP	stop counters
 *	PERFCNT_IOC_RESET	set counts to 0
 *	PERFCNT_IOC_READ	read claimed counters at the same instant
 *	PERFCNT_IOC_RELEASE	release counters
 *	PERFCNT_IOC_REASON	why the last failed command failed, in words
 *	PERFCNT_IOC_SCOPE	claimed counters count for a task and its descendants
 *	PERFCNT_IOC_LEAVE	they do so no more
 *	PERFCNT_IOC_MULTIPLEX	more events than counters take turns
 *	PERFCNT_IOC_MULTIPLEXED	what each of them has counted
 *	PERFCNT_IOC_SAMPLE	every so many events of a counter, a sample of what runs,
 *				see perfcnt_samples.h
 *
 * A claim belongs to the open file.  Processes that inherit or receive the
 * descriptor share the claim, and the last close() releases all counters.  While a
 * counter is claimed, /proc/perf shows it and rejects changes to it (EBUSY).
 *
 * Every struct begins with its size as the caller knows it.  Missing bytes of a
 * shorter struct count as 0; extra bytes of a longer one must be 0 (E2BIG).
 * Results are truncated to the caller's size.  Fields called reserved must be 0, and are 0
 * in results.  An element of an array never becomes longer: a new field takes a reserved one.
 *
 * A mask has one bit per counter.  CLAIM, RELEASE, SET, START, STOP, RESET, SCOPE,
 * LEAVE, MULTIPLEX and SAMPLE need a file that is open for writing (EBADF).
 */
#ifndef _UAPI_LINUX_PERFCNT_H
#define _UAPI_LINUX_PERFCNT_H

#include <linux/ioctl.h>
#include <linux/types.h>

/* The control word's fields: masks, and how far the value is shifted. */
#define PERFCNT_CTL_EXL			0x00000001u
#define PERFCNT_CTL_K			0x00000002u
#define PERFCNT_CTL_S			0x00000004u
#define PERFCNT_CTL_U			0x00000008u
#define PERFCNT_CTL_MODES		0x0000000fu
#define PERFCNT_CTL_IE			0x00000010u
#define PERFCNT_CTL_EVENT		0x00000fe0u
#define PERFCNT_CTL_EVENT_SHIFT		5
#define PERFCNT_CTL_MBZ			0x4000f000u
#define PERFCNT_CTL_VPEID		0x000f0000u
#define PERFCNT_CTL_VPEID_SHIFT		16
#define PERFCNT_CTL_MT_EN		0x00300000u
#define PERFCNT_CTL_MT_EN_SHIFT		20
#define PERFCNT_CTL_TCID		0x3fc00000u
#define PERFCNT_CTL_TCID_SHIFT		22
#define PERFCNT_CTL_M			0x80000000u

/* The values of MT_EN. */
#define PERFCNT_MT_EN_ALL		0
#define PERFCNT_MT_EN_VPE		1
#define PERFCNT_MT_EN_TC		2
#define PERFCNT_MT_EN_RESERVED		3

/* The most counters that a machine can have, and the number of event codes. */
#define PERFCNT_MAX_COUNTERS		16
#define PERFCNT_EVENT_CODES		128
#define PERFCNT_EVENT_NATIVE		127

/* The lengths of strings, with their NUL. */
#define PERFCNT_DRIVER_SIZE		16
#define PERFCNT_VERSION_SIZE		16
#define PERFCNT_NAME_SIZE		64
#define PERFCNT_REASON_SIZE		256

/* flags of struct perfcnt_describe */
#define PERFCNT_HAS_NATIVE		0x1u	/* there are native events */
#define PERFCNT_HAS_ANY_FILTER		0x2u	/* any event can be filtered */
#define PERFCNT_HAS_HARDWARE		0x4u	/* there are hardware events */
#define PERFCNT_HAS_NOTICE		0x8u	/* IE notifies at once, not some ms later */
#define PERFCNT_HAS_SHARED		0x10u	/* in a scope a counter needs a filter */

/**
 * struct perfcnt_describe - what the machine has, and who has claimed counters
 * @size: of this struct
 * @counters: number of counters
 * @tcs: number of TCs; a filter can name TC 0 to @tcs - 1
 * @vpes: number of VPEs; a filter can name VPE 0 to @vpes - 1
 * @modes: mode bits that the hardware can count separately
 * @flags: PERFCNT_HAS_*
 * @events: number of rows that PERFCNT_IOC_EVENT can return
 * @claimed: mask of the claimed counters
 * @driver: the driver in use: mips, perf or sim
 * @version: of the module
 * @owner: for each claimed counter the process that opened the file that has claimed
 *	   it, in the caller's PID namespace; 0 if it is in another one
 * @hardware: how many of the counters can have hardware events at the same time, if nobody
 *	      else has the PMU; software events of the kernel can have all
 * @reserved: 0
 */
struct perfcnt_describe {
	__u32 size;
	__u32 counters;
	__u32 tcs;
	__u32 vpes;
	__u32 modes;
	__u32 flags;
	__u32 events;
	__u32 claimed;
	char driver[PERFCNT_DRIVER_SIZE];
	char version[PERFCNT_VERSION_SIZE];
	__u32 owner[PERFCNT_MAX_COUNTERS];
	__u32 hardware;
	__u32 reserved;
};

/* banks and scope of struct perfcnt_event_row */
#define PERFCNT_BANK_IS_EVEN		0x1u
#define PERFCNT_BANK_IS_ODD		0x2u
#define PERFCNT_SCOPE_IS_CORE		0
#define PERFCNT_SCOPE_IS_VPE		1
#define PERFCNT_SCOPE_IS_TC		2

/**
 * struct perfcnt_event_row - an event that has a name
 * @size: of this struct
 * @index: number of the row, from 0
 * @code: code of the event, PERFCNT_EVENT_NATIVE if it has none
 * @banks: the counters that have it, PERFCNT_BANK_IS_*
 * @scope: the narrowest filter that it can have on a 34K, PERFCNT_SCOPE_IS_*
 * @reserved: 0
 * @name: its name, for PERFCNT_IOC_NAME and /proc/perf
 */
struct perfcnt_event_row {
	__u32 size;
	__u32 index;
	__u32 code;
	__u32 banks;
	__u32 scope;
	__u32 reserved;
	char name[PERFCNT_NAME_SIZE];
};

/**
 * struct perfcnt_what - what a counter counts
 * @control: the control word
 * @unit: the TC or VPE of the filter if it does not fit in the control word, which
 *	  then has MT_EN, and 0 as the number; otherwise 0
 * @type: of a native event: PERF_TYPE_HARDWARE, SOFTWARE, HW_CACHE or RAW, see
 *	  perf_event_open(2), or, for a raw event of one kind of CPU, the number of
 *	  its PMU (type in /sys/bus/event_source/devices)
 * @reserved: 0
 * @config: of a native event; for PERF_TYPE_HARDWARE and HW_CACHE the upper 32 bits
 *	    can be the number of a PMU, which alone counts the event then
 * @config1: of a raw event; 0 for PERF_TYPE_HARDWARE, SOFTWARE and HW_CACHE
 * @config2: of a native event; no event has it yet: 0
 * @reserved2: 0
 *
 * An event of a PMU counts on the CPUs with that PMU only.  On a machine with several
 * kinds of CPU, PERF_TYPE_RAW is rejected (EINVAL) unless it is the number of one of
 * their PMUs, as on x86.
 */
struct perfcnt_what {
	__u32 control;
	__u32 unit;
	__u32 type;
	__u32 reserved;
	__u64 config;
	__u64 config1;
	__u64 config2;
	__u64 reserved2;
};

/**
 * struct perfcnt_name - translates a name for a counter
 * @size: of this struct
 * @counter: the counter, which need not be claimed
 * @name: name[:modes][@tcN|@vpeN], NUL-terminated; name can be pmu/name/
 * @what: the result
 */
struct perfcnt_name {
	__u32 size;
	__u32 counter;
	char name[PERFCNT_NAME_SIZE];
	struct perfcnt_what what;
};

/**
 * struct perfcnt_set_counter - what one counter is set to
 * @count: the new count, for a counter of @counts
 * @what: what to count, for a counter of @controls
 */
struct perfcnt_set_counter {
	__u64 count;
	struct perfcnt_what what;
};

/**
 * struct perfcnt_set - sets events and counts of claimed counters
 * @size: of this struct
 * @controls: mask of the counters whose event changes
 * @counts: mask of the counters whose count changes
 * @reserved: 0
 * @counter: by the counter's number; only those in a mask matter
 */
struct perfcnt_set {
	__u32 size;
	__u32 controls;
	__u32 counts;
	__u32 reserved;
	struct perfcnt_set_counter counter[PERFCNT_MAX_COUNTERS];
};

/**
 * struct perfcnt_mask - some counters
 * @size: of this struct
 * @mask: one bit per counter
 */
struct perfcnt_mask {
	__u32 size;
	__u32 mask;
};

/* flags of struct perfcnt_counts */
#define PERFCNT_READ_TIME		0x1u	/* when it was */
#define PERFCNT_READ_STATE		0x2u	/* what runs, what is half full */
#define PERFCNT_READ_CONTROLS		0x4u	/* the control words */
#define PERFCNT_READ_LEFT		0x8u	/* who has left the scope */

/**
 * struct perfcnt_counts - a reading: claimed counters at the same instant
 * @size: of this struct
 * @flags: what is to be filled in, besides the counts: PERFCNT_READ_*
 * @counters: mask of claimed counters; 0: of all, and gets the mask
 * @running: with PERFCNT_READ_STATE, mask of those that run
 * @half_full: with PERFCNT_READ_STATE, mask of those with IE that have become half full
 *	       since the last reading with that flag
 * @left: with PERFCNT_READ_LEFT, how many tasks of the file's last scope the kernel has let
 *	  leave at execve(): what they did from then on is not in the counts
 * @time: with PERFCNT_READ_TIME, CLOCK_MONOTONIC, in nanoseconds
 * @counts: one per counter of the mask, in the order of their numbers
 * @controls: with PERFCNT_READ_CONTROLS, likewise: the control words, as /proc/perf shows
 *	      them
 *
 * Counts alone, of counters that are named, take the fewest instructions.
 */
struct perfcnt_counts {
	__u32 size;
	__u32 flags;
	__u32 counters;
	__u32 running;
	__u32 half_full;
	__u32 left;
	__u64 time;
	__u64 counts[PERFCNT_MAX_COUNTERS];
	__u32 controls[PERFCNT_MAX_COUNTERS];
};

/**
 * struct perfcnt_reason_text - why the last failed command on this file failed
 * @size: of this struct
 * @code: the errno, 0 if no command has failed yet
 * @words: the reason in words, NUL-terminated; can be empty
 */
struct perfcnt_reason_text {
	__u32 size;
	__u32 code;
	char words[PERFCNT_REASON_SIZE];
};

/* flags of struct perfcnt_scope */
#define PERFCNT_SCOPE_INHERIT		0x1u	/* what its tasks create, too */
#define PERFCNT_SCOPE_ON_EXEC		0x2u	/* from the task's next execve() on */
#define PERFCNT_SCOPE_PROCESS		0x4u	/* all threads that the process has */
#define PERFCNT_SCOPE_RECORDS		0x8u	/* a record of each thread that exits */
#define PERFCNT_SCOPE_SHARED		0x10u	/* counters that cannot be alone, too */

/**
 * struct perfcnt_scope - counters that count for a task and its descendants only
 * @size: of this struct
 * @flags: PERFCNT_SCOPE_*
 * @pid: a thread, in the caller's PID namespace; 0 is the calling thread
 * @counters: mask of claimed counters, whose events are set
 * @shared: the result: mask of the counters that also count what others do at the same
 *	    time; 0 without PERFCNT_SCOPE_SHARED
 * @record_size: the result: bytes of a record, see struct perfcnt_thread; 0 without
 *		 PERFCNT_SCOPE_RECORDS
 *
 * From now on these counters count only while a task of the scope runs: the thread
 * @pid; with PERFCNT_SCOPE_PROCESS all threads of its process; with
 * PERFCNT_SCOPE_INHERIT all threads and processes that a task of the scope creates
 * later, and what those create.  Counts include what tasks have counted that have
 * exited since.  execve() changes nothing, except that the kernel lets a task leave
 * whose new program may not be read by its user, or is set-user-ID or set-group-ID:
 * PERFCNT_READ_LEFT tells.
 *
 * START, STOP, RESET and READ, and counts that are set, mean what they always mean.
 * The event of a counter in a scope cannot be changed, and it cannot be released
 * (EBUSY), until PERFCNT_IOC_LEAVE.  A file has one scope at a time (EBUSY).  After an
 * error counters count as if there had been no call; one that was started, stopped,
 * reset or set meanwhile is lost (EIO).
 *
 * The counters of a 34K are shared by its VPEs.  If Linux runs on several of them, a
 * counter must have a filter: it then counts what tasks of the scope do on that VPE
 * or TC.  One without a filter counts what all VPEs do while a task of the scope runs
 * on any of them, and is accepted with PERFCNT_SCOPE_SHARED only (EINVAL).
 */
struct perfcnt_scope {
	__u32 size;
	__u32 flags;
	__s32 pid;
	__u32 counters;
	__u32 shared;
	__u32 record_size;
};

/* flags of struct perfcnt_thread */
#define PERFCNT_THREAD_LEFT		0x1u	/* it left by execve(), and did not exit */
#define PERFCNT_THREAD_RUNS		0x2u	/* it still ran when the scope ended */

#define PERFCNT_THREAD_COMM_SIZE	16

/* The most events that take turns. */
#define PERFCNT_MULTIPLEX_EVENTS		120

/**
 * struct perfcnt_thread_count - what a thread has counted of an event
 * @count: the count
 * @running: how long the thread ran while the event was counted where it was, in
 *	     nanoseconds
 * @reserved: 0
 */
struct perfcnt_thread_count {
	__u64 count;
	__u64 running;
	__u64 reserved;
};

/**
 * struct perfcnt_thread - what a thread of a scope has counted until it exited
 * @size: of this record, with @nr counts, in bytes
 * @nr: number of @counts
 * @flags: PERFCNT_THREAD_*
 * @pid: its process, in the PID namespace of the process that opened the file
 * @tid: the thread
 * @counters: mask of the scope's counters, without those whose events take turns
 * @lost: number of records that did not fit in the queue, so far
 * @reserved: 0
 * @begun: when it came into the scope; CLOCK_MONOTONIC, in nanoseconds
 * @ended: when it ran last
 * @ran: how long it ran in the scope, in nanoseconds
 * @comm: its name
 * @counts: what each counter of @counters has counted, in the order of their numbers;
 *	    then each event that takes turns, in the order of struct perfcnt_multiplexing.
 *	    START, STOP, RESET and counts that are set do not change it.
 *
 * An event that takes turns would have counted about count * @ran / running.
 *
 * read() returns as many of these records as there is space for, in the order in which
 * the threads exited.  The next one begins after @size bytes, which may be more than
 * this struct has with @nr counts: what is behind them is to be skipped.  It does not
 * wait: EAGAIN if there is none, EINVAL without space for one.  poll() reports POLLIN.
 */
struct perfcnt_thread {
	__u32 size;
	__u32 nr;
	__u32 flags;
	__s32 pid;
	__s32 tid;
	__u32 counters;
	__u32 lost;
	__u32 reserved;
	__u64 begun;
	__u64 ended;
	__u64 ran;
	char comm[PERFCNT_THREAD_COMM_SIZE];
	struct perfcnt_thread_count counts[PERFCNT_MAX_COUNTERS + PERFCNT_MULTIPLEX_EVENTS];
};

/* How long a slice of events that take turns can be, in microseconds. */
#define PERFCNT_MULTIPLEX_SLICE_MIN		500
#define PERFCNT_MULTIPLEX_SLICE_MAX		1000000
#define PERFCNT_MULTIPLEX_SLICE_DEFAULT	10000

/**
 * struct perfcnt_multiplexing_event - an event that takes turns
 * @banks: the counters that can count it, PERFCNT_BANK_IS_*
 * @reserved: 0
 * @what: the event, in one mode at least, without a filter and without IE
 */
struct perfcnt_multiplexing_event {
	__u32 banks;
	__u32 reserved;
	struct perfcnt_what what;
};

/**
 * struct perfcnt_multiplexing - events that take turns on claimed counters
 * @size: of this struct
 * @nr: number of events; 0 ends the multiplexing
 * @slice_us: length of a slice, in microseconds; 0 for PERFCNT_MULTIPLEX_SLICE_DEFAULT
 * @counters: mask of claimed counters, which are stopped and not in a scope
 * @flags: 0
 * @reserved: 0
 * @event: the events; those behind @nr do not matter
 *
 * In each slice the counters count some of the events.  In each round every event has
 * one slice; the order is another one in each round, at random.
 *
 * These counters are started, stopped and reset together (EINVAL), they go into a scope
 * together (EINVAL), and they cannot be set or released (EBUSY) until the multiplexing ends.
 * A scope comes after PERFCNT_IOC_MULTIPLEX.  In a scope a slice lasts until the tasks have
 * run for its length, the times of all CPUs added up; where PERFCNT_HAS_SHARED is set, an
 * event has a counter of its bank for each VPE.  An event that cannot have a filter then
 * counts what all VPEs do while a task of the scope runs on any of them, and needs
 * PERFCNT_SCOPE_SHARED.
 *
 * PERFCNT_IOC_READ shows what a counter has counted in all slices, whatever the events
 * were.  Records of threads have the events, and not these counters.
 */
struct perfcnt_multiplexing {
	__u32 size;
	__u32 nr;
	__u32 slice_us;
	__u32 counters;
	__u32 flags;
	__u32 reserved;
	struct perfcnt_multiplexing_event event[PERFCNT_MULTIPLEX_EVENTS];
};

/* flags of struct perfcnt_multiplexed_event */
#define PERFCNT_MULTIPLEXED_NOW		0x1u	/* it is counted now */
#define PERFCNT_MULTIPLEXED_SHARED		0x2u	/* also counts what others do */

/**
 * struct perfcnt_multiplexed_event - what an event has counted in its slices
 * @count: the count
 * @running: how long it was counted, in nanoseconds; 0: it has no count
 * @squares: the sum of count * count / microseconds over its slices: the low 64 bits of
 *	     the integer
 * @fraction: what follows the integer, in units of 2^-32
 * @slices: the number of these slices
 * @flags: PERFCNT_MULTIPLEXED_*
 * @squares_high: the high 32 bits of the integer
 * @reserved: 0
 * @reserved2: 0
 */
struct perfcnt_multiplexed_event {
	__u64 count;
	__u64 running;
	__u64 squares;
	__u32 fraction;
	__u32 slices;
	__u32 flags;
	__u32 squares_high;
	__u64 reserved;
	__u64 reserved2;
};

/**
 * struct perfcnt_multiplexed - what multiplexed events have counted
 * @size: of this struct
 * @events: number of events
 * @time: CLOCK_MONOTONIC, in nanoseconds
 * @enabled: how long they were started, in nanoseconds; in a scope, how long its
 *	     tasks ran meanwhile, the times of all CPUs added up
 * @rounds: number of rounds that have ended
 * @slices: number of slices that have ended
 * @event: in the order of struct perfcnt_multiplexing; a slice that has not ended is included
 *
 * An event would have counted about count * enabled / running.  With running and
 * enabled in microseconds, the standard error of that is enabled * sqrt(v / running *
 * (1 - running / enabled)), where v is (squares - count * count / running) /
 * (slices - 1).
 */
struct perfcnt_multiplexed {
	__u32 size;
	__u32 events;
	__u64 time;
	__u64 enabled;
	__u32 rounds;
	__u32 slices;
	struct perfcnt_multiplexed_event event[PERFCNT_MULTIPLEX_EVENTS];
};

/* 0xd4 is free in the kernel's ioctl-number.rst. */
#define PERFCNT_IOC			0xd4
#define PERFCNT_IOC_DESCRIBE	_IO(PERFCNT_IOC, 0)
#define PERFCNT_IOC_EVENT	_IO(PERFCNT_IOC, 1)
#define PERFCNT_IOC_CLAIM	_IO(PERFCNT_IOC, 2)
#define PERFCNT_IOC_RELEASE	_IO(PERFCNT_IOC, 3)
#define PERFCNT_IOC_NAME	_IO(PERFCNT_IOC, 4)
#define PERFCNT_IOC_SET		_IO(PERFCNT_IOC, 5)
#define PERFCNT_IOC_START	_IO(PERFCNT_IOC, 6)
#define PERFCNT_IOC_STOP	_IO(PERFCNT_IOC, 7)
#define PERFCNT_IOC_RESET	_IO(PERFCNT_IOC, 8)
#define PERFCNT_IOC_READ	_IO(PERFCNT_IOC, 9)
#define PERFCNT_IOC_REASON	_IO(PERFCNT_IOC, 10)
#define PERFCNT_IOC_SCOPE	_IO(PERFCNT_IOC, 11)
#define PERFCNT_IOC_LEAVE	_IO(PERFCNT_IOC, 12) /* the argument is 0 */
#define PERFCNT_IOC_MULTIPLEX	_IO(PERFCNT_IOC, 13)
#define PERFCNT_IOC_MULTIPLEXED	_IO(PERFCNT_IOC, 14)
#define PERFCNT_IOC_SAMPLE	_IO(PERFCNT_IOC, 15)

#endif /* _UAPI_LINUX_PERFCNT_H */
