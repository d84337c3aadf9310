/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* libperfcnt: where the slots of a core go. */
#ifndef PERFCNT_TOPDOWN_H
#define PERFCNT_TOPDOWN_H

#ifndef PERFCNT_H
#error "this is a part of <perfcnt.h>, which is to be included"
#endif

/* The parts of all slots: those of level 1, the fields of level 2, and what these leave
 * of level 1.
 */
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

#define PERFCNT_TOPDOWN_FIELDS	8	/* that PERF_METRICS has */
#define PERFCNT_TOPDOWN_PARTS	12

/* A field of this much is all slots; so many units has a slot in a part. */
#define PERFCNT_TOPDOWN_SCALE	255

/* How slots are counted: what the method is. */
#define PERFCNT_TOPDOWN_METRICS	0	/* SLOTS and PERF_METRICS: Intel, from Ice Lake on */
#define PERFCNT_TOPDOWN_EVENTS	1	/* events of Intel's cores before: level 1 */
#define PERFCNT_TOPDOWN_ARM	2	/* events of Arm's cores: level 1, part of 2 */

/* What there is to know of results: flags. */
#define PERFCNT_TOPDOWN_IS_CYCLES	1	/* slots are cycles */
#define PERFCNT_TOPDOWN_IS_PLAIN	2	/* not corrected for what this core counts */
#define PERFCNT_TOPDOWN_IS_SHARED	4	/* half of what both threads of a core had */

/**
 * struct perfcnt_topdown_reading - the two registers, at one place of a program
 * @slots: SLOTS, which is read first: fixed counter 3 of an Intel core, 48 bits
 * @metrics: PERF_METRICS
 */
struct perfcnt_topdown_reading {
	uint64_t slots;
	uint64_t metrics;
};

/**
 * struct perfcnt_topdown - where slots went
 * @size: sizeof(struct perfcnt_topdown), from the caller
 * @level: 1, or 2 if there are fields of level 2
 * @valid: mask of the parts that are known
 * @sum: of the fields of level 1 in the second reading: PERFCNT_TOPDOWN_SCALE or
 *	 about that, if the core keeps its word
 * @method: PERFCNT_TOPDOWN_METRICS, or another
 * @flags: PERFCNT_TOPDOWN_IS_*
 * @slots: all slots
 * @resolution: what ratios can be wrong by: a change by one in each of two fields; 0 if
 *		each slot was counted
 * @running: the share of the time in which slots were counted: less than 1 if others
 *	     count slots as well, and take turns
 * @part: slots times PERFCNT_TOPDOWN_SCALE; below 0 if a field has become less and few
 *	  slots have passed
 * @ratio: share of all slots, not made to fit: below 0 as @part
 */
struct perfcnt_topdown {
	uint32_t size;
	uint32_t level;
	uint32_t valid;
	uint32_t sum;
	uint32_t method;
	uint32_t flags;
	uint64_t slots;
	double resolution;
	double running;
	int64_t part[PERFCNT_TOPDOWN_PARTS];
	double ratio[PERFCNT_TOPDOWN_PARTS];
};

/**
 * perfcnt_topdown_decode() - take the register PERF_METRICS apart
 * @metrics: the register
 * @fields: gets the fields, of which PERFCNT_TOPDOWN_SCALE would be all slots
 */
void perfcnt_topdown_decode(uint64_t metrics,
			    uint8_t fields[PERFCNT_TOPDOWN_FIELDS]);

/**
 * perfcnt_topdown_delta() - where the slots between two readings went
 * @before: the first; zeros if both registers were set to 0 then
 * @after: the second, without such a reset between them
 * @level: 1, or 2 on a core that has the fields of level 2
 * @topdown: gets it; its size is set
 *
 * SLOTS may have passed 2^48 - 1 once.
 *
 * Return: 0 or -1: ENODATA if there were no slots, or if no field of the second
 * reading has any; EINVAL.
 */
int perfcnt_topdown_delta(const struct perfcnt_topdown_reading *before,
			  const struct perfcnt_topdown_reading *after,
			  unsigned int level, struct perfcnt_topdown *topdown);

/**
 * perfcnt_topdown_derive() - find what level 2 leaves of level 1, and all ratios
 * @topdown: has size, slots, valid and those parts; gets the rest
 *
 * For sums: of several CPUs or times, the parts and the slots are added, never the
 * ratios.  perfcnt_topdown_delta() has done it already.
 *
 * Return: 0 or -1: ENODATA if there are no slots; EINVAL.
 */
int perfcnt_topdown_derive(struct perfcnt_topdown *topdown);

/* For perfcnt_topdown_open(); without a mode both are counted. */
#define PERFCNT_TOPDOWN_USER	1	/* user mode */
#define PERFCNT_TOPDOWN_KERNEL	2	/* kernel mode */
#define PERFCNT_TOPDOWN_INHERIT	4	/* threads and processes that begin later, too */
#define PERFCNT_TOPDOWN_ON_EXEC	8	/* from the next execve() on */

/**
 * perfcnt_topdown_open() - let the kernel count where slots go
 * @pid: a thread, 0 for the calling one, or -1 for all
 * @cpu: a CPU, or -1 for all, which @pid then is not
 * @level: 2, or 1 for the parts of level 1 alone
 * @flags: PERFCNT_TOPDOWN_*
 *
 * With PERFCNT_TOPDOWN_INHERIT and PERFCNT_TOPDOWN_ON_EXEC, of the processes that a
 * thread begins only the first to call execve() is sure to be counted: Linux may hand
 * the thread's own events to it, swapped for copies (kernel/events/core.c,
 * perf_event_context_sched_out()).  Open a counter for each.
 *
 * Needs neither /dev/perfcnt nor one of its counters, but an Intel core from Ice Lake
 * on, and what perf_event_open() wants.  Of two kinds of cores the larger ones count.
 *
 * Return: the counter, or NULL: ENOTSUP if no PMU of this machine has such events;
 * EINVAL; otherwise as perf_event_open().
 */
struct perfcnt_topdown_counter *perfcnt_topdown_open(int pid, int cpu,
						     unsigned int level,
						     unsigned int flags);

/**
 * perfcnt_topdown_close() - stop, and free the counter
 * @counter: the counter, or NULL
 *
 * Keeps errno.
 */
void perfcnt_topdown_close(struct perfcnt_topdown_counter *counter);

/**
 * perfcnt_topdown_read() - where slots went since the beginning or the last reset
 * @counter: the counter
 * @topdown: gets it; its size is set, its level is 1 on a core that has no other
 *
 * The difference of two is that of their slots and of their parts, and
 * perfcnt_topdown_derive() finds its ratios.  It sets the core's registers to 0.
 *
 * Return: 0 or -1: ENODATA if nothing was counted; EBUSY between
 * perfcnt_topdown_begin() and perfcnt_topdown_end(); EIO if the kernel cannot count;
 * EINVAL.
 */
int perfcnt_topdown_read(struct perfcnt_topdown_counter *counter,
			 struct perfcnt_topdown *topdown);

/**
 * perfcnt_topdown_reset() - begin again
 * @counter: the counter
 *
 * Return: 0 or -1: EBUSY, EIO as perfcnt_topdown_read().
 */
int perfcnt_topdown_reset(struct perfcnt_topdown_counter *counter);

/**
 * perfcnt_topdown_registers() - read SLOTS and PERF_METRICS by rdpmc
 * @counter: of the calling thread, which alone may call this
 * @reading: gets both
 *
 * The first one maps a page of the kernel's; the others make no system call.
 *
 * Return: 0 or -1: ENOTSUP if this machine or its kernel has no rdpmc; EAGAIN if
 * nothing counts now, as another program has the registers; EPERM in another thread or
 * process than that which has opened; otherwise as mmap().
 */
int perfcnt_topdown_registers(struct perfcnt_topdown_counter *counter,
			      struct perfcnt_topdown_reading *reading);

/**
 * perfcnt_topdown_begin() - a section of the program begins
 * @counter: of the calling thread, which alone may call this; without
 *	     PERFCNT_TOPDOWN_INHERIT and PERFCNT_TOPDOWN_ON_EXEC
 * @begin: for perfcnt_topdown_end()
 *
 * Sets both registers to 0 unless another section has begun and not ended, as eight
 * bits are little late in a long time.  Sections may nest.
 *
 * Return: 0 or -1, as perfcnt_topdown_registers().
 */
int perfcnt_topdown_begin(struct perfcnt_topdown_counter *counter,
			  struct perfcnt_topdown_reading *begin);

/**
 * perfcnt_topdown_end() - a section ends: where its slots went
 * @counter: the counter
 * @begin: from perfcnt_topdown_begin()
 * @topdown: gets it; its size is set
 *
 * Return: 0 or -1: ERANGE if the section is too short after the last reset: its
 * resolution, which @topdown has, is more than a half; ENODATA if it had no slots;
 * EINVAL without a beginning; otherwise as perfcnt_topdown_registers().
 */
int perfcnt_topdown_end(struct perfcnt_topdown_counter *counter,
			const struct perfcnt_topdown_reading *begin,
			struct perfcnt_topdown *topdown);

#endif /* PERFCNT_TOPDOWN_H */
