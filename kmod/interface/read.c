// SPDX-License-Identifier: GPL-2.0
/*
 * Readings of an open file's counters: the most frequent calls, which must be cheap.
 *
 * Results go to the user one number after the other: the checks of a copy whose size is
 * not known to the compiler would take longer than the copy.  Meanwhile nothing may be
 * called, not even by what checks the index of an array: so these are walked through by
 * pointers.
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../core/counters.h"
#include "../core/notify.h"
#include "../core/owner.h"
#include "client.h"
#include "ioctl.h"

#define FAST_FLAGS (PERFCNT_READ_TIME | PERFCNT_READ_STATE | PERFCNT_READ_CONTROLS)
#define ALL_FLAGS (FAST_FLAGS | PERFCNT_READ_LEFT)

/* What the user's struct begins with. */
struct read_wanted {
	u32 size;
	u32 flags;
	u32 counters;
};

static __always_inline int read_get_wanted(const struct perfcnt_counts __user *arg,
					   struct read_wanted *wanted)
{
	if (!user_read_access_begin(arg, sizeof(*wanted)))
		return -EFAULT;
	unsafe_get_user(wanted->size, &arg->size, fault);
	unsafe_get_user(wanted->flags, &arg->flags, fault);
	unsafe_get_user(wanted->counters, &arg->counters, fault);
	user_read_access_end();
	return 0;
fault:
	user_read_access_end();
	return -EFAULT;
}

/* With 0 as the flags, and some counters wanted, the compiler leaves the counts alone. */
static __always_inline int read_put(struct perfcnt_counts __user *arg, u32 wanted, u32 flags,
				    const struct perfcnt_reading *reading)
{
	const u64 *from = reading->count;
	const u32 *word = reading->control;
	u64 __user *count = arg->counts;
	u32 __user *control = arg->controls;
	u32 mask;

	if (!user_write_access_begin(arg, sizeof(*arg)))
		return -EFAULT;
	for (mask = reading->counters; mask; mask &= mask - 1)
		unsafe_put_user(*from++, count++, fault);
	if (!wanted)
		unsafe_put_user(reading->counters, &arg->counters, fault);
	if (flags & PERFCNT_READ_TIME)
		unsafe_put_user(reading->time, &arg->time, fault);
	if (flags & PERFCNT_READ_STATE) {
		unsafe_put_user(reading->running, &arg->running, fault);
		unsafe_put_user(reading->half_full, &arg->half_full, fault);
	}
	if (flags & PERFCNT_READ_CONTROLS)
		for (mask = reading->counters; mask; mask &= mask - 1)
			unsafe_put_user(*word++, control++, fault);
	user_write_access_end();
	return 0;
fault:
	user_write_access_end();
	return -EFAULT;
}

/* A fast reading was not enough. */
static noinline_for_stack int read_with_care(struct perfcnt_client *client, u32 counters,
					     u32 flags, struct perfcnt_reading *reading)
{
	struct perfcnt_reason reason = { "" };
	int err;

	err = perfcnt_reading_take(&client->owner, counters, flags, reading, &reason);
	if (err)
		perfcnt_client_keep_reason(client, err, &reason);
	return err;
}

static noinline int read_refuse(struct perfcnt_client *client, int err, u32 flags)
{
	struct perfcnt_reason reason = { "" };

	if (err == -EINVAL && flags & ~ALL_FLAGS)
		perfcnt_reason_set(&reason, "flags 0x%x: there are only 0x%x", flags,
				   ALL_FLAGS);
	perfcnt_client_keep_reason(client, err, &reason);
	return err;
}

/* What was read did not reach the user. */
static noinline int read_failed(struct perfcnt_client *client, u32 flags,
				const struct perfcnt_reading *reading)
{
	if (flags & PERFCNT_READ_STATE)
		perfcnt_notify_unheard(&client->owner, reading->half_full);
	return read_refuse(client, -EFAULT, 0);
}

/* For a program that was built with another header, or asks who has left. */
static noinline_for_stack int read_for_others(struct perfcnt_client *client,
					      struct perfcnt_counts __user *arg)
{
	struct perfcnt_reading reading = { 0 };
	struct perfcnt_counts read = { 0 };
	unsigned int counters;
	u32 size;
	int err;

	err = perfcnt_client_get(&read, sizeof(read), arg, &size);
	if (!err && read.flags & ~ALL_FLAGS)
		err = -EINVAL;
	if (err)
		return read_refuse(client, err, read.flags);
	err = read_with_care(client, read.counters, read.flags, &reading);
	if (err)
		return err;
	if (read.flags & PERFCNT_READ_LEFT) /* after the counts that they are not in */
		read.left = perfcnt_scope_left(&client->scope);
	read.size = size;
	read.counters = reading.counters;
	counters = hweight32(read.counters);
	memcpy(read.counts, reading.count, counters * sizeof(*read.counts));
	if (read.flags & PERFCNT_READ_TIME)
		read.time = reading.time;
	if (read.flags & PERFCNT_READ_STATE) {
		read.running = reading.running;
		read.half_full = reading.half_full;
	}
	if (read.flags & PERFCNT_READ_CONTROLS)
		memcpy(read.controls, reading.control, counters * sizeof(*read.controls));
	if (perfcnt_client_put(arg, &read, sizeof(read), size))
		return read_failed(client, read.flags, &reading);
	return 0;
}

/* Of all counters, or more than their counts. */
static noinline_for_stack int notrace read_more(struct perfcnt_client *client,
						struct perfcnt_counts __user *arg,
						u32 counters, u32 flags)
{
	struct perfcnt_reading reading perfcnt_uninitialized;
	int err;

	if (unlikely(!perfcnt_reading_fast(&client->owner, counters, flags, &reading))) {
		err = read_with_care(client, counters, flags, &reading);
		if (err)
			return err;
	}
	if (unlikely(read_put(arg, counters, flags, &reading)))
		return read_failed(client, flags, &reading);
	return 0;
}

/* Most readings are of counts alone. */
static noinline_for_stack int notrace read_counts(struct perfcnt_client *client,
						  struct perfcnt_counts __user *arg,
						  u32 counters)
{
	struct perfcnt_reading reading perfcnt_uninitialized;
	int err;

	if (unlikely(!perfcnt_reading_fast_counts(&client->owner, counters, &reading))) {
		err = read_with_care(client, counters, 0, &reading);
		if (err)
			return err;
	}
	if (unlikely(read_put(arg, counters, 0, &reading)))
		return read_failed(client, 0, &reading);
	return 0;
}

/**
 * perfcnt_ioctl_read - PERFCNT_IOC_READ
 * @client: the open file
 * @arg: its struct
 *
 * It has no stack of its own, so that what it calls is all that a reading takes.
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL, -E2BIG, -EFAULT for a struct that is wrong; or as
 * perfcnt_reading_take().
 */
int notrace perfcnt_ioctl_read(struct perfcnt_client *client,
			       struct perfcnt_counts __user *arg)
{
	struct read_wanted wanted;

	/* a shorter struct may end where the program's memory ends */
	if (unlikely(read_get_wanted(arg, &wanted) || wanted.size != sizeof(*arg) ||
		     wanted.flags & ~FAST_FLAGS))
		return read_for_others(client, arg);
	if (wanted.flags || !wanted.counters)
		return read_more(client, arg, wanted.counters, wanted.flags);
	return read_counts(client, arg, wanted.counters);
}
