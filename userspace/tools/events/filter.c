// SPDX-License-Identifier: GPL-2.0
/* MT_EN, VPEID and TCID of MD00548's Table 2, and what goes beyond them. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "filter.h"

#define FIRST_LONG_TC	256	/* which the control word has no room for */
#define FIRST_LONG_VPE	16

struct filter filter_of(uint32_t control, uint32_t unit)
{
	struct filter filter = {
		.mt_en = (control & PERFCNT_CTL_MT_EN) >>
			 PERFCNT_CTL_MT_EN_SHIFT,
		.unit = unit,
	};

	if (filter.mt_en == PERFCNT_MT_EN_VPE)
		filter.unit |= (control & PERFCNT_CTL_VPEID) >>
			       PERFCNT_CTL_VPEID_SHIFT;
	else if (filter.mt_en == PERFCNT_MT_EN_TC)
		filter.unit |= (control & PERFCNT_CTL_TCID) >>
			       PERFCNT_CTL_TCID_SHIFT;
	return filter;
}

void filter_set(const struct filter *filter, struct perfcnt_what *what)
{
	what->control |= filter->mt_en << PERFCNT_CTL_MT_EN_SHIFT;
	if (filter->mt_en == PERFCNT_MT_EN_TC && filter->unit < FIRST_LONG_TC)
		what->control |= filter->unit << PERFCNT_CTL_TCID_SHIFT;
	else if (filter->mt_en == PERFCNT_MT_EN_VPE &&
		 filter->unit < FIRST_LONG_VPE)
		what->control |= filter->unit << PERFCNT_CTL_VPEID_SHIFT;
	else
		what->unit = filter->unit;
}

void filter_text(const struct filter *filter, char text[FILTER_TEXT_SIZE])
{
	switch (filter->mt_en) {
	case PERFCNT_MT_EN_ALL:
		strcpy(text, "");
		break;
	case PERFCNT_MT_EN_VPE:
		snprintf(text, FILTER_TEXT_SIZE, "vpe%u", filter->unit);
		break;
	case PERFCNT_MT_EN_TC:
		snprintf(text, FILTER_TEXT_SIZE, "tc%u", filter->unit);
		break;
	default:
		strcpy(text, "?");
	}
}

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
