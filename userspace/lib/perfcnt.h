/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libperfcnt: performance counters for a program that measures itself, or others.
 *
 * There is one object, struct perfcnt: some events, and whose events they are.
 *
 *	struct perfcnt *self = perfcnt_open_thread();
 *	uint64_t count;
 *
 *	if (!self || perfcnt_add(self, "instructions:u"))
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
 *		perfcnt_open_program	the calling thread, and all that it starts
 *		perfcnt_open_command	a command, with all that it starts
 *		perfcnt_open_process	a process, with all that it starts
 *		perfcnt_open		all CPUs
 *	add	perfcnt_add		an event, by its name
 *		perfcnt_multiplex	more events than counters
 *		perfcnt_sample		where an event happens
 *		perfcnt_threads		what each thread counts
 *	count	perfcnt_begin, perfcnt_end, perfcnt_spawn, perfcnt_read
 *		perfcnt_leave
 *	results	perfcnt_count, perfcnt_estimate, perfcnt_next_sample, perfcnt_next_thread
 *	close	perfcnt_close
 *
 * A call that returns an int returns 0, or -1 with errno set; a call that returns a
 * pointer returns NULL with errno set.  perfcnt_strerror() says in words what was wrong.
 * A struct with a size begins with it: the caller sets it to sizeof, and a library of
 * another release fills in as much as both know, and writes back how much that is.
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
/* Some functions have the names of structs, as stat() has. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

/* The version of this header; perfcnt_version() is that of the library. */
#define PERFCNT_VERSION_MAJOR	0
#define PERFCNT_VERSION_MINOR	2
#define PERFCNT_VERSION		"0.2.0"

struct perfcnt;

/**
 * perfcnt_version() - the version of the library that the program runs with
 *
 * Return: the version, like PERFCNT_VERSION.
 */
const char *perfcnt_version(void);

/**
 * perfcnt_open_thread() - count the calling thread
 *
 * Where the kernel's perf lets a thread read its own counters, it does so without a
 * system call; elsewhere the device reads.  perfcnt_way() says which.  The environment
 * variable PERFCNT_READ forces one: pages or device.
 *
 * Other threads can neither add nor begin nor read these events (EPERM), nor can a child
 * process.
 *
 * Return: the object, or NULL: ENOMEM; where the device is needed, as open(2): EPERM
 * without CAP_PERFMON, ENOENT without the module.
 */
struct perfcnt *perfcnt_open_thread(void);

/**
 * perfcnt_open_program() - count the calling thread, and all that it starts from then on
 *
 * Other threads can read these events, but not add or begin them (EPERM).
 *
 * Return: the object, or NULL: as perfcnt_open().
 */
struct perfcnt *perfcnt_open_program(void);

/**
 * perfcnt_open_command() - count a command that perfcnt_spawn() starts, with all that
 * it starts
 *
 * Return: the object, or NULL: as perfcnt_open().
 */
struct perfcnt *perfcnt_open_command(void);

/**
 * perfcnt_open_process() - count all threads of a process, and all that they start
 * @pid: the process
 *
 * Return: the object, or NULL: as perfcnt_open().
 */
struct perfcnt *perfcnt_open_process(pid_t pid);

/**
 * perfcnt_open() - count all CPUs
 *
 * exec closes the descriptor.  A child process shares it, and the claims.
 *
 * Return: the object, or NULL: ENOMEM, EPERM without CAP_PERFMON, ENOENT without the
 * module, or another error of open(2).
 */
struct perfcnt *perfcnt_open(void);

/**
 * perfcnt_close() - count no more, release all counters and free the object
 * @perfcnt: the object, or NULL
 *
 * In a child process it changes nothing of the parent's.  Keeps errno.
 */
void perfcnt_close(struct perfcnt *perfcnt);

/**
 * perfcnt_fd() - the file descriptor of the device
 * @perfcnt: the object
 *
 * poll(2) reports POLLIN on it when perfcnt_next_sample() or perfcnt_next_thread() has
 * something to return, or a counter with PERFCNT_CTL_IE has become half full.
 *
 * Return: the descriptor, which the object keeps; -1 while the device is not used.
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
const char *perfcnt_strerror(struct perfcnt *perfcnt);

/**
 * perfcnt_way() - how the events are read
 * @perfcnt: the object
 * @why: gets why the other way is not used, in words; or NULL
 *
 * Adding an event, or the first perfcnt_begin(), can change it.
 *
 * Return: pages or device.
 */
const char *perfcnt_way(const struct perfcnt *perfcnt, const char **why);

/**
 * perfcnt_add() - add an event
 * @perfcnt: the object
 * @name: name[:modes]
 *
 * Events are numbered from 0, in the order in which they were added.  The library
 * chooses the counters.
 *
 * Return: 0 or -1: EBUSY if no counters are left that can count it beside the others, or
 * the events are counted already; EINVAL, ENOENT, ERANGE, ENAMETOOLONG for a wrong name.
 */
int perfcnt_add(struct perfcnt *perfcnt, const char *name);

/**
 * perfcnt_multiplex() - let more events than counters take turns
 * @perfcnt: the object, without events
 * @slot_us: how long each is counted at a time, in microseconds; 0 for 10000
 *
 * Up to 120 events can be added then.  In each slot some of the events are counted; the
 * order of the slots is random.  perfcnt_count() is then an estimate, and
 * perfcnt_estimate() says how good it is.
 *
 * Return: 0 or -1: EBUSY if there are events; EINVAL for less than 500 or more than
 * 1000000 microseconds; or as perfcnt_open().
 */
int perfcnt_multiplex(struct perfcnt *perfcnt, unsigned int slot_us);

/**
 * perfcnt_sample() - take samples of where an event happens
 * @perfcnt: the object, before anything is counted
 * @event: the event's number
 * @period: a sample every so many events
 * @jitter: a period has up to so many events more or fewer, at random; less than @period
 *
 * Return: 0 or -1: ENODATA if there is no such event; EBUSY if events take turns; EINVAL
 * for a period of 0.
 */
int perfcnt_sample(struct perfcnt *perfcnt, unsigned int event, uint64_t period,
		   uint64_t jitter);

/**
 * perfcnt_threads() - say what each thread has counted, for perfcnt_next_thread()
 * @perfcnt: the object, before anything is counted
 *
 * Return: 0 or -1: EBUSY; or as perfcnt_open().
 */
int perfcnt_threads(struct perfcnt *perfcnt);

/**
 * perfcnt_begin() - begin a part of what is counted
 * @perfcnt: the object
 *
 * Returns nothing, so that the program has nothing to check inside of the part:
 * perfcnt_end() says if it failed.  The first call lets the events count, and counts
 * some empty parts.
 *
 * In C and C++ this is also a macro, whose loop is compiled into the caller.  The two
 * calls then stand there as they do around a part: one after the other, with @perfcnt in
 * a local variable.  Then an empty part counts 0 in user mode.
 */
void perfcnt_begin(struct perfcnt *perfcnt);

/**
 * perfcnt_begin_part() - begin a part, which may have to be an empty one
 * @perfcnt: the object
 *
 * For perfcnt_begin() alone.
 *
 * Return: 1 if perfcnt_end() is to follow at once, and then this again; 0 if not.
 */
int perfcnt_begin_part(struct perfcnt *perfcnt);

/**
 * perfcnt_end() - end a part
 * @perfcnt: the object
 *
 * Return: 0 or -1: EPROTO if no part was begun, or if a count is less than it was before;
 * EALREADY if it was begun twice; EIO if others have taken the counters; EPERM in another
 * thread than that which counts, or in a child process; EBUSY, EINVAL, EPERM, ESRCH,
 * EOPNOTSUPP if the events could not be counted at all.
 */
int perfcnt_end(struct perfcnt *perfcnt);

static inline __attribute__((always_inline)) void perfcnt_begin_here(struct perfcnt *perfcnt)
{
	while (perfcnt_begin_part(perfcnt))
		perfcnt_end(perfcnt);
}

#define perfcnt_begin(perfcnt) perfcnt_begin_here(perfcnt)

/**
 * perfcnt_spawn() - start the command that is to be counted
 * @perfcnt: what perfcnt_open_command() has opened, with events
 * @argv: the command and its arguments, as for execvp(3)
 *
 * It is counted from its exec on.  perfcnt_end() reads what it has counted so far; after
 * waitpid(2) that is all.
 *
 * Return: the process, for waitpid(2), or -1: as pipe(2), fork(2), execvp(3) and
 * perfcnt_end().
 */
pid_t perfcnt_spawn(struct perfcnt *perfcnt, char *const argv[]);

/**
 * perfcnt_leave() - count the threads no more; their counts can still be read
 * @perfcnt: the object, whose events the device counts for threads
 *
 * With perfcnt_threads() each thread that still runs has a record then.
 *
 * Return: 0 or -1: EINVAL if no thread is counted by the device; EPERM in a child process.
 */
int perfcnt_leave(struct perfcnt *perfcnt);

/**
 * perfcnt_read() - what the events have counted since the first perfcnt_begin()
 * @perfcnt: the object; if nothing was begun, counting begins
 * @counts: gets the counts of the first @number events
 * @number: how many
 *
 * What the reading itself counts is in them.  Once counting has begun a handler of signals
 * can call it, also between the begin and the end of a part.
 *
 * Return: 0 or -1: as perfcnt_end(); EIO also if tasks have left at execve(), as for
 * perfcnt_count(), and once more after a begin that went on after a loss: counts are
 * without what was lost from then on.
 */
int perfcnt_read(struct perfcnt *perfcnt, uint64_t counts[], unsigned int number);

/**
 * perfcnt_count() - what an event has counted in the part that has ended
 * @perfcnt: the object
 * @event: the event's number
 * @count: gets the count, without what the two readings themselves count; if events take
 *	   turns, an estimate
 *
 * Return: 0 or -1: ENODATA if no part has ended, there is no such event, or it had no
 * slot; EPROTO if its counter was behind, at the end, where it was at the beginning; EIO
 * if tasks have left at execve(): what they did from then on is missing.
 */
int perfcnt_count(const struct perfcnt *perfcnt, unsigned int event, uint64_t *count);

/* flags of struct perfcnt_estimate */
#define PERFCNT_ESTIMATE_SHARED		0x1u	/* what others do at the same time, too */
#define PERFCNT_ESTIMATE_MULTIPLEXED	0x2u	/* it took turns with other events */
#define PERFCNT_ESTIMATE_LEFT		0x4u	/* not what tasks did that left at execve() */

/**
 * struct perfcnt_estimate - a count, and how far it can be relied on
 * @size: of this struct
 * @flags: PERFCNT_ESTIMATE_*
 * @count: the count; if events take turns, scaled to all the time
 * @counted: what was counted in its slots
 * @enabled_ns: how long it was to be counted, the times of all CPUs added up; 0 if events
 *		take no turns
 * @running_ns: how long it was counted
 * @slots: the number of its slots
 * @rounds: how often all events had a slot
 * @error: the standard error of @count, in events: the true count is within it with a
 *	   probability of about two thirds; 0 if all was counted; -1 if it is not known,
 *	   as the event had fewer than two slots, or counted alike in all of them
 */
struct perfcnt_estimate {
	uint32_t size;
	uint32_t flags;
	uint64_t count;
	uint64_t counted;
	uint64_t enabled_ns;
	uint64_t running_ns;
	uint32_t slots;
	uint32_t rounds;
	double error;
};

/**
 * perfcnt_estimate() - a count, and how good it is
 * @perfcnt: the object
 * @event: the event's number
 * @estimate: gets them; its size is set
 *
 * What tasks have counted before they left at execve() is in it; the flag says so.
 *
 * Return: 0 or -1: as perfcnt_count(), but for EIO; EINVAL for a wrong size.
 */
int perfcnt_estimate(const struct perfcnt *perfcnt, unsigned int event,
		     struct perfcnt_estimate *estimate);

/**
 * perfcnt_next_sample() - the next sample
 * @perfcnt: the object
 * @timeout: how long to wait for one, in milliseconds; less than 0: as long as it takes
 *
 * Samples of a CPU are in the order of time, those of several are not.
 *
 * Return: a sample, which stays until the next call; record.size says how much of it
 * there is.  Or NULL: EAGAIN if there is none; EPROTO if a ring was damaged; EINTR;
 * EINVAL if nothing is sampled; EPERM in a child process.
 */
const struct perfcnt_ring_sample *perfcnt_next_sample(struct perfcnt *perfcnt, int timeout);

/**
 * perfcnt_sample_event() - which event a sample is of
 * @perfcnt: the object
 * @sample: one of its samples
 *
 * Return: the event's number, or -1: ENODATA if it is of none of them.
 */
int perfcnt_sample_event(const struct perfcnt *perfcnt,
			 const struct perfcnt_ring_sample *sample);

/**
 * struct perfcnt_losses - what has left no sample
 * @size: of this struct
 * @reserved: 0
 * @samples: samples for which there was no room, or that could not be taken
 * @periods: periods that were left out before the samples that have been read, because there
 *	     were too many samples, or because several periods ended at once; and before
 *	     those that were lost
 * @throttles: how often the kernel's perf has stopped an event because of too many
 *	       interrupts: what happened then was not counted
 */
struct perfcnt_losses {
	uint32_t size;
	uint32_t reserved;
	uint64_t samples;
	uint64_t periods;
	uint64_t throttles;
};

/**
 * perfcnt_losses() - how many samples were lost
 * @perfcnt: the object, when nothing of it runs any more, and all samples have been read
 * @losses: gets the numbers; its size is set
 *
 * Return: 0 or -1: EINVAL if nothing is sampled, or for a wrong size; EPERM in a child
 * process.
 */
int perfcnt_losses(struct perfcnt *perfcnt, struct perfcnt_losses *losses);

/* Of an event that had no slot while a thread ran. */
#define PERFCNT_NO_COUNT	UINT64_MAX

/**
 * struct perfcnt_thread_info - a thread that was counted
 * @size: of this struct
 * @flags: 0 if it has exited; PERFCNT_THREAD_LEFT; PERFCNT_THREAD_RUNS if it still ran
 *	   at perfcnt_leave()
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
 * @perfcnt: the object, with perfcnt_threads()
 * @thread: gets what is known of it; its size is set
 * @counts: gets the counts of the first @number events, PERFCNT_NO_COUNT if there is none
 * @number: how many
 *
 * Return: 0 or -1: EAGAIN if there is none now; EPROTO if one of its counts is none;
 * EINVAL; EPERM in a child process.
 */
int perfcnt_next_thread(struct perfcnt *perfcnt, struct perfcnt_thread_info *thread,
			uint64_t counts[], unsigned int number);

/**
 * perfcnt_describe() - what the machine has, and who uses its counters now
 * @perfcnt: what perfcnt_open() has opened
 * @describe: is filled in; its size is set
 *
 * Return: 0 or -1.
 */
int perfcnt_describe(struct perfcnt *perfcnt, struct perfcnt_describe *describe);

/**
 * perfcnt_list_event() - one of the events that have a name
 * @perfcnt: what perfcnt_open() has opened
 * @index: which, from 0
 * @row: is filled in; its size is set
 *
 * A name that means the same on even and on odd counters can occur twice.
 *
 * Return: 0 or -1: ENOENT after the last one.
 */
int perfcnt_list_event(struct perfcnt *perfcnt, unsigned int index,
		       struct perfcnt_event_row *row);

#include "perfcnt_topdown.h"
#include "perfcnt_regions.h"

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif /* PERFCNT_H */
