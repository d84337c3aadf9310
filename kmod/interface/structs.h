/* SPDX-License-Identifier: GPL-2.0 */
/* The structs of ioctls: how they come in and go out, and what several of them have. */
#ifndef PERFCNT_STRUCTS_H
#define PERFCNT_STRUCTS_H

#include <linux/compiler_types.h>
#include <linux/types.h>

#include "../encoding/control.h"
#include "../encoding/reason.h"

struct perfcnt_owner;

/**
 * struct perfcnt_sizes - what a struct with an array begins with
 * @size: of the struct before the array
 * @elem_size: of an element
 * @nr: number of elements
 */
struct perfcnt_sizes {
	u32 size;
	u32 elem_size;
	u32 nr;
};

int perfcnt_get_struct(void *to, size_t size, const void __user *from,
		       u32 *user_size);
int perfcnt_put_struct(void __user *to, const void *from, size_t size,
		       u32 user_size);
int perfcnt_get_array(void *to, const struct perfcnt_sizes *ours,
		      const void __user *from, struct perfcnt_sizes *user);
int perfcnt_put_array(void __user *to, void *from, const struct perfcnt_sizes *ours,
		      const struct perfcnt_sizes *user);
int perfcnt_refuse_reserved(struct perfcnt_reason *reason);
int perfcnt_check_modes(const struct perfcnt_owner *owner, const char *what,
			unsigned int number, const struct perfcnt_control *control,
			struct perfcnt_reason *reason);

#endif /* PERFCNT_STRUCTS_H */
