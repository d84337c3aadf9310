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
	*row = (struct perfcnt_event_row){ .size = sizeof(*row), .index = index };
	return perfcnt_kernel(perfcnt, PERFCNT_IOC_EVENT, row);
}

void perfcnt_kernel_all_modes(const char *name,
			      char text[PERFCNT_NAME_SIZE + sizeof(PERFCNT_ALL_MODES)])
{
	size_t length = strcspn(name, ":@");

	memcpy(text, name, length);
	strcpy(text + length, PERFCNT_ALL_MODES);
}

int perfcnt_kernel_check_name(const char *name, bool filters)
{
	if (strlen(name) >= PERFCNT_NAME_SIZE)
		return perfcnt_refuse_call(ENAMETOOLONG, "the name is too long: at most %u bytes",
					   PERFCNT_NAME_SIZE - 1);
	if (!filters && strchr(name, '@'))
		return perfcnt_refuse_call(EINVAL, "'%s': a filter is not possible here", name);
	return 0;
}

int perfcnt_kernel_name(struct perfcnt *perfcnt, unsigned int counter,
			const char *name, struct perfcnt_what *what)
{
	struct perfcnt_name arg = { .size = sizeof(arg), .counter = counter };

	if (perfcnt_kernel_check_name(name, true))
		return -1;
	memcpy(arg.name, name, strlen(name));
	if (perfcnt_kernel(perfcnt, PERFCNT_IOC_NAME, &arg))
		return -1;
	*what = arg.what;
	return 0;
}
