// SPDX-License-Identifier: GPL-2.0
/* The structs of ioctls: how they come in and go out, and what several of them have. */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "ioctl.h"

/**
 * perfcnt_get_struct - copy a struct in
 * @to: where it goes
 * @size: its size as we know it
 * @from: where it is; its first field is the size that the caller knows
 * @user_size: gets that size
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL for a size without space for two fields; -E2BIG for one with bytes
 * that we do not know, and that are not 0, or more than a page; -EFAULT.
 */
int perfcnt_get_struct(void *to, size_t size, const void __user *from,
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

/**
 * perfcnt_put_struct - copy a struct out
 * @to: where it goes
 * @from: the struct
 * @size: its size as we know it
 * @user_size: the size that the caller knows
 *
 * Context: Process context, may sleep.
 * Return: 0 or -EFAULT.
 */
int perfcnt_put_struct(void __user *to, const void *from, size_t size,
		       u32 user_size)
{
	return copy_to_user(to, from, min_t(size_t, size, user_size)) ?
	       -EFAULT : 0;
}

/**
 * perfcnt_get_array - copy a struct with an array in
 * @to: where it goes, zeroed: the array follows the struct
 * @ours: its sizes as we know them
 * @from: where it is; it begins with its sizes as the caller knows them
 * @user: gets these
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL for a size without space for all sizes, or an element without one;
 * -E2BIG for a struct or an element with bytes that we do not know, and that are not 0,
 * or more than a page; -EFAULT.
 */
int perfcnt_get_array(void *to, const struct perfcnt_sizes *ours,
		      const void __user *from, struct perfcnt_sizes *user)
{
	u32 i;
	int err;

	if (copy_from_user(user, from, sizeof(*user)))
		return -EFAULT;
	if (user->size < sizeof(*user) || (user->nr && !user->elem_size))
		return -EINVAL;
	if (user->size > PAGE_SIZE || user->elem_size > PAGE_SIZE)
		return -E2BIG;
	err = copy_struct_from_user(to, ours->size, from, user->size);
	for (i = 0; i < min(ours->nr, user->nr) && !err; i++)
		err = copy_struct_from_user(to + ours->size + i * ours->elem_size,
					    ours->elem_size,
					    from + user->size + i * user->elem_size,
					    user->elem_size);
	memcpy(to, user, sizeof(*user)); /* it may have changed meanwhile */
	return err;
}

/**
 * perfcnt_put_array - copy a struct with an array out
 * @to: where it goes
 * @from: the struct, and behind it the array; gets the caller's sizes
 * @ours: its sizes as we know them
 * @user: the sizes that the caller knows
 *
 * Context: Process context, may sleep.
 * Return: 0 or -EFAULT.
 */
int perfcnt_put_array(void __user *to, void *from, const struct perfcnt_sizes *ours,
		      const struct perfcnt_sizes *user)
{
	u32 i;
	int err;

	memcpy(from, user, sizeof(*user));
	err = perfcnt_put_struct(to, from, ours->size, user->size);
	for (i = 0; i < min(ours->nr, user->nr) && !err; i++)
		err = perfcnt_put_struct(to + user->size + i * user->elem_size,
					 from + ours->size + i * ours->elem_size,
					 ours->elem_size, user->elem_size);
	return err;
}

/**
 * perfcnt_refuse_reserved - a reserved field is not 0
 * @reason: where that is said
 *
 * Return: -EINVAL.
 */
int perfcnt_refuse_reserved(struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason, "reserved must be 0");
	return -EINVAL;
}
