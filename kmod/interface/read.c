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
#include <linux/mm.h>
#include <linux/uaccess.h>

#include "../core/counters.h"
#include "../core/owner.h"
#include "ioctl.h"

static_assert(PERFCNT_MAX_COUNTERS <= PERFCNT_FORMAT_FLAGS_SHIFT);

#define ALL_FLAGS (PERFCNT_FORMAT_TIME | PERFCNT_FORMAT_STATE | PERFCNT_FORMAT_CONTROLS)

static int read_check_format(const struct perfcnt_client *client,
			     const struct perfcnt_format *format,
			     struct perfcnt_reason *reason)
{
	if (format->flags & ~ALL_FLAGS) {
		perfcnt_reason_set(reason, "flags 0x%x: there are only 0x%x",
				   format->flags, ALL_FLAGS);
		return -EINVAL;
	}
	return perfcnt_owner_check(&client->owner, format->counters, reason);
}

static u32 format_length(const struct perfcnt_format *format)
{
	u32 counters = hweight32(format->counters);
	u32 length = counters * sizeof(u64);

	if (format->flags & PERFCNT_FORMAT_TIME)
		length += sizeof(u64);
	if (format->flags & PERFCNT_FORMAT_STATE)
		length += 3 * sizeof(u32);
	if (format->flags & PERFCNT_FORMAT_CONTROLS)
		length += counters * sizeof(u32);
	return length;
}

/**
 * perfcnt_format - PERFCNT_IOC_FORMAT
 * @client: the open file
 * @arg: its struct
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL, -E2BIG, -EFAULT for a struct that is wrong; -EPERM for a counter
 * that is not claimed.
 */
int perfcnt_format(struct perfcnt_client *client, struct perfcnt_format __user *arg,
		   struct perfcnt_reason *reason)
{
	struct perfcnt_format format;
	u32 size;
	int err;

	err = perfcnt_get_struct(&format, sizeof(format), arg, &size) ?:
	      read_check_format(client, &format, reason);
	if (err)
		return err;
	format.size = size;
	format.length = format.counters ? format_length(&format) : 0;
	err = perfcnt_put_struct(arg, &format, sizeof(format), size);
	if (!err)
		WRITE_ONCE(client->format,
			   format.counters ?
			   format.counters | format.flags << PERFCNT_FORMAT_FLAGS_SHIFT |
			   format.length << PERFCNT_FORMAT_LENGTH_SHIFT : 0);
	return err;
}

static __always_inline int read_put_short(void __user *to, u32 size, unsigned int flags,
					  const struct perfcnt_snapshot *snapshot)
{
	const u64 *from = snapshot->count;
	const u32 *control = snapshot->control;
	u64 __user *count = to;
	u32 __user *word;
	u32 mask;

	if (!user_write_access_begin(to, size))
		return -EFAULT;
	if (flags & PERFCNT_FORMAT_TIME)
		unsafe_put_user(snapshot->time, count++, fault);
	for (mask = snapshot->counters; mask; mask &= mask - 1)
		unsafe_put_user(*from++, count++, fault);
	word = (u32 __user *)count;
	if (flags & PERFCNT_FORMAT_STATE) {
		unsafe_put_user(snapshot->counters, word++, fault);
		unsafe_put_user(snapshot->running, word++, fault);
		unsafe_put_user(snapshot->half_full, word++, fault);
	}
	if (flags & PERFCNT_FORMAT_CONTROLS)
		for (mask = snapshot->counters; mask; mask &= mask - 1)
			unsafe_put_user(*control++, word++, fault);
	user_write_access_end();
	return 0;
fault:
	user_write_access_end();
	return -EFAULT;
}

/* A fast reading was not enough. */
static noinline_for_stack int read_with_care(struct perfcnt_client *client, u32 mask,
					     unsigned int flags,
					     struct perfcnt_snapshot *snapshot)
{
	struct perfcnt_reason reason perfcnt_uninitialized;
	int err;

	*reason.words = '\0';
	err = perfcnt_readout(&client->owner, mask, flags, snapshot, &reason);
	if (err)
		perfcnt_keep_reason(client, err, &reason);
	return err;
}

/* What was read did not reach the user. */
static noinline int read_failed(struct perfcnt_client *client,
				const struct perfcnt_snapshot *snapshot)
{
	struct perfcnt_reason reason = { "" };

	perfcnt_notify_unheard(&client->owner, snapshot->half_full);
	perfcnt_keep_reason(client, -EFAULT, &reason);
	return -EFAULT;
}

/**
 * perfcnt_read_short - a short reading
 * @client: the open file
 * @format: what it has, see struct perfcnt_client
 * @to: where it goes
 *
 * Context: Process context, may sleep.
 * Return: its length; -EFAULT; or as perfcnt_readout().
 */
ssize_t notrace perfcnt_read_short(struct perfcnt_client *client, u32 format,
				   void __user *to)
{
	struct perfcnt_snapshot snapshot perfcnt_uninitialized;
	unsigned int flags = format >> PERFCNT_FORMAT_FLAGS_SHIFT & ALL_FLAGS;
	u32 mask = format & (BIT(PERFCNT_MAX_COUNTERS) - 1);
	u32 length = format >> PERFCNT_FORMAT_LENGTH_SHIFT;
	bool good;
	int err;

	/* most readings are of counts alone */
	good = !flags ? perfcnt_readout_fast_counts(&client->owner, mask, &snapshot) :
			perfcnt_readout_fast(&client->owner, mask, flags, &snapshot);
	if (unlikely(!good)) {
		err = read_with_care(client, mask, flags, &snapshot);
		if (err)
			return err;
	}
	err = !flags ? read_put_short(to, length, 0, &snapshot) :
		       read_put_short(to, length, flags, &snapshot);
	if (unlikely(err))
		return read_failed(client, &snapshot);
	return length;
}

static const struct perfcnt_sizes read_sizes = { PERFCNT_SIZES(perfcnt_read, entries) };

static int get_sizes(const struct perfcnt_read __user *arg, struct perfcnt_sizes *user)
{
	if (!user_read_access_begin(arg, sizeof(*user)))
		return -EFAULT;
	unsafe_get_user(user->size, &arg->size, fault);
	unsafe_get_user(user->elem_size, &arg->elem_size, fault);
	unsafe_get_user(user->nr, &arg->nr, fault);
	user_read_access_end();
	return 0;
fault:
	user_read_access_end();
	return -EFAULT;
}

static bool are_ours(const struct perfcnt_sizes *user)
{
	return user->size == offsetof(struct perfcnt_read, entries) &&
	       user->elem_size == sizeof(struct perfcnt_count);
}

/* A program that was built with another header. */
static noinline_for_stack int check_others(const struct perfcnt_read __user *arg,
					   struct perfcnt_sizes *user)
{
	struct perfcnt_read ignored perfcnt_uninitialized;

	return perfcnt_get_array(&ignored, &read_sizes, arg, user);
}

static noinline_for_stack int put_to_others(struct perfcnt_read __user *arg,
					    const struct perfcnt_sizes *user,
					    const struct perfcnt_snapshot *snapshot)
{
	struct perfcnt_read read = {
		.counters = hweight32(snapshot->counters),
		.time = snapshot->time,
		.running = snapshot->running,
		.half_full = snapshot->half_full,
	};
	unsigned long mask = snapshot->counters;
	unsigned int counter, i = 0;

	for_each_set_bit(counter, &mask, PERFCNT_MAX_COUNTERS) {
		read.entries[i] = (struct perfcnt_count){
			snapshot->count[i], snapshot->control[i], counter,
		};
		i++;
	}
	return perfcnt_put_array(arg, &read, &read_sizes, user);
}

/* As many entries as there is space for. */
static int notrace read_put_reading(struct perfcnt_read __user *arg, u32 left,
				    const struct perfcnt_snapshot *snapshot)
{
	struct perfcnt_count __user *entry = arg->entries;
	u32 mask = snapshot->counters, counters = hweight32(mask), counter;
	const u32 *control = snapshot->control;
	const u64 *count = snapshot->count;

	left = min_t(u32, left, PERFCNT_MAX_COUNTERS);
	if (!user_write_access_begin(arg, offsetof(struct perfcnt_read, entries) +
					  left * sizeof(*entry)))
		return -EFAULT;
	unsafe_put_user(counters, &arg->counters, fault);
	unsafe_put_user(snapshot->time, &arg->time, fault);
	unsafe_put_user(snapshot->running, &arg->running, fault);
	unsafe_put_user(snapshot->half_full, &arg->half_full, fault);
	for (counter = 0; mask && left; mask >>= 1, counter++) {
		if (!(mask & 1))
			continue;
		unsafe_put_user(*count++, &entry->count, fault);
		unsafe_put_user(*control++, &entry->control, fault);
		unsafe_put_user(counter, &entry->counter, fault);
		left--;
		entry++;
	}
	user_write_access_end();
	return 0;
fault:
	user_write_access_end();
	return -EFAULT;
}

/**
 * perfcnt_read_counters - PERFCNT_IOC_READ
 * @client: the open file
 * @arg: its struct
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL, -E2BIG, -EFAULT for a struct that is wrong; or as
 * perfcnt_readout().
 */
int notrace perfcnt_read_counters(struct perfcnt_client *client,
				  struct perfcnt_read __user *arg,
				  struct perfcnt_reason *reason)
{
	struct perfcnt_snapshot snapshot perfcnt_uninitialized;
	struct perfcnt_sizes user;
	int err;

	err = get_sizes(arg, &user);
	if (unlikely(!err && !are_ours(&user)))
		err = check_others(arg, &user);
	if (unlikely(err))
		return err;
	if (unlikely(!perfcnt_readout_fast(&client->owner, 0, ALL_FLAGS, &snapshot))) {
		err = perfcnt_readout(&client->owner, 0, ALL_FLAGS, &snapshot, reason);
		if (err)
			return err;
	}
	err = likely(are_ours(&user)) ? read_put_reading(arg, user.nr, &snapshot) :
					put_to_others(arg, &user, &snapshot);
	if (err)
		perfcnt_notify_unheard(&client->owner, snapshot.half_full);
	return err;
}
