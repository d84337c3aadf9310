// SPDX-License-Identifier: LGPL-2.1-or-later
/* Calls of the kernel, each with the size of its struct. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>

#include "handle.h"
#include "kernel.h"
#include "self.h"

/* What the library itself has refused before is no longer the last refusal. */
static int result(struct perfcnt *perfcnt, int returned)
{
	if (returned)
		perfcnt->refused = 0;
	return returned;
}

int perfcnt_kernel(struct perfcnt *perfcnt, unsigned long command,
		   void *argument)
{
	return result(perfcnt, ioctl(perfcnt->fd, command, argument));
}

/* Before the change and after it: what was read between the two is of neither. */
static void mark(struct perfcnt *perfcnt, uint32_t counters)
{
	unsigned int i;

	for (i = 0; i < MASK_COUNTERS; i++)
		if (counters & 1u << i)
			__atomic_add_fetch(&perfcnt->changed[i], 1,
					   __ATOMIC_SEQ_CST);
	__atomic_add_fetch(&perfcnt->changes, 1, __ATOMIC_SEQ_CST);
}

int perfcnt_kernel_change(struct perfcnt *perfcnt, unsigned long command,
			  const void *argument, uint32_t counters)
{
	int returned;

	mark(perfcnt, counters);
	returned = ioctl(perfcnt->fd, command, argument);
	if (!returned && command != PERFCNT_IOC_RESET)
		perfcnt_self_set(perfcnt, counters, -1);
	mark(perfcnt, counters);
	return result(perfcnt, returned);
}

int perfcnt_kernel_describe(struct perfcnt *perfcnt,
			    struct perfcnt_describe *describe)
{
	*describe = (struct perfcnt_describe){ PERFCNT_SIZES(perfcnt_describe, owner) };
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_DESCRIBE, describe);
}

int perfcnt_kernel_event(struct perfcnt *perfcnt, unsigned int index,
			 struct perfcnt_event_row *row)
{
	memset(row, 0, sizeof(*row));
	row->size = sizeof(*row);
	row->index = index;
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_EVENT, row);
}

/* An event that even and odd counters count has a row for each. */
int perfcnt_kernel_event_by_name(struct perfcnt *perfcnt, const char *name,
				 struct perfcnt_event_row *row)
{
	struct perfcnt_event_row next;
	bool found = false;
	unsigned int i;

	for (i = 0; !perfcnt_kernel_event(perfcnt, i, &next); i++) {
		if (strcmp(next.name, name))
			continue;
		if (!found)
			*row = next;
		row->banks |= next.banks;
		found = true;
	}
	return found ? 0 : -1;
}

int perfcnt_kernel_name(struct perfcnt *perfcnt, unsigned int counter,
			const char *name, struct perfcnt_what *what)
{
	struct perfcnt_name arg = { .size = sizeof(arg), .counter = counter };

	if (strlen(name) >= sizeof(arg.name))
		return perfcnt_handle_refuse(perfcnt, ENAMETOOLONG,
					     "the name is too long: at most %zu bytes",
					     sizeof(arg.name) - 1);
	memcpy(arg.name, name, strlen(name));
	if (perfcnt_kernel(perfcnt, PERFCNT_IOC_NAME, &arg))
		return -1;
	*what = arg.what;
	return 0;
}

int perfcnt_kernel_set(struct perfcnt *perfcnt, const struct perfcnt_set *set)
{
	return perfcnt_kernel_change(perfcnt, PERFCNT_IOC_SET, set,
				     set->controls | set->counts);
}
