// SPDX-License-Identifier: LGPL-2.1-or-later
/* Events and their names. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>

#include "internal.h"

PERFCNT_API int perfcnt_event(struct perfcnt *perfcnt, unsigned int index,
			      struct perfcnt_event_row *row)
{
	memset(row, 0, sizeof(*row));
	row->size = sizeof(*row);
	row->index = index;
	return ioctl(perfcnt->fd, PERFCNT_IOC_EVENT, row);
}

/* An event that even and odd counters count has a row for each. */
PERFCNT_API int perfcnt_event_by_name(struct perfcnt *perfcnt, const char *name,
				      struct perfcnt_event_row *row)
{
	struct perfcnt_event_row next;
	bool found = false;
	unsigned int i;

	for (i = 0; !perfcnt_event(perfcnt, i, &next); i++) {
		if (strcmp(next.name, name))
			continue;
		if (!found)
			*row = next;
		row->banks |= next.banks;
		found = true;
	}
	return found ? 0 : -1;
}

PERFCNT_API int perfcnt_name(struct perfcnt *perfcnt, unsigned int counter,
			     const char *name, struct perfcnt_what *what)
{
	struct perfcnt_name arg = { .size = sizeof(arg), .counter = counter };

	if (strlen(name) >= sizeof(arg.name)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(arg.name, name, strlen(name));
	if (ioctl(perfcnt->fd, PERFCNT_IOC_NAME, &arg))
		return -1;
	*what = arg.what;
	return 0;
}
