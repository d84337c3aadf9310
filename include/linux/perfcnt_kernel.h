/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Regions of a kernel module, counted by the module perfcnt_regions: each region that ends
 * leaves a record in a ring of its CPU, with what was counted since it began.  pc_regions(1)
 * shows the records in /proc/perf_regions.
 *
 * A module that shall not depend on perfcnt_regions uses a hook: its calls are a test of a
 * pointer while nobody counts.
 */
#ifndef _LINUX_PERFCNT_KERNEL_H
#define _LINUX_PERFCNT_KERNEL_H

#include <linux/compiler.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

/* The most events of a session. */
#define PERFCNT_SESSION_EVENTS	8

struct perfcnt_session;

/**
 * struct perfcnt_module_place - a region of the module
 * @name: what it is called
 * @function: where it is
 * @file: where it is
 * @line: where it ends
 */
struct perfcnt_module_place {
	const char *name;
	const char *function;
	const char *file;
	unsigned int line;
};

/* A place in this function: for an array of them. */
#define PERFCNT_REGION_PLACE(name_, function_)				\
	{ .name = (name_), .function = (function_), .file = __FILE__, .line = __LINE__ }

/**
 * struct perfcnt_session_wanted - what a session shall be
 * @name: of its file in /proc/perf_regions: letters, digits, '_' and '-', at most 31
 * @events: their names, as in /proc/perf: "instructions:k"; each takes a counter, the
 *	    lowest that can count it and is free
 * @event_count: how many, 1 to PERFCNT_SESSION_EVENTS
 * @places: the regions
 * @place_count: how many, at least 1
 * @records: of each CPU's ring, at least 4; rounded up to a power of two.  When it is
 *	     full, the first half keeps the first records, and the second half the newest
 */
struct perfcnt_session_wanted {
	const char *name;
	const char *const *events;
	unsigned int event_count;
	const struct perfcnt_module_place *places;
	unsigned int place_count;
	unsigned int records;
};

/**
 * struct perfcnt_region_reading - an instant on a CPU
 * @time: CLOCK_MONOTONIC, in nanoseconds
 * @cpu: which CPU
 * @session: the number of the session
 * @right: the counts are
 * @count: what the session's counters have counted there, by their numbers; where CPUs
 *	   share counters, what these have counted in all
 */
struct perfcnt_region_reading {
	u64 time;
	u32 cpu;
	u32 session;
	bool right;
	u64 count[PERFCNT_SESSION_EVENTS];
};

struct perfcnt_session *
perfcnt_session_get(const struct perfcnt_session_wanted *wanted);
void perfcnt_session_put(struct perfcnt_session *session);
bool perfcnt_session_begin(const struct perfcnt_session *session,
			   struct perfcnt_region_reading *begin);
bool perfcnt_session_end(struct perfcnt_session *session, unsigned int place,
			 const struct perfcnt_region_reading *begin, u64 user0, u64 user1);

/**
 * struct perfcnt_session_ops - the calls of sessions
 * @get: perfcnt_session_get()
 * @put: perfcnt_session_put()
 * @begin: perfcnt_session_begin()
 * @end: perfcnt_session_end()
 */
struct perfcnt_session_ops {
	struct perfcnt_session *(*get)(const struct perfcnt_session_wanted *wanted);
	void (*put)(struct perfcnt_session *session);
	bool (*begin)(const struct perfcnt_session *session,
		      struct perfcnt_region_reading *begin);
	bool (*end)(struct perfcnt_session *session, unsigned int place,
		    const struct perfcnt_region_reading *begin, u64 user0, u64 user1);
};

extern const struct perfcnt_session_ops perfcnt_session_ops;

/* How a session begins, whatever else it has. */
struct perfcnt_session_head {
	const struct perfcnt_session_ops *ops;
};

/**
 * struct perfcnt_hook - calls of perfcnt_regions, if it is there
 * @session: the session, or NULL: nobody counts
 *
 * All zeros at first.
 */
struct perfcnt_hook {
	struct perfcnt_session __rcu *session;
};

/* The calls, by way of the session: who sees the one sees the other. */
static inline const struct perfcnt_session_ops *
perfcnt_hook_ops(const struct perfcnt_session *session)
{
	return READ_ONCE(((const struct perfcnt_session_head *)session)->ops);
}

/* Is it on? */
static inline bool perfcnt_hook_is_on(const struct perfcnt_hook *hook)
{
	return unlikely(rcu_access_pointer(hook->session));
}

/**
 * perfcnt_hook_on - count from now on
 * @hook: a hook that is off; only one task at a time turns it on or off
 * @wanted: what its session shall be
 *
 * perfcnt_regions cannot be unloaded while the hook is on.
 *
 * Context: Process context, may sleep.
 * Return: 0; -ENXIO if perfcnt_regions is not loaded; or as perfcnt_session_get().
 */
static inline int perfcnt_hook_on(struct perfcnt_hook *hook,
				  const struct perfcnt_session_wanted *wanted)
{
	const struct perfcnt_session_ops *ops = symbol_get(perfcnt_session_ops);
	struct perfcnt_session *session;

	if (!ops)
		return -ENXIO;
	session = ops->get(wanted);
	if (IS_ERR(session)) {
		symbol_put(perfcnt_session_ops);
		return PTR_ERR(session);
	}
	rcu_assign_pointer(hook->session, session);
	return 0;
}

/**
 * perfcnt_hook_off - count no more
 * @hook: a hook, on or off; only one task at a time turns it on or off
 *
 * Context: Process context, may sleep.
 */
static inline void perfcnt_hook_off(struct perfcnt_hook *hook)
{
	struct perfcnt_session *session = rcu_dereference_protected(hook->session, true);

	if (!session)
		return;
	RCU_INIT_POINTER(hook->session, NULL);
	synchronize_rcu();
	perfcnt_hook_ops(session)->put(session);
	symbol_put(perfcnt_session_ops);
}

/**
 * perfcnt_hook_begin - perfcnt_session_begin(), if the hook is on
 * @hook: the hook
 * @begin: gets what is read
 *
 * Context: As perfcnt_session_begin().
 * Return: whether the hook is on: otherwise there is nothing in @begin.
 */
static inline bool perfcnt_hook_begin(struct perfcnt_hook *hook,
				      struct perfcnt_region_reading *begin)
{
	struct perfcnt_session *session;

	if (!perfcnt_hook_is_on(hook))
		return false;
	rcu_read_lock();
	session = rcu_dereference(hook->session);
	if (session)
		perfcnt_hook_ops(session)->begin(session, begin);
	rcu_read_unlock();
	return session;
}

/**
 * perfcnt_hook_end - perfcnt_session_end(), if the hook is on
 * @hook: the hook
 * @place: the region that ends
 * @begin: what perfcnt_hook_begin() has filled in where it began
 * @user0: goes into the record
 * @user1: goes into the record
 *
 * Context: As perfcnt_session_end().
 */
static inline void perfcnt_hook_end(struct perfcnt_hook *hook, unsigned int place,
				    const struct perfcnt_region_reading *begin, u64 user0,
				    u64 user1)
{
	struct perfcnt_session *session;

	if (!perfcnt_hook_is_on(hook))
		return;
	rcu_read_lock();
	session = rcu_dereference(hook->session);
	if (session)
		perfcnt_hook_ops(session)->end(session, place, begin, user0, user1);
	rcu_read_unlock();
}

#endif /* _LINUX_PERFCNT_KERNEL_H */
