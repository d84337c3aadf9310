// SPDX-License-Identifier: GPL-2.0
/*
 * Sessions: other kernel modules have counters, and record what their regions count.
 * include/linux/perfcnt_kernel.h describes them.
 *
 * /proc/perf_regions has a file for each, in the format of a program's profile.
 */
#include <linux/capability.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/proc_fs.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "../../include/linux/perfcnt_kernel.h"
#include "../encoding/reason.h"
#include "../encoding/regions.h"
#include "../interface/module_owner.h"
#include "recorder.h"
#include "session.h"

/* The longest name of a session, with its end. */
#define NAME_SIZE 32

/* So often an empty region is counted, to see what marks cost. */
#define EMPTY_REGIONS 8

/**
 * struct perfcnt_session - counters and records of a kernel module
 * @head: its calls; hooks look for them at the beginning
 * @list: of all sessions
 * @number: no other session has had it
 * @owner: its counters
 * @places: how many regions the module has
 * @name: of its file
 * @recorder: its records
 */
struct perfcnt_session {
	struct perfcnt_session_head head;
	struct list_head list;
	u32 number;
	struct perfcnt_owner *owner;
	unsigned int places;
	char name[NAME_SIZE];
	struct perfcnt_recorder recorder;
};

static_assert(!offsetof(struct perfcnt_session, head));

static DEFINE_MUTEX(sessions_lock); /* guards the list; taken before all others */
static LIST_HEAD(sessions);
static u32 last_number;
static struct proc_dir_entry *directory;

/* As /proc/perf: the records say what the kernel does for others. */
static int records_open(struct inode *inode, struct file *file)
{
	int err;

	if (!perfmon_capable())
		return -EPERM;
	err = security_locked_down(LOCKDOWN_PERF);
	if (err)
		return err;
	file->private_data = pde_data(inode);
	return 0;
}

static ssize_t records_read(struct file *file, char __user *buf, size_t count,
			    loff_t *ppos)
{
	const struct perfcnt_session *session = file->private_data;

	return simple_read_from_buffer(buf, count, ppos, session->recorder.file,
				       session->recorder.size);
}

static const struct proc_ops records_ops = {
	.proc_open = records_open,
	.proc_read = records_read,
	.proc_lseek = default_llseek,
};

static bool session_good_name(const char *name)
{
	size_t length = strlen(name), i;

	for (i = 0; i < length; i++)
		if (!isalnum(name[i]) && name[i] != '_' && name[i] != '-')
			return false;
	return length && length < NAME_SIZE;
}

/* What the words below say. */
static_assert(PERFCNT_SESSION_EVENTS == 8 && PERFCNT_REGIONS_PLACES == 1024 &&
	      PERFCNT_REGIONS_RECORDS_LEAST == 4 &&
	      PERFCNT_REGIONS_RECORDS_MOST == 4194304);

/* What is wrong with what is wanted, or NULL. */
static const char *session_what_is_wrong(const struct perfcnt_session_wanted *wanted)
{
	if (!session_good_name(wanted->name))
		return "a name has 1 to 31 letters, digits, '_' and '-'";
	if (!wanted->event_count || wanted->event_count > PERFCNT_SESSION_EVENTS)
		return "it needs 1 to 8 events";
	if (!wanted->place_count || wanted->place_count >= PERFCNT_REGIONS_PLACES)
		return "it needs 1 to 1023 places";
	if (wanted->records < PERFCNT_REGIONS_RECORDS_LEAST ||
	    wanted->records > PERFCNT_REGIONS_RECORDS_MOST)
		return "it needs 4 to 4194304 records";
	return NULL;
}

/**
 * struct calibration - a measurement on a CPU
 * @session: whose empty regions are counted
 * @done: that CPU has counted them
 */
struct calibration {
	struct perfcnt_session *session;
	struct completion done;
};

static void session_calibrate_here(void *data)
{
	struct calibration *calibration = data;
	struct perfcnt_session *session = calibration->session;
	struct perfcnt_region_reading begin;
	unsigned int i;

	for (i = 0; i < EMPTY_REGIONS; i++) {
		perfcnt_session_begin(session, &begin);
		perfcnt_session_end(session, 0, &begin, 0, 0);
		perfcnt_recorder_empty(&session->recorder);
	}
	complete(&calibration->done);
}

/*
 * What an empty region counts, so that it can be left out; on each CPU, for an event need
 * not be counted on all of them, nor cost the same.  Who waits sleeps: a 34K's VPEs would
 * count the waiting.
 */
static void session_calibrate(struct perfcnt_session *session)
{
	struct calibration calibration = { .session = session };
	unsigned int cpu;

	init_completion(&calibration.done);
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		reinit_completion(&calibration.done);
		if (!smp_call_function_single(cpu, session_calibrate_here, &calibration, false))
			wait_for_completion(&calibration.done);
	}
	cpus_read_unlock();
}

/* Counts no more; nobody has it any more. */
static void session_stop(struct perfcnt_session *session)
{
	if (session->owner)
		perfcnt_module_owner_close(session->owner);
	perfcnt_recorder_free(&session->recorder);
	kfree(session);
}

/* A file for it, if no other session has its name. */
static int session_show(struct perfcnt_session *session, struct perfcnt_reason *reason)
{
	const struct perfcnt_session *other;
	struct proc_dir_entry *file;
	int err = 0;

	mutex_lock(&sessions_lock);
	list_for_each_entry(other, &sessions, list)
		if (!strcmp(other->name, session->name))
			err = -EEXIST;
	if (err) {
		strscpy(reason->words, "there is another session of that name",
			sizeof(reason->words));
		goto unlock;
	}
	file = proc_create_data(session->name, 0400, directory, &records_ops, session);
	if (!file) {
		err = -ENOMEM;
		goto unlock;
	}
	proc_set_size(file, session->recorder.size);
	list_add(&session->list, &sessions);
unlock:
	mutex_unlock(&sessions_lock);
	return err;
}

static int session_count(struct perfcnt_session *session,
			 const struct perfcnt_session_wanted *wanted,
			 struct perfcnt_reason *reason)
{
	struct perfcnt_module_owner_count counts[PERFCNT_SESSION_EVENTS];
	struct perfcnt_owner *owner;
	unsigned int entry;

	owner = perfcnt_module_owner_open(wanted->events, wanted->event_count, counts, reason);
	if (IS_ERR(owner))
		return PTR_ERR(owner);
	session->owner = owner;
	for (entry = 0; entry < wanted->event_count; entry++)
		perfcnt_recorder_name(&session->recorder, entry, counts[entry].event,
				      counts[entry].shared);
	return 0;
}

static int session_start(struct perfcnt_session *session,
			 const struct perfcnt_session_wanted *wanted,
			 struct perfcnt_reason *reason)
{
	int err = perfcnt_recorder_make(&session->recorder, wanted) ?:
		  session_count(session, wanted, reason);

	if (err)
		return err;
	mutex_lock(&sessions_lock);
	session->number = ++last_number ?: ++last_number;
	mutex_unlock(&sessions_lock);
	session_calibrate(session);
	return session_show(session, reason);
}

/**
 * perfcnt_session_get - claim counters, and count with them
 * @wanted: what the session shall be; what it points to is copied
 *
 * The session's file is /proc/perf_regions/NAME until perfcnt_session_put().  Why not, if
 * not, is in the kernel's log.
 *
 * Context: Process context, may sleep.
 * Return: the session, or an ERR_PTR: -EINVAL if a number or a name is not possible;
 * -EEXIST if there is a session of that name; -EBUSY if no counter is free; -ENOENT for
 * an event that the machine does not have; -ENODEV if perfcnt has no driver; -EPERM if the
 * kernel is locked down; -ENOMEM.
 */
struct perfcnt_session *
perfcnt_session_get(const struct perfcnt_session_wanted *wanted)
{
	const char *wrong = session_what_is_wrong(wanted);
	struct perfcnt_reason reason = { "out of memory" };
	struct perfcnt_session *session;
	int err;

	if (wrong) {
		pr_err("perfcnt: session %.31s: %s\n", wanted->name, wrong);
		return ERR_PTR(-EINVAL);
	}
	err = security_locked_down(LOCKDOWN_PERF);
	if (err)
		return ERR_PTR(err);
	session = kzalloc(sizeof(*session), GFP_KERNEL);
	if (!session)
		return ERR_PTR(-ENOMEM);
	session->head.ops = &perfcnt_session_ops;
	session->places = wanted->place_count;
	strscpy(session->name, wanted->name, sizeof(session->name));
	err = session_start(session, wanted, &reason);
	if (!err)
		return session;
	pr_err("perfcnt: session %s: %s\n", session->name, reason.words);
	session_stop(session);
	return ERR_PTR(err);
}
EXPORT_SYMBOL_GPL(perfcnt_session_get);

/**
 * perfcnt_session_put - release the counters; the session's file is gone
 * @session: nobody uses it any more
 *
 * Context: Process context, may sleep.
 */
void perfcnt_session_put(struct perfcnt_session *session)
{
	mutex_lock(&sessions_lock);
	list_del(&session->list);
	remove_proc_entry(session->name, directory); /* waits for who reads it */
	mutex_unlock(&sessions_lock);
	session_stop(session);
}
EXPORT_SYMBOL_GPL(perfcnt_session_put);

/**
 * perfcnt_session_begin - a region begins: read what was counted on this CPU so far
 * @session: the session
 * @begin: gets it
 *
 * Context: Any but an NMI.
 * Return: false if the hardware was taken away: the record of the region will say so.
 */
bool notrace perfcnt_session_begin(const struct perfcnt_session *session,
				   struct perfcnt_region_reading *begin)
{
	unsigned long flags;

	local_irq_save(flags);
	begin->session = session->number;
	begin->cpu = smp_processor_id();
	begin->time = ktime_get_mono_fast_ns();
	begin->right = perfcnt_module_owner_read(session->owner, begin->count);
	local_irq_restore(flags);
	return begin->right;
}
EXPORT_SYMBOL_GPL(perfcnt_session_begin);

/**
 * perfcnt_session_end - a region has ended: record what it has counted
 * @session: the session
 * @place: which region, an index of its places
 * @begin: what perfcnt_session_begin() has read for the same session
 * @user0: goes into the record
 * @user1: goes into the record
 *
 * A region that has ended on another CPU than it began on has a record without counts.
 *
 * Context: Any but an NMI.
 * Return: whether there is a record with counts.
 */
bool notrace perfcnt_session_end(struct perfcnt_session *session, unsigned int place,
				 const struct perfcnt_region_reading *begin, u64 user0, u64 user1)
{
	struct perfcnt_region_reading end;
	struct perfcnt_region_record record = {
		.place = place,
		.begin = begin,
		.end = &end,
		.user = { user0, user1 },
	};
	unsigned long flags;
	bool good;

	if (begin->session != session->number || place >= session->places)
		return false;
	local_irq_save(flags);
	perfcnt_session_begin(session, &end);
	good = perfcnt_recorder_add(&session->recorder, &record);
	local_irq_restore(flags);
	return good;
}
EXPORT_SYMBOL_GPL(perfcnt_session_end);

const struct perfcnt_session_ops perfcnt_session_ops = {
	.get = perfcnt_session_get,
	.put = perfcnt_session_put,
	.begin = perfcnt_session_begin,
	.end = perfcnt_session_end,
};
EXPORT_SYMBOL_GPL(perfcnt_session_ops);

/**
 * perfcnt_sessions_init - create the directory for sessions
 *
 * Return: 0 or -ENOMEM.
 */
int perfcnt_sessions_init(void)
{
	directory = proc_mkdir("perf_regions", NULL);
	return directory ? 0 : -ENOMEM;
}

/**
 * perfcnt_sessions_exit - remove it; there are no sessions
 */
void perfcnt_sessions_exit(void)
{
	proc_remove(directory);
}
