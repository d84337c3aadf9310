/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * perfcnt: performance counters as text.
 *
 * A machine has a few counters.  Each has a control word that says what it
 * counts and a 64-bit count.  /proc/perf shows both, and takes lines that set
 * them; Documentation/proc-perf.md is its reference.
 *
 * The control word is that of the MIPS32 34K core (MD00548, Table 2), on
 * every machine:
 *
 *	 31  30  29     22  21   20  19   16  15   12  11    5   4   3  2  1  0
 *	+---+---+---------+--------+-------+--------+-------+----+--+--+--+---+
 *	| M | 0 |  TCID   | MT_EN  | VPEID |   0    | event | IE |U |S |K |EXL|
 *	+---+---+---------+--------+-------+--------+-------+----+--+--+--+---+
 *
 * M is read only: one more counter follows this one.  What is written there
 * is ignored, so that a word can be written back as it was read.  Bit 30 and
 * bits 15:12 must be zero.
 *
 * U, S, K and EXL each let the counter count in one mode of the processor:
 * user, supervisor, kernel, and exception (Status.EXL = 1, Status.ERL = 0).
 * With none of them the counter stands still and keeps its count.
 *
 * MT_EN says whose events count: all of the core's, those of the VPE named in
 * VPEID, or those of the thread context named in TCID.  Away from a 34K a
 * thread context is a logical CPU and a VPE is the core that contains it.
 * MT_EN 3 is never taken.  It is shown where a filter was set by name that the
 * word has no room for, a CPU past 255 or a core past 15.
 *
 * Event 127 is a native event: one that has no 34K code.  It is set by name;
 * written as a word it means the native event that the counter has already.
 *
 * IE asks to be told when the count is half full: when bit 31 becomes set, as
 * with the 32 bits of a 34K.  To be told after n events, let a counter go on from
 * 0x80000000 - n.  The count is extended to 64 bits whether IE is set or not.
 * The owner of the counter is told, by poll() and SIGIO on /dev/perfcnt.
 *
 * A program that measures itself opens /dev/perfcnt, which asks for the same
 * privilege as writing to /proc/perf, and
 *
 *	PERFCNT_IOC_DESCRIBE	sees what the machine has and who has it
 *	PERFCNT_IOC_EVENT	goes through the events that have a name
 *	PERFCNT_IOC_CLAIM	makes counters its own
 *	PERFCNT_IOC_NAME	finds out what a name means for a counter
 *	PERFCNT_IOC_SET		says what they count, and from where
 *	PERFCNT_IOC_START	lets them count, which they do not when claimed,
 *	PERFCNT_IOC_STOP	lets them stand, and
 *	PERFCNT_IOC_RESET	sets them to 0
 *	PERFCNT_IOC_READ	reads all that it has claimed, at one moment
 *	PERFCNT_IOC_RELEASE	gives counters back
 *	PERFCNT_IOC_REASON	says why the last of these was refused
 *
 * A claim belongs to the open file: whoever has inherited or was sent the
 * descriptor shares it, and the last close() gives all back.  While a counter
 * is claimed /proc/perf shows it, and refuses to change it.
 *
 * Every struct begins with its size as the caller knows it.  One that is
 * shorter than the kernel's is taken as if the rest were 0; one that is longer
 * is taken if what the kernel does not know is 0, and refused with E2BIG if it
 * is not.  What comes back is cut to the caller's size.  Fields called reserved
 * must be 0.
 *
 * CLAIM, RELEASE, SET, START, STOP and RESET need a file that is open for writing
 * (EBADF).
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

/* The counters that any machine can have, and the event codes there are. */
#define PERFCNT_MAX_COUNTERS		16
#define PERFCNT_EVENT_CODES		128
#define PERFCNT_EVENT_NATIVE		127

/* The lengths of strings, with their NUL. */
#define PERFCNT_DRIVER_SIZE		16
#define PERFCNT_VERSION_SIZE		16
#define PERFCNT_NAME_SIZE		64
#define PERFCNT_REASON_SIZE		192

/* What struct perfcnt_describe says in flags. */
#define PERFCNT_HAS_NATIVE		0x1u	/* there are native events */
#define PERFCNT_HAS_ANY_FILTER		0x2u	/* any event can be filtered */
#define PERFCNT_HAS_HARDWARE		0x4u	/* not the kernel's own events alone */
#define PERFCNT_HAS_NOTICE		0x8u	/* IE tells at once, not some ms later */

/**
 * struct perfcnt_describe - what the machine has, and who has it
 * @size: of this struct
 * @counters: how many there are
 * @tcs: thread contexts, or logical CPUs: filters are below that
 * @vpes: VPEs, or cores
 * @modes: the mode bits that the hardware tells apart
 * @flags: PERFCNT_HAS_*
 * @events: how many rows PERFCNT_IOC_EVENT has
 * @claimed: mask of the counters that somebody has claimed
 * @driver: who counts: mips, perf or sim
 * @version: of the module
 * @owner: of each counter that is claimed, the process that opened the file that
 *	   has claimed it, in the caller's PID namespace; 0 if it is in another
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

/* What struct perfcnt_event_row says in banks and in scope. */
#define PERFCNT_BANK_IS_EVEN		0x1u
#define PERFCNT_BANK_IS_ODD		0x2u
#define PERFCNT_SCOPE_IS_CORE		0
#define PERFCNT_SCOPE_IS_VPE		1
#define PERFCNT_SCOPE_IS_TC		2

/**
 * struct perfcnt_event_row - an event that has a name
 * @size: of this struct
 * @index: which row, from 0
 * @code: the event's code, PERFCNT_EVENT_NATIVE if it has none
 * @banks: the counters that count it, PERFCNT_BANK_IS_*
 * @scope: the narrowest filter it can have on a 34K, PERFCNT_SCOPE_IS_*
 * @reserved: 0
 * @name: what PERFCNT_IOC_NAME and /proc/perf take for it
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
 * @unit: the TC or VPE of its filter if that is more than the word has room
 *	  for, with MT_EN as it would be and the field 0; otherwise 0
 * @type: of a native event: PERF_TYPE_HARDWARE, SOFTWARE, HW_CACHE or RAW, see
 *	  perf_event_open(2), or the number of the PMU of one kind of CPU (its
 *	  type in /sys/bus/event_source/devices), whose raw event it is
 * @reserved: 0
 * @config: of a native event; of PERF_TYPE_HARDWARE and HW_CACHE with the number
 *	    of a CPU PMU in the upper 32 bits if that one alone shall count it
 * @config1: of a native event
 *
 * An event of a PMU is counted on the CPUs that have it, and nowhere else.  Where
 * there are several kinds of CPU, PERF_TYPE_RAW is refused (EINVAL) unless that is
 * the number of one of their PMUs, as on x86.
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
 * struct perfcnt_name - what a name means for a counter
 * @size: of this struct
 * @counter: the counter, which need not be claimed
 * @name: name[:modes][@tcN|@vpeN], NUL-terminated; name may be pmu/name/
 * @what: comes back
 */
struct perfcnt_name {
	__u32 size;
	__u32 counter;
	char name[PERFCNT_NAME_SIZE];
	struct perfcnt_what what;
};

/**
 * struct perfcnt_set - what claimed counters count, and from where
 * @size: of this struct
 * @controls: mask of the counters that shall count something else
 * @counts: mask of those that shall go on from another count
 * @reserved: 0
 * @count: for each counter of @counts
 * @what: for each counter of @controls
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
 * @mask: a bit a counter
 */
struct perfcnt_mask {
	__u32 size;
	__u32 mask;
};

/**
 * struct perfcnt_count - what is read of one counter
 * @count: the count
 * @control: the control word, as /proc/perf shows it
 * @counter: which it is
 */
struct perfcnt_count {
	__u64 count;
	__u32 control;
	__u32 counter;
};

/**
 * struct perfcnt_read - all claimed counters at one moment
 * @size: of this struct; says how many entries there is room for
 * @counters: how many entries there are; those that have no room are left out
 * @time: CLOCK_MONOTONIC, in nanoseconds
 * @running: mask of the counters that count
 * @half_full: mask of the counters with IE whose count has become half full
 *	       since they were last read
 * @entries: in the order of the counters
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
 * struct perfcnt_reason_text - why the last call on this file was refused
 * @size: of this struct
 * @code: the errno, 0 if none was refused
 * @words: in words, NUL-terminated
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
