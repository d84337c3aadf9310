/* SPDX-License-Identifier: GPL-2.0 */
/* The structs of ioctls: how they come in and go out, and what several of them have. */
#ifndef PERFCNT_STRUCTS_H
#define PERFCNT_STRUCTS_H

#include <linux/compiler_types.h>
#include <linux/types.h>

#include "../words/control.h"
#include "../words/reason.h"

struct perfcnt_owner;

int perfcnt_get_struct(void *to, size_t size, const void __user *from,
		       u32 *user_size);
int perfcnt_put_struct(void __user *to, const void *from, size_t size,
		       u32 user_size);
int perfcnt_refuse_reserved(struct perfcnt_reason *reason);
int perfcnt_check_modes(const struct perfcnt_owner *owner, const char *what,
			unsigned int number, const struct perfcnt_control *control,
			struct perfcnt_reason *reason);

#endif /* PERFCNT_STRUCTS_H */
