/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libperfcnt: performance counters for a program that measures itself, or others.
 *
 * There is one object, struct perfcnt: some events, and whose events they are.
 *
 *	struct perfcnt *self = perfcnt_open_thread();
 *	uint64_t count;
 *
 *	if (!self || perfcnt_add(self, "instructions:u") || perfcnt_start(self))
 *		errx(1, "%s", perfcnt_strerror(self));
 *	perfcnt_begin(self);
 *	work();
 *	if (perfcnt_end(self) || perfcnt_count(self, 0, &count))
 *		errx(1, "%s", perfcnt_strerror(self));
 *	printf("%" PRIu64 "\n", count);
 *
 * That counts what the thread does, on whichever CPU, and nothing else that runs.  An
 * empty part counts 0.
 *
 *	open	perfcnt_open_thread	the calling thread
 *		perfcnt_open_process	a process, or this one: all its threads, and what they start
 *		perfcnt_open_command	a command, with all that it starts
 *		perfcnt_open_cpus	everything that runs on all CPUs
 *	events	perfcnt_add, perfcnt_remove
 *		perfcnt_multiplex	more events than counters
 *		perfcnt_sample		where an event happens
 *		perfcnt_record_threads	what each thread counts
 *	count	perfcnt_start, perfcnt_stop, perfcnt_read, perfcnt_reset, perfcnt_spawn
 *	a part	perfcnt_begin, perfcnt_end, perfcnt_count, perfcnt_estimate
 *	records	perfcnt_next_sample, perfcnt_lost, perfcnt_next_thread
 *	close	perfcnt_close
 *
 * A call that returns an int returns 0, or -1 with errno set; a call that returns a
 * pointer returns NULL with errno set.  perfcnt_strerror() says in words what was wrong.
 * A struct with a size begins with it: the caller sets it to sizeof, and the library
 * writes back how much it has filled in.
 *
 * One thread at a time uses an object, but perfcnt_read() of events that are not
 * multiplexed; a handler of signals calls nothing but that.  In a child process each call is
 * refused (EPERM, before all other errors) but perfcnt_close(), which frees what is the
 * child's and changes nothing of the parent's, perfcnt_strerror() and perfcnt_reads_by();
 * perfcnt_fd() is -1 there.
 *
 * perfcnt(7) is the overview, and each call has a page in section 3.
 */
#ifndef PERFCNT_H
#define PERFCNT_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <linux/perfcnt.h>
#include <linux/perfcnt_samples.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; perfcnt_version() is that of the library. */
#define PERFCNT_VERSION_MAJOR	0
#define PERFCNT_VERSION_MINOR	2
#define PERFCNT_VERSION		"0.2.0"

struct perfcnt;

/* Open and close */

/**
 * perfcnt_open_thread() - count the calling thread
 *
 * Where the kernel's perf lets a thread read its own counters, it does so without a
 * system call; elsewhere the device reads, or perf.  perfcnt_reads_by() says which.  The
 * environment variable PERFCNT_READ forces one for a thread's object: pages, device or perf;
 * what needs the device is refused then (EINVAL).
 *
 * The thread that has opened the object counts: in others perfcnt_add(), perfcnt_start(),
 * perfcnt_stop(), perfcnt_read(), perfcnt_reset() and parts are refused (EPERM).
 *
 * Return: the object, or NULL: ENOMEM.
 */
struct perfcnt *perfcnt_open_thread(void);

/**
 * perfcnt_open_process() - count all threads of a process, and all that they start
 * @pid: the process, or 0 for this one
 *
 * Its children that run already are not counted.  The process stays the same one, also if
 * its number is used again.
 *
 * Return: the object, or NULL: ENOMEM; ESRCH without such a process; EPERM without
 * CAP_PERFMON; ENOENT without the module, which this needs.
 */
struct perfcnt *perfcnt_open_process(pid_t pid);

/**
 * perfcnt_open_command() - count a command that perfcnt_spawn() starts, with all that
 * it starts
 *
 * Without the module, or if the caller may not open /dev/perfcnt, perf counts the command, if
 * it lets the caller.  Programs that its children execute are missing then if they are
 * set-user-ID or set-group-ID, or if their user may not read them, and nothing tells; EIO
 * tells of the command itself.
 *
 * Return: the object, or NULL: ENOMEM.
 */
struct perfcnt *perfcnt_open_command(void);

/**
 * perfcnt_open_cpus() - count everything that runs, on all CPUs
 *
 * Return: the object, or NULL: ENOMEM; EPERM without CAP_PERFMON; ENOENT without the
 * module, which this needs.
 */
struct perfcnt *perfcnt_open_cpus(void);

/**
 * perfcnt_close() - count no more, release all counters and free the object
 * @perfcnt: the object, or NULL
 *
 * Keeps errno.
 */
void perfcnt_close(struct perfcnt *perfcnt);

/* How an object reads. */
enum perfcnt_way {
	PERFCNT_WAY_PAGES,	/* the thread itself, from perf's pages, without a system call */
	PERFCNT_WAY_DEVICE,	/* /dev/perfcnt: one system call for all events */
	PERFCNT_WAY_PERF	/* perf's events: one system call for each */
};

/**
 * perfcnt_reads_by() - how the events are read
 * @perfcnt: the object
 * @why: gets why not in a faster way, in words that stay until the next call; or NULL
 *
 * perfcnt_add(), perfcnt_multiplex() and perfcnt_sample() can change it, perfcnt_start() does
 * not.
 */
enum perfcnt_way perfcnt_reads_by(const struct perfcnt *perfcnt, const char **why);

/**
 * perfcnt_fd() - the file descriptor of the device
 * @perfcnt: the object
 *
 * poll(2) reports POLLIN on it when perfcnt_next_sample() or perfcnt_next_thread() has
 * something to return.
 *
 * Return: the descriptor, which the object keeps, or -1 while the device is not used.
 */
int perfcnt_fd(const struct perfcnt *perfcnt);

/**
 * perfcnt_strerror() - why the last call of this thread failed
 * @perfcnt: the object, or NULL if there is none
 *
 * Call it before errno changes; it uses errno and keeps it.
 *
 * Return: a message of the kernel or of the library if there is one for this errno,
 * otherwise that of strerror(3).  It is valid until the thread's next call.
 */
const char *perfcnt_strerror(const struct perfcnt *perfcnt);

/**
 * perfcnt_version() - the version of the library that the program runs with
 *
 * Return: the version, like PERFCNT_VERSION.
 */
const char *perfcnt_version(void);

/* Events; none of these calls while the object counts (EBUSY); each drops all counts */

/**
 * perfcnt_add() - add an event
 * @perfcnt: the object
 * @name: name[:modes]; for all CPUs also with @tcN or @vpeN, or a control word (0x28) of even
 *	  counters, or of odd ones if only these have such an event
 *
 * Modes are u (user), k (kernel), s (supervisor) and e (exception handling).  Without modes an
 * event counts in user mode alone; :uk is everything, on a 34K :uske.
 *
 * Events are numbered from 0, in the order in which they were added.  The library
 * chooses the counters, and tries the event: what this machine cannot count beside the
 * others is not added.
 *
 * Return: 0 or -1: ENOENT for a name that is not known, or that this machine cannot
 * count; EBUSY if no counter is left for it, with who holds them; EINVAL for wrong modes
 * or a filter; ENAMETOOLONG; ESRCH if the process has gone; where the device is needed as
 * perfcnt_open_cpus().
 */
int perfcnt_add(struct perfcnt *perfcnt, const char *name);

/**
 * perfcnt_remove() - take an event out again
 * @perfcnt: the object
 * @event: the event's number; those behind it move up by one
 *
 * Return: 0 or -1: ENODATA if there is no such event; as perf_event_open(2), if the others of
 * a thread have to be opened again.
 */
int perfcnt_remove(struct perfcnt *perfcnt, unsigned int event);

/**
 * perfcnt_multiplex() - let more events than counters take turns
 * @perfcnt: the object, without events
 * @slice_us: how long each is counted at a time, in microseconds; 0 for 10000
 *
 * Up to 120 events can be added then.  In each slice some of the events are counted; the
 * order of the slices is random.  perfcnt_count() is then an estimate, and
 * perfcnt_estimate() says how good it is.  Of several calls the last one holds.  In kernel mode
 * the change from slice to slice is counted, too: use long slices for it, or user mode.
 *
 * Return: 0 or -1: EBUSY if there are events; EINVAL for less than 500 or more than
 * 1000000 microseconds; as perfcnt_open_cpus().
 */
int perfcnt_multiplex(struct perfcnt *perfcnt, unsigned int slice_us);

/**
 * perfcnt_sample() - take samples of where an event happens
 * @perfcnt: the object
 * @event: the event's number
 * @sampling: its size, period, jitter, flags and share; all else is 0
 *
 * It replaces an earlier one of the event.
 *
 * Return: 0 or -1: ENODATA if there is no such event; EBUSY if events are multiplexed, or the
 * device has not as many counters as are read by pages; ENOTSUP if this machine takes no
 * samples of it; EINVAL for a wrong period; as perfcnt_open_cpus().
 */
int perfcnt_sample(struct perfcnt *perfcnt, unsigned int event,
		   const struct perfcnt_sampling *sampling);

/**
 * perfcnt_record_threads() - say what each thread has counted, for perfcnt_next_thread()
 * @perfcnt: the object, of a process or a command
 *
 * A second call changes nothing.
 *
 * Return: 0 or -1: EINVAL for another object; as perfcnt_open_cpus().
 */
int perfcnt_record_threads(struct perfcnt *perfcnt);

/* Counting */

/**
 * perfcnt_start() - count from 0
 * @perfcnt: the object, with events
 *
 * In C and C++ this is also a macro, which counts some empty parts in the caller: an
 * empty part counts 0 in user mode then.  What the compiler puts between the two calls, such as
 * the end of a function whose last call is perfcnt_end(), is the part's.
 *
 * Return: 0 or -1: EINVAL without events, or for a command, which perfcnt_spawn() starts;
 * EALREADY if it counts; EPERM in another thread than the one that has opened a thread's
 * object; EBUSY if others have taken the counters; ESRCH if the process has gone.
 */
int perfcnt_start(struct perfcnt *perfcnt);

/**
 * perfcnt_calibrate() - does the object want one more empty part?
 * @perfcnt: the object, which counts
 *
 * For the macro perfcnt_start().
 *
 * Return: 1, or 0, which it is wherever no empty part can help.
 */
int perfcnt_calibrate(struct perfcnt *perfcnt);

/**
 * perfcnt_spawn() - start the command that is to be counted, and count from its exec on
 * @perfcnt: what perfcnt_open_command() has opened, with events
 * @argv: the command and its arguments, as for execvp(3)
 *
 * After perfcnt_stop() it starts and counts another command.
 *
 * Return: the process, for waitpid(2), or -1, and there is none, and nothing counts: EINVAL
 * for another object; as pipe(2), fork(2), execvp(3) and perfcnt_start().
 */
pid_t perfcnt_spawn(struct perfcnt *perfcnt, char *const argv[]);

/**
 * perfcnt_stop() - count no more; the counts stay, for perfcnt_read()
 * @perfcnt: the object, which counts
 *
 * With perfcnt_record_threads() each thread that still runs has a record then.  A part that
 * is open is dropped.  What a command or a process still does is not counted.
 *
 * Return: 0 or -1: EINVAL if it does not count; EPERM in another thread than that of a
 * thread's object; EIO as perfcnt_read(): it has stopped all the same.
 */
int perfcnt_stop(struct perfcnt *perfcnt);

/**
 * perfcnt_read() - what the events have counted since perfcnt_start() or perfcnt_reset()
 * @perfcnt: the object, which counts or has counted
 * @counts: gets the counts of the first @number events; estimates if these are multiplexed
 * @number: how many
 *
 * What the reading itself counts is in them.  A handler of signals can call it, also
 * between the begin and the end of a part, which it does not change.
 *
 * Return: 0 or -1: EINVAL if nothing was started; ENODATA if @number is more than the
 * events, or one of them had no slice; EPERM in another thread than that of a thread's
 * object; EIO if others have taken counters, or tasks have left at execve(): the counts are at
 * least those, which are not set if others have taken counters of events that are multiplexed,
 * and it stays EIO until perfcnt_reset() or perfcnt_start(), if tasks have left until
 * perfcnt_start() or perfcnt_spawn(); EPROTO if a count is less than it was before.
 */
int perfcnt_read(struct perfcnt *perfcnt, uint64_t counts[], unsigned int number);

/**
 * perfcnt_reset() - count from 0 on
 * @perfcnt: the object, which counts
 *
 * The part before is dropped.
 *
 * Return: 0 or -1: as perfcnt_start(), but for EALREADY; EINVAL if it does not count, or
 * inside of a part; ESRCH if the process or the command has gone.
 */
int perfcnt_reset(struct perfcnt *perfcnt);

/* A part of what is counted */

/**
 * perfcnt_begin() - a part begins
 * @perfcnt: the object, which counts
 *
 * Returns nothing, so that the program has nothing to check inside of the part:
 * perfcnt_end() says what was wrong.  The part before is dropped.  Keeps errno.
 */
void perfcnt_begin(struct perfcnt *perfcnt);

/**
 * perfcnt_end() - the part ends
 * @perfcnt: the object
 *
 * Whatever it returns, the part is over; after -1 there is none to ask for.
 *
 * Return: 0 or -1: EPROTO if no part was begun, or if a count is less than it was before;
 * EALREADY if it was begun twice; EINVAL if the object does not count, or did not when it
 * was begun; EIO if others have taken counters, which it stays as perfcnt_read(); EPERM if it
 * was begun or is ended in another thread than that of a thread's object.
 */
int perfcnt_end(struct perfcnt *perfcnt);

/**
 * perfcnt_count() - what an event has counted in the part that has ended
 * @perfcnt: the object
 * @event: the event's number
 * @count: gets the count; an estimate if events are multiplexed
 *
 * What the two readings themselves count is not in it, if they are the calling thread's, or
 * this process's, which had one thread at perfcnt_start().
 *
 * Return: 0 or -1: ENODATA if no part has ended, there is no such event, or it had no
 * slice; EIO if tasks have left at execve(): what they did from then on is missing.
 */
int perfcnt_count(const struct perfcnt *perfcnt, unsigned int event, uint64_t *count);

/* flags of struct perfcnt_estimated */
#define PERFCNT_ESTIMATED_SHARED	0x1u	/* what others do at the same time, too */
#define PERFCNT_ESTIMATED_MULTIPLEXED	0x2u	/* it was multiplexed with other events */
#define PERFCNT_ESTIMATED_LEFT		0x4u	/* not what tasks did that left at execve() */

/**
 * struct perfcnt_estimated - a count, and how far it can be relied on
 * @size: of this struct
 * @flags: PERFCNT_ESTIMATED_*
 * @count: the count; if events are multiplexed, scaled to all the time
 * @counted: what was counted in its slices
 * @enabled_ns: how long it was to be counted, the times of all CPUs added up; 0 if events
 *		are not multiplexed
 * @running_ns: how long it was counted
 * @slices: how many of its slices began in the part; at least 1 if it was counted
 * @rounds: how often all events had a slice
 * @error: the standard error of @count, in events: the true count is within it with a
 *	   probability of about two thirds; 0 only if all was counted; -1 if it is not
 *	   known, as the event had fewer than two slices, or counted alike in all of them,
 *	   or tasks have left
 */
struct perfcnt_estimated {
	uint32_t size;
	uint32_t flags;
	uint64_t count;
	uint64_t counted;
	uint64_t enabled_ns;
	uint64_t running_ns;
	uint32_t slices;
	uint32_t rounds;
	double error;
};

/**
 * perfcnt_estimate() - a count of the part that has ended, and how good it is
 * @perfcnt: the object
 * @event: the event's number
 * @estimated: gets them; its size is set
 *
 * What tasks have counted before they left at execve() is in it; the flag says so.
 *
 * Return: 0 or -1: as perfcnt_count(), but for EIO; EINVAL for a wrong size.
 */
int perfcnt_estimate(const struct perfcnt *perfcnt, unsigned int event,
		     struct perfcnt_estimated *estimated);

/* Records */

/**
 * perfcnt_next_sample() - the next sample
 * @perfcnt: the object
 * @timeout: how long to wait for one, in milliseconds; less than 0: as long as it takes
 * @event: gets the number of its event; or NULL
 *
 * Samples of a CPU are in the order of time, those of several are not.  A sample stands for
 * period * (1 + left_out) events.
 *
 * Return: a sample, which stays until the next call; record.size says how much of it
 * there is.  Or NULL: EAGAIN if there is none yet; ENODATA if there will be none any more:
 * the object does not count, or nothing of it runs; EIO if others have taken counters; EPROTO
 * if a ring was damaged; EINTR; EINVAL if nothing is sampled.
 */
const struct perfcnt_ring_sample *perfcnt_next_sample(struct perfcnt *perfcnt, int timeout,
						      unsigned int *event);

/**
 * struct perfcnt_losses - what has left no sample
 * @size: of this struct
 * @reserved: 0
 * @samples: samples for which there was no space, or that could not be taken
 * @periods: periods that were left out, and are in no sample's left_out
 * @throttles: how often the kernel's perf has stopped an event because of too many
 *	       interrupts: what happened then was not counted
 * @throttled_ns: how long that was, as far as it is known
 */
struct perfcnt_losses {
	uint32_t size;
	uint32_t reserved;
	uint64_t samples;
	uint64_t periods;
	uint64_t throttles;
	uint64_t throttled_ns;
};

/**
 * perfcnt_lost() - what the samples that were read so far do not stand for
 * @perfcnt: the object
 * @losses: gets the numbers, all 0 before perfcnt_start(); its size is set
 *
 * Return: 0 or -1: EINVAL if nothing is sampled, or for a wrong size.
 */
int perfcnt_lost(struct perfcnt *perfcnt, struct perfcnt_losses *losses);

/* Of an event that had no slice while a thread ran. */
#define PERFCNT_NO_COUNT	UINT64_MAX

/**
 * struct perfcnt_thread_info - a thread that was counted
 * @size: of this struct
 * @flags: 0 if it has exited; PERFCNT_THREAD_LEFT; PERFCNT_THREAD_RUNS if it still ran
 *	   at perfcnt_stop()
 * @pid: its process
 * @tid: its number, as gettid(2)
 * @lost: how many records were lost before this one was read
 * @reserved: 0
 * @begun: when it was counted first; CLOCK_MONOTONIC, in nanoseconds
 * @ended: when it ran last
 * @ran: how long it ran meanwhile, in nanoseconds
 * @name: the name that it had in the end
 */
struct perfcnt_thread_info {
	uint32_t size;
	uint32_t flags;
	int32_t pid;
	int32_t tid;
	uint32_t lost;
	uint32_t reserved;
	uint64_t begun;
	uint64_t ended;
	uint64_t ran;
	char name[PERFCNT_THREAD_COMM_SIZE];
};

/**
 * perfcnt_next_thread() - the next thread that has exited, or is counted no more
 * @perfcnt: the object, with perfcnt_record_threads()
 * @thread: gets what is known of it; its size is set
 * @counts: gets the counts of the first @number events, PERFCNT_NO_COUNT if there is none
 * @number: how many
 *
 * Return: 0 or -1: EAGAIN if there is none yet; ENODATA if there will be none any more: the
 * object does not count, or nothing of it runs; or if @number is more than the events; EIO if
 * others have taken counters; EPROTO if one of its counts is none; EINVAL without
 * perfcnt_record_threads(), or for a wrong size.
 */
int perfcnt_next_thread(struct perfcnt *perfcnt, struct perfcnt_thread_info *thread,
			uint64_t counts[], unsigned int number);

/* What there is to count */

/**
 * perfcnt_describe_machine() - what the machine has
 * @perfcnt: the object
 * @describe: gets it; its size is set
 *
 * Return: 0 or -1: as open(2) of /dev/perfcnt and PERFCNT_IOC_DESCRIBE of perfcnt(4).
 */
int perfcnt_describe_machine(struct perfcnt *perfcnt, struct perfcnt_describe *describe);

/**
 * perfcnt_list_event() - a row of the table of events
 * @perfcnt: the object
 * @index: from 0 on
 * @row: gets it; its size is set
 *
 * Return: 0 or -1: ENODATA behind the last row; as perfcnt_describe_machine().
 */
int perfcnt_list_event(struct perfcnt *perfcnt, unsigned int index,
		       struct perfcnt_event_row *row);

static inline __attribute__((always_inline)) int perfcnt_start_here(struct perfcnt *perfcnt)
{
	if (perfcnt_start(perfcnt))
		return -1;
	while (perfcnt_calibrate(perfcnt)) {
		perfcnt_begin(perfcnt);
		perfcnt_end(perfcnt);
	}
	return 0;
}

#define perfcnt_start(perfcnt) perfcnt_start_here(perfcnt)

#include "perfcnt_topdown.h"
#include "perfcnt_regions.h"

#ifdef __cplusplus
}
#endif

#endif /* PERFCNT_H */
