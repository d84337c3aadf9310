/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* libperfcnt: where the slots of a core go. */
#ifndef PERFCNT_TOPDOWN_H
#define PERFCNT_TOPDOWN_H

#ifndef PERFCNT_H
#error "this is a part of <perfcnt.h>, which is to be included"
#endif

/* The shares of all slots: those of level 1, the fields of level 2, and what these leave. */
#define PERFCNT_TOPDOWN_RETIRING		0
#define PERFCNT_TOPDOWN_BAD_SPECULATION		1
#define PERFCNT_TOPDOWN_FRONTEND_BOUND		2
#define PERFCNT_TOPDOWN_BACKEND_BOUND		3
#define PERFCNT_TOPDOWN_HEAVY_OPERATIONS	4	/* of retiring */
#define PERFCNT_TOPDOWN_BRANCH_MISPREDICTS	5	/* of bad speculation */
#define PERFCNT_TOPDOWN_FETCH_LATENCY		6	/* of frontend bound */
#define PERFCNT_TOPDOWN_MEMORY_BOUND		7	/* of backend bound */
#define PERFCNT_TOPDOWN_LIGHT_OPERATIONS	8
#define PERFCNT_TOPDOWN_MACHINE_CLEARS		9
#define PERFCNT_TOPDOWN_FETCH_BANDWIDTH		10
#define PERFCNT_TOPDOWN_CORE_BOUND		11

#define PERFCNT_TOPDOWN_SHARES	12

/* How slots are counted: what the method is. */
#define PERFCNT_TOPDOWN_METRICS	0	/* SLOTS and PERF_METRICS: Intel, from Ice Lake on */
#define PERFCNT_TOPDOWN_EVENTS	1	/* events of Intel's cores before: level 1 */
#define PERFCNT_TOPDOWN_ARM	2	/* events of Arm's cores: level 1, part of 2 */

/* What there is to know of readings and shares: flags. */
#define PERFCNT_TOPDOWN_IS_CYCLES	1	/* slots are cycles */
#define PERFCNT_TOPDOWN_IS_PLAIN	2	/* not corrected for what this core counts */
#define PERFCNT_TOPDOWN_IS_SHARED	4	/* half of what both threads of a core had */
#define PERFCNT_TOPDOWN_IS_REGISTERS	8	/* read from SLOTS and PERF_METRICS */

/* The raw values with PERFCNT_TOPDOWN_IS_REGISTERS: @raw has room for so many, or others. */
#define PERFCNT_TOPDOWN_RAW_SLOTS	0	/* the register SLOTS: 48 bits */
#define PERFCNT_TOPDOWN_RAW_METRICS	1	/* PERF_METRICS: 8 bits a field, of 255 */

#define PERFCNT_TOPDOWN_RAW	16

/**
 * struct perfcnt_topdown_reading - what is read at one instant
 * @size: of this struct
 * @method: PERFCNT_TOPDOWN_METRICS, or how else slots are counted
 * @level: of the object: 1 or 2
 * @flags: PERFCNT_TOPDOWN_IS_*
 * @width: slots a cycle, with PERFCNT_TOPDOWN_ARM; 0 if slots are cycles
 * @core: MIDR_EL1 of a core whose events need correction, or 0
 * @since: another number for each object, and after each perfcnt_topdown_reset()
 * @values: the number of raw values
 * @enabled_ns: how long it was to be counted since then
 * @running_ns: how long it was counted
 * @raw: the raw values: of registers, or counts of events since then, in the order in
 *	 which perfcnt_topdown_open(3) has them
 */
struct perfcnt_topdown_reading {
	uint32_t size;
	uint32_t method;
	uint32_t level;
	uint32_t flags;
	uint32_t width;
	uint32_t core;
	uint32_t since;
	uint32_t values;
	uint64_t enabled_ns;
	uint64_t running_ns;
	uint64_t raw[PERFCNT_TOPDOWN_RAW];
};

/**
 * struct perfcnt_topdown_share - a share of the slots
 * @slots: how many slots, rounded; less than 0 by the error of a small difference alone
 * @ratio: of all slots, of what was not rounded
 */
struct perfcnt_topdown_share {
	int64_t slots;
	double ratio;
};

/**
 * struct perfcnt_topdown_shares - where slots went
 * @size: of this struct
 * @level: 1 or 2
 * @valid: bit n: @share[n] is known
 * @sum: the sum of the four fields of level 1, which is about 255; 0 for other methods
 * @method: PERFCNT_TOPDOWN_METRICS, or how else slots were counted
 * @flags: PERFCNT_TOPDOWN_IS_*
 * @slots: all slots
 * @resolution: what ratios can be wrong by: a change by one in each of two fields; 0 if
 *		each slot was counted
 * @running: the part of the time in which slots were counted: the shares are of that part
 * @share: the shares, by PERFCNT_TOPDOWN_RETIRING and so on; more can follow
 */
struct perfcnt_topdown_shares {
	uint32_t size;
	uint32_t level;
	uint32_t valid;
	uint32_t sum;
	uint32_t method;
	uint32_t flags;
	uint64_t slots;
	double resolution;
	double running;
	struct perfcnt_topdown_share share[PERFCNT_TOPDOWN_SHARES];
};

/* For perfcnt_topdown_open(); without a mode both are counted. */
#define PERFCNT_TOPDOWN_USER		1	/* user mode */
#define PERFCNT_TOPDOWN_KERNEL		2	/* kernel mode */
#define PERFCNT_TOPDOWN_INHERIT		4	/* threads and processes that begin later, too */
#define PERFCNT_TOPDOWN_ON_EXEC		8	/* from the next execve() on */
#define PERFCNT_TOPDOWN_REGISTERS	16	/* of the calling thread, by rdpmc */

/**
 * struct perfcnt_topdown_request - whose slots are to be counted
 * @size: of this struct
 * @flags: PERFCNT_TOPDOWN_USER and so on
 * @pid: a thread, 0 for the calling one, or -1 for everything on @cpu
 * @cpu: a CPU, or -1 for that of a thread
 * @level: 2, or 1 for the shares of level 1 alone
 * @pmu: the kernel's number of a PMU, /sys/bus/event_source/devices/NAME/type, or 0: of two
 *	 kinds of cores the larger ones
 */
struct perfcnt_topdown_request {
	uint32_t size;
	uint32_t flags;
	int32_t pid;
	int32_t cpu;
	uint32_t level;
	uint32_t pmu;
};

struct perfcnt_topdown;

/**
 * perfcnt_topdown_open() - let the kernel count where slots go
 * @request: whose; its size is set
 *
 * Needs neither the module nor one of its counters, but a core that has such events, and
 * what perf_event_open(2) wants.  With PERFCNT_TOPDOWN_INHERIT and PERFCNT_TOPDOWN_ON_EXEC,
 * of the processes that a thread begins only the first to call execve() is sure to be
 * counted: Linux may hand the thread's own events to it, swapped for copies
 * (kernel/events/core.c, perf_event_context_sched_out()).  Open an object for each.
 *
 * Return: the object, or NULL: ENOTSUP if no PMU of this machine has such events, or
 * there are no such registers; ENXIO if the PMU does not count @request->cpu; EINVAL;
 * otherwise as perf_event_open(2).
 */
struct perfcnt_topdown *perfcnt_topdown_open(const struct perfcnt_topdown_request *request);

/**
 * perfcnt_topdown_close() - stop, and free the object
 * @topdown: the object, or NULL
 *
 * Keeps errno.  In a child process the parent's object counts on.
 */
void perfcnt_topdown_close(struct perfcnt_topdown *topdown);

/**
 * perfcnt_topdown_read() - read the raw values
 * @topdown: the object
 * @reading: gets them; its size is set
 *
 * With PERFCNT_TOPDOWN_REGISTERS no system call is made.
 *
 * Return: 0 or -1: EIO if the kernel cannot count; EPERM in a child process, and for
 * registers in another thread; for these EAGAIN if nothing counts now, as another program
 * has them; EINVAL.
 */
int perfcnt_topdown_read(struct perfcnt_topdown *topdown,
			 struct perfcnt_topdown_reading *reading);

/**
 * perfcnt_topdown_between() - where the slots between two readings went
 * @before: the first, or NULL: since perfcnt_topdown_open() or perfcnt_topdown_reset()
 * @after: the second, of the same object, without such a reset between them
 * @shares: gets it; its size is set
 *
 * The register SLOTS may have passed 2^48 - 1 once.  For several objects slots are added,
 * never ratios.
 *
 * Return: 0 or -1: EAGAIN if registers were set to 0 between the readings; EINVAL; or with
 * @shares filled in: ENODATA if there were no slots, or nothing was counted but them;
 * ERANGE if ratios say nothing, as the fields of registers are too coarse for so few slots
 * so long after a reset: the resolution is more than a half.
 */
int perfcnt_topdown_between(const struct perfcnt_topdown_reading *before,
			    const struct perfcnt_topdown_reading *after,
			    struct perfcnt_topdown_shares *shares);

/**
 * perfcnt_topdown_reset() - count from 0 on: PERF_METRICS are exact for few slots then
 * @topdown: the object
 *
 * Return: 0 or -1: EIO as perfcnt_topdown_read(), EPERM in a child process.
 */
int perfcnt_topdown_reset(struct perfcnt_topdown *topdown);

#endif /* PERFCNT_TOPDOWN_H */
