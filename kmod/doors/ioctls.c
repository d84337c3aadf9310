// SPDX-License-Identifier: GPL-2.0
/* The ioctls of /dev/perfcnt; uapi/linux/perfcnt.h describes them. */
#include <linux/bitops.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/pid.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../counters/claims.h"
#include "../counters/counters.h"
#include "../counters/half_full.h"
#include "../counters/readout.h"
#include "../counters/settings.h"
#include "../words/abi_words.h"
#include "../words/event_names.h"
#include "ioctls.h"

/* Copies a struct in; its first field is the size that the caller knows. */
static int get_struct(void *to, size_t size, const void __user *from,
		      u32 *user_size)
{
	if (get_user(*user_size, (const u32 __user *)from))
		return -EFAULT;
	if (*user_size < 2 * sizeof(u32))
		return -EINVAL;
	if (*user_size > PAGE_SIZE)
		return -E2BIG;
	return copy_struct_from_user(to, size, from, *user_size);
}

/* Copies a struct out, up to the size that the caller knows. */
static int put_struct(void __user *to, const void *from, size_t size,
		      u32 user_size)
{
	return copy_to_user(to, from, min_t(size_t, size, user_size)) ?
	       -EFAULT : 0;
}

static int describe(struct perfcnt_describe __user *arg)
{
	const struct perfcnt_pmu *pmu = perfcnt_counters_pmu();
	struct pid *owners[PERFCNT_MAX_COUNTERS];
	struct perfcnt_describe described;
	unsigned int i;
	u32 size;
	int err;

	err = get_struct(&described, sizeof(described), arg, &size);
	if (err)
		return err;
	memset(&described, 0, sizeof(described));
	described.size = size;
	described.counters = pmu->limits.counters;
	described.tcs = pmu->limits.tcs;
	described.vpes = perfcnt_limits_vpes(&pmu->limits);
	described.modes = pmu->limits.modes;
	described.flags = (pmu->limits.native ? PERFCNT_HAS_NATIVE : 0) |
			  (pmu->limits.any_filter ? PERFCNT_HAS_ANY_FILTER : 0) |
			  (pmu->hardware ? PERFCNT_HAS_HARDWARE : 0) |
			  (pmu->align ? PERFCNT_HAS_NOTICE : 0);
	described.events = perfcnt_event_rows(&pmu->limits);
	strscpy(described.driver, pmu->name, sizeof(described.driver));
	strscpy(described.version, THIS_MODULE->version,
		sizeof(described.version));
	perfcnt_owners(owners);
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		if (!owners[i])
			continue;
		described.claimed |= BIT(i);
		described.owner[i] = pid_vnr(owners[i]);
		put_pid(owners[i]);
	}
	return put_struct(arg, &described, sizeof(described), size);
}

static int refuse_reserved(struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason, "reserved must be 0");
	return -EINVAL;
}

static int refuse_counter(unsigned int counter, struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason,
			   "counter %u: no such counter; this machine has 0 to %u",
			   counter, perfcnt_counters_limits()->counters - 1);
	return -EINVAL;
}

static int event_row(struct perfcnt_event_row __user *arg,
		     struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	struct perfcnt_event_row row;
	u32 size;
	int err;

	err = get_struct(&row, sizeof(row), arg, &size);
	if (err)
		return err;
	if (row.reserved)
		return refuse_reserved(reason);
	if (row.index >= perfcnt_event_rows(limits)) {
		perfcnt_reason_set(reason, "row %u: no such row; the table has %u",
				   row.index, perfcnt_event_rows(limits));
		return -ENOENT;
	}
	perfcnt_event_row(row.index, &row);
	return put_struct(arg, &row, sizeof(row), size);
}

static int look_up(struct perfcnt_name __user *arg,
		   struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	struct perfcnt_control control;
	struct perfcnt_refusal refusal;
	struct perfcnt_name name;
	u32 size;
	int err;

	err = get_struct(&name, sizeof(name), arg, &size);
	if (err)
		return err;
	if (name.counter >= limits->counters)
		return refuse_counter(name.counter, reason);
	if (strnlen(name.name, sizeof(name.name)) == sizeof(name.name)) {
		perfcnt_reason_set(reason, "the name is not NUL-terminated");
		return -EINVAL;
	}
	if (!*name.name) {
		perfcnt_reason_set(reason, "the name is empty");
		return -EINVAL;
	}
	err = perfcnt_control_from_name(name.name, strlen(name.name),
					name.counter, limits, &control,
					&refusal);
	if (err) {
		perfcnt_reason_set(reason, "column %zu: '%s': %s",
				   refusal.offset + 1, name.name,
				   refusal.reason);
		return err;
	}
	perfcnt_control_to_what(&control, &name.what);
	return put_struct(arg, &name, sizeof(name), size);
}

/* What one PERFCNT_IOC_SET asks for: too much for the stack. */
struct request {
	struct perfcnt_set set;
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
};

static int check_control(unsigned int i, const struct perfcnt_what *what,
			 struct perfcnt_control *control,
			 struct perfcnt_reason *reason)
{
	struct perfcnt_refusal refusal;
	int err;

	err = perfcnt_control_from_what(what, i, perfcnt_counters_limits(),
					control, &refusal);
	if (err)
		perfcnt_reason_set(reason, "counter %u: %s", i,
				   refusal.reason);
	return err;
}

static int apply(struct perfcnt_client *client, struct request *request,
		 struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	const struct perfcnt_set *set = &request->set;
	u32 mask = set->controls | set->counts;
	unsigned int i;
	int err;

	if (set->reserved)
		return refuse_reserved(reason);
	if (mask >> limits->counters)
		return refuse_counter(__fls(mask), reason);
	for (i = 0; i < limits->counters; i++) {
		struct perfcnt_setting *setting = &request->settings[i];

		if (set->counts & BIT(i)) {
			setting->change |= PERFCNT_SETTING_COUNT;
			setting->count = set->count[i];
		}
		if (!(set->controls & BIT(i)))
			continue;
		setting->change |= PERFCNT_SETTING_CONTROL;
		err = check_control(i, &set->what[i], &setting->control,
				    reason);
		if (err)
			return err;
	}
	return perfcnt_settings_apply(request->settings, &client->owner,
				      reason);
}

static int set(struct perfcnt_client *client, struct perfcnt_set __user *arg,
	       struct perfcnt_reason *reason)
{
	struct request *request = kzalloc(sizeof(*request), GFP_KERNEL);
	u32 size;
	int err;

	if (!request)
		return -ENOMEM;
	err = get_struct(&request->set, sizeof(request->set), arg, &size) ?:
	      apply(client, request, reason);
	kfree(request);
	return err;
}

/* Calls that take a mask. */
static int with_mask(struct perfcnt_client *client, unsigned int cmd,
		     struct perfcnt_mask __user *arg,
		     struct perfcnt_reason *reason)
{
	struct perfcnt_owner *owner = &client->owner;
	struct perfcnt_mask mask;
	u32 size;
	int err;

	if (copy_from_user(&mask, arg, sizeof(mask)))
		return -EFAULT;
	if (mask.size != sizeof(mask)) {
		err = get_struct(&mask, sizeof(mask), arg, &size);
		if (err)
			return err;
	}
	switch (cmd) {
	case PERFCNT_IOC_CLAIM:
		return perfcnt_claim(owner, mask.mask, reason);
	case PERFCNT_IOC_RELEASE:
		return perfcnt_unclaim(owner, mask.mask, reason);
	case PERFCNT_IOC_START:
		return perfcnt_start(owner, mask.mask, reason);
	case PERFCNT_IOC_STOP:
		return perfcnt_stop(owner, mask.mask, reason);
	default:
		return perfcnt_reset(owner, mask.mask, reason);
	}
}

/* Are all bytes 0 beyond the struct that we know? */
static int check_tail(const struct perfcnt_read __user *arg, u32 size)
{
	int zero;

	if (size > PAGE_SIZE)
		return -E2BIG;
	zero = check_zeroed_user(arg + 1, size - sizeof(*arg));
	return zero < 0 ? zero : zero ? 0 : -E2BIG;
}

/*
 * Copies a reading out, as many entries as there is room for, in pieces whose sizes
 * the compiler knows: the checks of other copies would take longer than the copy.
 */
static int put_reading(struct perfcnt_read __user *arg,
		       const struct perfcnt_read *reading, unsigned int entries)
{
	unsigned long left;
	unsigned int i = 0;

	if (entries >= 4) {
		left = copy_to_user(arg, reading,
				    offsetof(struct perfcnt_read, entries[4]));
		i = 4;
	} else {
		left = copy_to_user(arg, reading,
				    offsetof(struct perfcnt_read, entries));
	}
	for (; i < entries; i++)
		left |= copy_to_user(&arg->entries[i], &reading->entries[i],
				     sizeof(*arg->entries));
	return left ? -EFAULT : 0;
}

/* The most frequent call, which must be cheap. */
static int notrace read_counters(struct perfcnt_client *client,
				 struct perfcnt_read __user *arg,
				 struct perfcnt_reason *reason)
{
	const size_t head = offsetof(struct perfcnt_read, entries);
	struct perfcnt_read reading perfcnt_uninitialized;
	unsigned int entries;
	int err;

	if (get_user(reading.size, &arg->size))
		return -EFAULT;
	if (reading.size < head)
		return -EINVAL;
	if (reading.size > sizeof(reading)) {
		err = check_tail(arg, reading.size);
		if (err)
			return err;
	}
	err = perfcnt_readout(&client->owner, &reading, reason);
	if (err)
		return err;
	entries = (reading.size - head) / sizeof(reading.entries[0]);
	err = put_reading(arg, &reading, min(entries, reading.counters));
	if (err)
		perfcnt_half_full_unheard(&client->owner, reading.half_full);
	return err;
}

static int reason_text(struct perfcnt_client *client,
		       struct perfcnt_reason_text __user *arg)
{
	struct perfcnt_reason_text text;
	u32 size;
	int err;

	err = get_struct(&text, sizeof(text), arg, &size);
	if (err)
		return err;
	memset(&text, 0, sizeof(text));
	text.size = size;
	mutex_lock(&client->lock);
	text.code = -client->code;
	strscpy(text.words, client->last.words, sizeof(text.words));
	mutex_unlock(&client->lock);
	return put_struct(arg, &text, sizeof(text), size);
}

/**
 * perfcnt_ioctl - one ioctl
 * @client: the open file
 * @cmd: PERFCNT_IOC_*
 * @arg: its struct
 * @reason: why not, if not; some errors have no words
 *
 * Context: Process context, may sleep.
 * Return: 0, or the errno that uapi/linux/perfcnt.h says.
 */
int notrace perfcnt_ioctl(struct perfcnt_client *client, unsigned int cmd,
			  void __user *arg, struct perfcnt_reason *reason)
{
	if (likely(cmd == PERFCNT_IOC_READ))
		return read_counters(client, arg, reason);
	switch (cmd) {
	case PERFCNT_IOC_START:
	case PERFCNT_IOC_STOP:
	case PERFCNT_IOC_RESET:
	case PERFCNT_IOC_CLAIM:
	case PERFCNT_IOC_RELEASE:
	case PERFCNT_IOC_SET:
		if (!client->may_change) {
			perfcnt_reason_set(reason,
					   "the file is not open for writing; use O_RDWR");
			return -EBADF;
		}
		return cmd == PERFCNT_IOC_SET ?
		       set(client, arg, reason) :
		       with_mask(client, cmd, arg, reason);
	case PERFCNT_IOC_NAME:
		return look_up(arg, reason);
	case PERFCNT_IOC_EVENT:
		return event_row(arg, reason);
	case PERFCNT_IOC_DESCRIBE:
		return describe(arg);
	case PERFCNT_IOC_REASON:
		return reason_text(client, arg);
	default:
		return -ENOTTY;
	}
}
