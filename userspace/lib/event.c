// SPDX-License-Identifier: LGPL-2.1-or-later
/* Events that have a name. */
#include <stdlib.h>

#include "handle.h"
#include "kernel.h"

struct perfcnt_event {
	struct perfcnt_event_row row;
};

PERFCNT_API struct perfcnt_event *perfcnt_event_new(struct perfcnt *perfcnt,
						    unsigned int index)
{
	struct perfcnt_event *event = calloc(1, sizeof(*event));

	if (!event || !perfcnt_kernel_event(perfcnt, index, &event->row))
		return event;
	perfcnt_event_free(event);
	return NULL;
}

PERFCNT_API struct perfcnt_event *perfcnt_event_by_name(struct perfcnt *perfcnt,
							const char *name)
{
	struct perfcnt_event *event = calloc(1, sizeof(*event));

	if (!event || !perfcnt_kernel_event_by_name(perfcnt, name, &event->row))
		return event;
	perfcnt_event_free(event);
	return NULL;
}

PERFCNT_API void perfcnt_event_free(struct perfcnt_event *event)
{
	perfcnt_handle_free(event);
}

PERFCNT_API const char *perfcnt_event_name(const struct perfcnt_event *event)
{
	return event->row.name;
}

PERFCNT_API unsigned int perfcnt_event_code(const struct perfcnt_event *event)
{
	return event->row.code;
}

PERFCNT_API uint32_t perfcnt_event_banks(const struct perfcnt_event *event)
{
	return event->row.banks;
}

PERFCNT_API unsigned int perfcnt_event_scope(const struct perfcnt_event *event)
{
	return event->row.scope;
}
