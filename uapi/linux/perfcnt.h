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
 * (CAP_PERFMON), and uses these commands:
 *
 *	PERFCNT_IOC_DESCRIBE	what the machine has, who has claimed counters
 *	PERFCNT_IOC_EVENT	one row of the table of named events
 *	PERFCNT_IOC_CLAIM	claim counters; they are stopped, at 0
 *	PERFCNT_IOC_NAME	translate an event name for PERFCNT_IOC_SET
 *	PERFCNT_IOC_SET		set events and counts
 *	PERFCNT_IOC_START	start counters
 *	PERFCNT_IOC_STOP	stop counters
 *	PERFCNT_IOC_RESET	set counts to 0
 *	PERFCNT_IOC_READ	read all claimed counters at the same instant
 *	PERFCNT_IOC_RELEASE	release counters
 *	PERFCNT_IOC_REASON	why the last failed command failed, in words
 *
 * A claim belongs to the open file.  Processes that inherit or receive the
 * descriptor share the claim, and the last close() releases all counters.  While a
 * counter is claimed, /proc/perf shows it and rejects changes to it (EBUSY).
 *
 * Every struct begins with its size as the caller knows it.  Missing bytes of a
 * shorter struct count as 0; extra bytes of a longer one must be 0 (E2BIG).
 * Results are truncated to the caller's size.  Fields called reserved must be 0.
 *
 * A mask has one bit per counter.  CLAIM, RELEASE, SET, START, STOP and RESET need
 * a file that is open for writing (EBADF).
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
#define PERFCNT_REASON_SIZE		192

/* flags of struct perfcnt_describe */
#define PERFCNT_HAS_NATIVE		0x1u	/* there are native events */
#define PERFCNT_HAS_ANY_FILTER		0x2u	/* any event can be filtered */
#define PERFCNT_HAS_HARDWARE		0x4u	/* there are hardware events */
#define PERFCNT_HAS_NOTICE		0x8u	/* IE notifies at once, not some ms later */

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
 * @config1: of a native event
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
 * struct perfcnt_set - sets events and counts of claimed counters
 * @size: of this struct
 * @controls: mask of the counters whose event changes
 * @counts: mask of the counters whose count changes
 * @reserved: 0
 * @count: the new count, for each counter of @counts
 * @what: what to count, for each counter of @controls
 */
struct perfcnt_set {
	__u32 size;
	__u32 controls;
	__u32 counts;
	__u32 reserved;
	__u64 count[PERFCNT_MAX_COUNTERS];
	struct perfcnt_what what[PERFCNT_MAX_COUNTERS];
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

/**
 * struct perfcnt_count - one counter of a reading
 * @count: the count
 * @control: the control word, as /proc/perf shows it
 * @counter: number of the counter
 */
struct perfcnt_count {
	__u64 count;
	__u32 control;
	__u32 counter;
};

/**
 * struct perfcnt_read - a reading: all claimed counters at the same instant
 * @size: of this struct; says how many entries there is room for
 * @counters: number of entries; counters without room for an entry are omitted
 * @time: CLOCK_MONOTONIC, in nanoseconds
 * @running: mask of the running counters
 * @half_full: mask of the counters with IE that have become half full since the last
 *	       reading
 * @entries: one entry per claimed counter, in the order of their numbers
 */
struct perfcnt_read {
	__u32 size;
	__u32 counters;
	__u64 time;
	__u32 running;
	__u32 half_full;
	struct perfcnt_count entries[PERFCNT_MAX_COUNTERS];
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

#endif /* _UAPI_LINUX_PERFCNT_H */
