// SPDX-License-Identifier: GPL-2.0
/* All rows, or those about stalls. */
#include "chosen_rows.h"
#include "stall_rows.h"

struct row *chosen_rows(const struct view *view,
			const struct measurement *measurement, size_t *count)
{
	struct row *rows = rows_make(view, measurement, count);

	return view->stalls ? stall_rows(rows, count, measurement) : rows;
}
