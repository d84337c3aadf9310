// SPDX-License-Identifier: GPL-2.0
/* Raw dumps. */
#include "events/dump.h"
#include "raw.h"

void report_raw(FILE *out, const struct view *view)
{
	size_t i;

	for (i = 0; i < view->dump->count; i++)
		dump_write(out, &view->dump->measurements[i]);
}
