// SPDX-License-Identifier: GPL-2.0
/* What a program gets and gives: the structs of ioctls, and the reason of its last error. */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/uaccess.h>

#include "client.h"

#define STRUCT_MOST SZ_16K

/**
 * perfcnt_client_get - copy a struct in
 * @to: where it goes
 * @size: its size as we know it
 * @from: where it is; its first field is the size that the caller knows
 * @user_size: gets that size
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL for a size without space for two fields; -E2BIG for one with bytes
 * that we do not know, and that are not 0, or more than STRUCT_MOST; -EFAULT.
 */
int perfcnt_client_get(void *to, size_t size, const void __user *from,
		       u32 *user_size)
{
	if (get_user(*user_size, (const u32 __user *)from))
		return -EFAULT;
	if (*user_size < 2 * sizeof(u32))
		return -EINVAL;
	if (*user_size > STRUCT_MOST)
		return -E2BIG;
	return copy_struct_from_user(to, size, from, *user_size);
}

/**
 * perfcnt_client_put - copy a struct out
 * @to: where it goes
 * @from: the struct
 * @size: its size as we know it
 * @user_size: the size that the caller knows
 *
 * Context: Process context, may sleep.
 * Return: 0 or -EFAULT.
 */
int perfcnt_client_put(void __user *to, const void *from, size_t size,
		       u32 user_size)
{
	return copy_to_user(to, from, min_t(size_t, size, user_size)) ?
	       -EFAULT : 0;
}

/**
 * perfcnt_client_refuse_reserved - a reserved field is not 0
 * @reason: where that is said
 *
 * Return: -EINVAL.
 */
int perfcnt_client_refuse_reserved(struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason, "reserved must be 0");
	return -EINVAL;
}

/**
 * perfcnt_client_keep_reason - note why a command failed, for PERFCNT_IOC_REASON
 * @client: the open file
 * @err: the negative errno
 * @reason: the words
 *
 * Context: Process context, may sleep.
 */
void perfcnt_client_keep_reason(struct perfcnt_client *client, int err,
				const struct perfcnt_reason *reason)
{
	mutex_lock(&client->lock);
	client->code = err;
	client->last = *reason;
	mutex_unlock(&client->lock);
}
