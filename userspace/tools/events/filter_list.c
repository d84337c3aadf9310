// SPDX-License-Identifier: GPL-2.0
/* Lists of TCs and VPEs. */
#include "base/memory.h"
#include "base/number_list.h"
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
	struct number_list numbers = { 0 };
	const int result = number_list_read(&numbers, FILTER_MOST, text);
	size_t i;

	for (i = 0; i < numbers.count; i++)
		filter_list_add(list, mt_en, numbers.numbers[i]);
	number_list_free(&numbers);
	return result;
}
