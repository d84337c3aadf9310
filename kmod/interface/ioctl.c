// SPDX-License-Identifier: GPL-2.0
/* The ioctls of /dev/perfcnt; uapi/linux/perfcnt.h describes them. */
#include <linux/bitops.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/nospec.h>
#include <linux/pid.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../core/counters.h"
#include "../core/owner.h"
#include "../core/window.h"
#include "../encoding/control.h"
#include "client.h"
#include "ioctl.h"

static int ioctl_describe(struct perfcnt_describe __user *arg)
{
	const struct perfcnt_pmu *pmu = perfcnt_counters_pmu();
	struct pid *owners[PERFCNT_MAX_COUNTERS];
	struct perfcnt_describe described;
	unsigned int i;
	u32 size;
	int err;

	err = perfcnt_client_get(&described, sizeof(described), arg, &size);
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
			  (pmu->align ? PERFCNT_HAS_NOTICE : 0) |
			  (perfcnt_windows_need_filter() ? PERFCNT_HAS_SHARED : 0);
	described.events = perfcnt_event_rows(&pmu->limits);
	described.hardware = pmu->hardware;
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
	return perfcnt_client_put(arg, &described, sizeof(described), size);
}

static int ioctl_refuse_counter(unsigned int counter, struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason,
			   "counter %u: no such counter; this machine has 0 to %u",
			   counter, perfcnt_counters_limits()->counters - 1);
	return -EINVAL;
}

static int ioctl_event_row(struct perfcnt_event_row __user *arg,
			   struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	struct perfcnt_event_row row;
	u32 size;
	int err;

	err = perfcnt_client_get(&row, sizeof(row), arg, &size);
	if (err)
		return err;
	if (row.reserved)
		return perfcnt_client_refuse_reserved(reason);
	if (row.index >= perfcnt_event_rows(limits)) {
		perfcnt_reason_set(reason, "row %u: no such row; the table has %u",
				   row.index, perfcnt_event_rows(limits));
		return -ENOENT;
	}
	perfcnt_event_row(array_index_nospec(row.index, perfcnt_event_rows(limits)), &row);
	return perfcnt_client_put(arg, &row, sizeof(row), size);
}

static int ioctl_name(struct perfcnt_name __user *arg,
		      struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	struct perfcnt_control control;
	struct perfcnt_name name;
	u32 size;
	int err;

	err = perfcnt_client_get(&name, sizeof(name), arg, &size);
	if (err)
		return err;
	if (name.counter >= limits->counters)
		return ioctl_refuse_counter(name.counter, reason);
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
					reason);
	if (err) {
		perfcnt_reason_prefix(reason, "column %zu: '%s': ",
				      reason->offset + 1, name.name);
		return err;
	}
	perfcnt_control_to_what(&control, &name.what);
	return perfcnt_client_put(arg, &name, sizeof(name), size);
}

/* What one PERFCNT_IOC_SET asks for: too much for the stack. */
struct ioctl_request {
	struct perfcnt_set set;
	struct perfcnt_setting settings[PERFCNT_MAX_COUNTERS];
};

static int ioctl_check_control(unsigned int i, const struct perfcnt_what *what,
			       struct perfcnt_control *control,
			       struct perfcnt_reason *reason)
{
	int err;

	err = perfcnt_control_from_what(what, i, perfcnt_counters_limits(),
					control, reason);
	if (err)
		perfcnt_reason_prefix(reason, "counter %u: ", i);
	return err;
}

static int ioctl_apply(struct perfcnt_client *client, struct ioctl_request *request,
		       struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	const struct perfcnt_set *set = &request->set;
	u32 mask = set->controls | set->counts;
	unsigned int i;
	int err;

	if (set->reserved)
		return perfcnt_client_refuse_reserved(reason);
	if (mask >> limits->counters)
		return ioctl_refuse_counter(__fls(mask), reason);
	for (i = 0; i < limits->counters; i++) {
		struct perfcnt_setting *setting = &request->settings[i];

		if (set->counts & BIT(i)) {
			setting->change |= PERFCNT_SETTING_COUNT;
			setting->count = set->counter[i].count;
		}
		if (!(set->controls & BIT(i)))
			continue;
		setting->change |= PERFCNT_SETTING_CONTROL;
		err = ioctl_check_control(i, &set->counter[i].what, &setting->control,
					  reason);
		if (err)
			return err;
	}
	return perfcnt_settings_apply(request->settings, &client->owner,
				      reason);
}

static int ioctl_set(struct perfcnt_client *client, struct perfcnt_set __user *arg,
		     struct perfcnt_reason *reason)
{
	struct ioctl_request *request = kzalloc(sizeof(*request), GFP_KERNEL);
	u32 size;
	int err;

	if (!request)
		return -ENOMEM;
	err = perfcnt_client_get(&request->set, sizeof(request->set), arg, &size) ?:
	      ioctl_apply(client, request, reason);
	kfree(request);
	return err;
}

static int ioctl_scope(struct perfcnt_client *client, struct perfcnt_scope __user *arg,
		       struct perfcnt_reason *reason)
{
	struct perfcnt_scope scope;
	u32 size;
	int err;

	err = perfcnt_client_get(&scope, sizeof(scope), arg, &size);
	if (err)
		return err;
	scope.size = size;
	return perfcnt_scope_begin(&client->scope, &client->owner, &scope, arg,
				   &client->wait, reason);
}

static int ioctl_leave(struct perfcnt_client *client, const void __user *arg,
		       struct perfcnt_reason *reason)
{
	if (!arg)
		return perfcnt_scope_leave(&client->scope, reason);
	perfcnt_reason_set(reason, "PERFCNT_IOC_LEAVE has no argument; use 0");
	return -EINVAL;
}

/* Calls that take a mask. */
static int ioctl_with_mask(struct perfcnt_client *client, unsigned int cmd,
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
		err = perfcnt_client_get(&mask, sizeof(mask), arg, &size);
		if (err)
			return err;
	}
	switch (cmd) {
	case PERFCNT_IOC_CLAIM:
		return perfcnt_owner_claim(owner, mask.mask, reason);
	case PERFCNT_IOC_RELEASE:
		return perfcnt_owner_release(owner, mask.mask, reason);
	case PERFCNT_IOC_START:
		return perfcnt_owner_start(owner, mask.mask, reason);
	case PERFCNT_IOC_STOP:
		return perfcnt_owner_stop(owner, mask.mask, reason);
	default:
		return perfcnt_owner_reset(owner, mask.mask, reason);
	}
}

static int ioctl_reason(struct perfcnt_client *client,
			struct perfcnt_reason_text __user *arg)
{
	struct perfcnt_reason_text text;
	u32 size;
	int err;

	err = perfcnt_client_get(&text, sizeof(text), arg, &size);
	if (err)
		return err;
	memset(&text, 0, sizeof(text));
	text.size = size;
	mutex_lock(&client->lock);
	text.code = -client->code;
	strscpy(text.words, client->last.words, sizeof(text.words));
	mutex_unlock(&client->lock);
	return perfcnt_client_put(arg, &text, sizeof(text), size);
}

/* Calls that change counters. */
static int ioctl_change(struct perfcnt_client *client, unsigned int cmd,
			void __user *arg, struct perfcnt_reason *reason)
{
	if (!client->may_change) {
		perfcnt_reason_set(reason,
				   "the file is not open for writing; use O_RDWR");
		return -EBADF;
	}
	switch (cmd) {
	case PERFCNT_IOC_SET:
		return ioctl_set(client, arg, reason);
	case PERFCNT_IOC_SCOPE:
		return ioctl_scope(client, arg, reason);
	case PERFCNT_IOC_LEAVE:
		return ioctl_leave(client, arg, reason);
	case PERFCNT_IOC_MULTIPLEX:
		return perfcnt_ioctl_multiplex(&client->owner, arg, reason);
	case PERFCNT_IOC_SAMPLE:
		return perfcnt_ioctl_sample(&client->samples, arg, reason);
	default:
		return ioctl_with_mask(client, cmd, arg, reason);
	}
}

/**
 * perfcnt_ioctl - an ioctl that is no reading
 * @client: the open file
 * @cmd: PERFCNT_IOC_*
 * @arg: its struct
 * @reason: why not, if not; some errors have no words
 *
 * Context: Process context, may sleep.
 * Return: 0, or the errno that uapi/linux/perfcnt.h says.
 */
int perfcnt_ioctl(struct perfcnt_client *client, unsigned int cmd, void __user *arg,
		  struct perfcnt_reason *reason)
{
	switch (cmd) {
	case PERFCNT_IOC_START:
	case PERFCNT_IOC_STOP:
	case PERFCNT_IOC_RESET:
	case PERFCNT_IOC_CLAIM:
	case PERFCNT_IOC_RELEASE:
	case PERFCNT_IOC_SET:
	case PERFCNT_IOC_SCOPE:
	case PERFCNT_IOC_LEAVE:
	case PERFCNT_IOC_MULTIPLEX:
	case PERFCNT_IOC_SAMPLE:
		return ioctl_change(client, cmd, arg, reason);
	case PERFCNT_IOC_MULTIPLEXED:
		return perfcnt_ioctl_multiplexed(&client->owner, arg, reason);
	case PERFCNT_IOC_NAME:
		return ioctl_name(arg, reason);
	case PERFCNT_IOC_EVENT:
		return ioctl_event_row(arg, reason);
	case PERFCNT_IOC_DESCRIBE:
		return ioctl_describe(arg);
	case PERFCNT_IOC_REASON:
		return ioctl_reason(client, arg);
	default:
		return -ENOTTY;
	}
}
