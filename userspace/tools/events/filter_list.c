// SPDX-License-Identifier: GPL-2.0
/* Lists of TCs and VPEs. */
#include "base/memory.h"
#include "base/number.h"
#include "filter_list.h"

void filter_list_add(struct filter_list *list, unsigned int mt_en,
		     unsigned int unit)
{
	list->filters = grow(list->filters, list->count,
			     sizeof(*list->filters));
	list->filters[list->count++] = (struct filter){ mt_en, unit };
}

int filter_list_read(struct filter_list *list, unsigned int mt_en,
		     const char *text)
{
	for (;;) {
		uint64_t first, last;

		if (number_take(&text, 10, FILTER_MOST, &first))
			return -1;
		last = first;
		if (*text == '-') {
			text++;
			if (number_take(&text, 10, FILTER_MOST, &last) ||
			    last < first)
				return -1;
		}
		for (; first <= last; first++)
			filter_list_add(list, mt_en, first);
		if (!*text)
			return 0;
		if (*text++ != ',')
			return -1;
	}
}
