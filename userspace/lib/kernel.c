// SPDX-License-Identifier: LGPL-2.1-or-later
/* Calls of the kernel, each with the size of its struct. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>

#include "handle.h"
#include "kernel.h"

int perfcnt_kernel(struct perfcnt *perfcnt, unsigned long command,
		   const void *argument)
{
	if (!ioctl(perfcnt->fd, command, argument))
		return 0;
	perfcnt_forget_words();
	return -1;
}

int perfcnt_kernel_mask(struct perfcnt *perfcnt, unsigned long command, uint32_t mask)
{
	const struct perfcnt_mask argument = { .size = sizeof(argument), .mask = mask };

	return perfcnt_kernel(perfcnt, command, &argument);
}

int perfcnt_kernel_describe(struct perfcnt *perfcnt,
			    struct perfcnt_describe *describe)
{
	*describe = (struct perfcnt_describe){ .size = sizeof(struct perfcnt_describe) };
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
		return perfcnt_refuse_call(ENAMETOOLONG,
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
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_SET, set);
}

PERFCNT_API int perfcnt_describe(struct perfcnt *perfcnt, struct perfcnt_describe *describe)
{
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_DESCRIBE, describe);
}

PERFCNT_API int perfcnt_list_event(struct perfcnt *perfcnt, unsigned int index,
				   struct perfcnt_event_row *row)
{
	row->index = index;
	row->reserved = 0;
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_EVENT, row);
}
