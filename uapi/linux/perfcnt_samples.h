/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * Samples of perfcnt's counters: every so many events of a counter, what runs there.
 *
 * PERFCNT_IOC_SAMPLE of perfcnt.h, with a struct perfcnt_sampling, begins and ends it.  A
 * program maps a ring for each CPU, which the kernel fills with records: mmap() of
 * @ring_size bytes at CPU * @ring_stride, shared, to be read and written.
 */
#ifndef _UAPI_LINUX_PERFCNT_SAMPLES_H
#define _UAPI_LINUX_PERFCNT_SAMPLES_H

#include <linux/types.h>

/* flags of struct perfcnt_sampling */
#define PERFCNT_SAMPLING_SHARED		0x1u	/* a counter that counts all VPEs, too */
#define PERFCNT_SAMPLING_FREQUENCY	0x2u	/* period is the samples of a second */

/* The longest period, and the largest ring: 2^10 pages. */
#define PERFCNT_SAMPLING_PERIOD_MAX	0x1000000000000ULL /* 2^48 */
#define PERFCNT_SAMPLING_JITTER_MAX	((1ULL << 31) - 1)
#define PERFCNT_SAMPLING_ORDER_MAX	10

/* The most samples a second that can be asked for, and the whole of a CPU's time. */
#define PERFCNT_SAMPLING_FREQUENCY_MAX	1000000
#define PERFCNT_SAMPLING_SHARE_MAX	1000

/**
 * struct perfcnt_sampling - a claimed counter is sampled
 * @size: of this struct
 * @counter: the counter, whose event is set, without IE
 * @period: a sample every so many events; 0: it is sampled no more; with
 *	    PERFCNT_SAMPLING_FREQUENCY about so many samples a second on each CPU, 1 to the
 *	    module's parameter sample_rate
 * @jitter: a period has up to so many events more or fewer, at random; less than @period;
 *	    0 with PERFCNT_SAMPLING_FREQUENCY; with pmu=perf the shortest period, which is
 *	    @period - @jitter, is 2 at least, of software events 1, of clocks 10000 (EINVAL)
 * @flags: PERFCNT_SAMPLING_*
 * @ring_order: a ring has 2^@ring_order pages of data; the first call of a file decides;
 *		those of all CPUs are limited by RLIMIT_MEMLOCK (ENOMEM)
 * @wake: poll() reports POLLIN when so many bytes in a ring have not been read; 0, or
 *	  more than half of it: half of it; the first call of a file decides
 * @rings: the result: rings are numbered from 0 to @rings - 1, by CPU
 * @ring_size: the result: bytes of a ring to map, its header included
 * @ring_stride: the result: the offset of a CPU's ring is CPU * @ring_stride
 * @callers: 0: samples have no callers yet
 * @stack: 0: samples have no copy of the stack yet
 * @share: the part of a CPU's time that the module may take for the counter's samples, in
 *	   thousandths; 0: as long as they take
 * @reserved: 0
 *
 * While the counter is started, each period's end leaves a sample in the ring of the CPU
 * that it happened on; in a scope, only if a task of the scope runs there then.  Periods
 * also go on while it is stopped, and while other tasks run.  The counter counts as it
 * always does.  Its event cannot be changed, and it cannot be released (EBUSY), until it
 * is sampled no more.
 *
 * The counters of a 34K are shared by its VPEs.  If Linux runs on several of them, a
 * counter must have a filter: what runs on that VPE or TC is sampled.  One without a
 * filter needs PERFCNT_SAMPLING_SHARED (EINVAL): each VPE in one of the counter's modes
 * is sampled then.
 *
 * The module's parameter sample_rate is the most samples a second of a counter on a CPU.
 * Whenever there are more, or they take more than @share of the time, periods are left out
 * before the next sample, which says how many.  The time is that in which the module makes
 * samples; that of the interrupt before and after it is not in it.
 *
 * With PERFCNT_SAMPLING_FREQUENCY a period is as long as the ones before it let expect; the
 * first is short.  Its end is the only time at which it is seen how often events happen:
 * when they become rare, the next sample is late.  Of cpu-clock and task-clock, which count
 * time, all periods have the same length.
 */
struct perfcnt_sampling {
	__u32 size;
	__u32 counter;
	__u64 period;
	__u64 jitter;
	__u32 flags;
	__u32 ring_order;
	__u32 wake;
	__u32 rings;
	__u32 ring_size;
	__u32 ring_stride;
	__u32 callers;
	__u32 stack;
	__u32 share;
	__u32 reserved;
};

#define PERFCNT_RING_VERSION		2

/**
 * struct perfcnt_ring_lost - what is in no sample
 * @samples: samples for which there was no space, or that could not be taken
 * @periods: periods that were left out before these, and so are in no other sample; and
 *	     those that were left out so far when a CPU went offline, or was suspended
 * @throttles: how often the kernel's perf has stopped the event because of too many
 *	       interrupts: what happened then was not counted; readings of its count are
 *	       refused (EIO) until it is reset or set again
 * @throttled_ns: how long that was, in nanoseconds, up to the next sample: at most
 */
struct perfcnt_ring_lost {
	__u64 samples;
	__u64 periods;
	__u64 throttles;
	__u64 throttled_ns;
};

/**
 * struct perfcnt_ring_header - the beginning of a ring
 * @version: PERFCNT_RING_VERSION
 * @size: of this struct
 * @data_offset: where the data begin, from here
 * @data_size: their length, a power of two
 * @head: bytes that the kernel has written, modulo 2^32
 * @tail: bytes that the program has read, modulo 2^32: the program writes it
 * @sample_size: of a struct perfcnt_ring_sample: what its flags add begins there
 * @reserved: 0
 * @lost: what was lost so far; right when nothing is sampled
 *
 * The program reads @head (acquire), then the records from @tail to @head, each at its
 * place modulo @data_size, and then writes @tail (release).  A record is never split.
 */
struct perfcnt_ring_header {
	__u32 version;
	__u32 size;
	__u32 data_offset;
	__u32 data_size;
	__u32 head;
	__u32 tail;
	__u32 sample_size;
	__u32 reserved;
	struct perfcnt_ring_lost lost;
};

/* type of struct perfcnt_ring_record */
#define PERFCNT_RING_GAP		0	/* nothing, up to the end of the data */
#define PERFCNT_RING_SAMPLE		1	/* struct perfcnt_ring_sample */
#define PERFCNT_RING_LOST		2	/* struct perfcnt_ring_loss */

/**
 * struct perfcnt_ring_record - the beginning of a record
 * @type: PERFCNT_RING_*; others are to be skipped
 * @flags: PERFCNT_SAMPLE_*
 * @size: of the whole record, a multiple of 8
 */
struct perfcnt_ring_record {
	__u16 type;
	__u16 flags;
	__u32 size;
};

/* flags of a sample */
#define PERFCNT_SAMPLE_USER		0x01u	/* in user mode */
#define PERFCNT_SAMPLE_LATE		0x02u	/* in a mode that the counter does not count */
#define PERFCNT_SAMPLE_REMOTE		0x04u	/* another CPU had the interrupt, and said so */
#define PERFCNT_SAMPLE_CORE		0x08u	/* some VPE's event, or the core's */
#define PERFCNT_SAMPLE_PRECISE		0x10u	/* the hardware says which instruction it was */
#define PERFCNT_SAMPLE_ISA		0x20u	/* a MIPS16e instruction */
#define PERFCNT_SAMPLE_SLOT		0x40u	/* the branch at ip, or its delay slot */

/**
 * struct perfcnt_ring_sample - a sample
 * @record: its type and its flags
 * @time: CLOCK_MONOTONIC, in nanoseconds
 * @ip: the instruction to be executed next; 0 if an idle CPU was asked
 * @pid: the process, in the PID namespace of the process that opened the file
 * @tid: the thread
 * @cpu: where it was
 * @counter: the counter
 * @period: events of the period that it ends
 * @left_out: so many periods of that length came before it, and have no sample: there were
 *	      too many samples, they took too long, or several periods ended at once
 *
 * A sample stands for @period * (1 + @left_out) events.  Those of all samples, and of what
 * was lost, are all events up to the last sample, each once; in a scope on average, as the
 * periods go on while other tasks run.
 */
struct perfcnt_ring_sample {
	struct perfcnt_ring_record record;
	__u64 time;
	__u64 ip;
	__u32 pid;
	__u32 tid;
	__u32 cpu;
	__u32 counter;
	__u64 period;
	__u64 left_out;
};

/**
 * struct perfcnt_ring_loss - what was lost since the last record of this type
 * @record: its type
 * @time: of the sample behind it
 * @lost: what
 */
struct perfcnt_ring_loss {
	struct perfcnt_ring_record record;
	__u64 time;
	struct perfcnt_ring_lost lost;
};

#endif /* _UAPI_LINUX_PERFCNT_SAMPLES_H */
