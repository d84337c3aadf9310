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
 * IE asks to be told when the count is half full.  The count is extended to
 * 64 bits whether it is set or not.
 */
#ifndef _UAPI_LINUX_PERFCNT_H
#define _UAPI_LINUX_PERFCNT_H

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

#endif /* _UAPI_LINUX_PERFCNT_H */
