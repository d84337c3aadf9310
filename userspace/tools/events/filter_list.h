/* SPDX-License-Identifier: GPL-2.0 */
/* Filters that were asked for together: --tc 0,2-3. */
#ifndef PERFCNT_TOOLS_FILTER_LIST_H
#define PERFCNT_TOOLS_FILTER_LIST_H

#include "filter.h"

/**
 * struct filter_list - filters, each to be counted separately
 * @filters: the filters
 * @count: how many
 */
struct filter_list {
	struct filter *filters;
	unsigned int count;
};

/**
 * filter_list_add() - add a filter
 * @list: gets it
 * @mt_en: PERFCNT_MT_EN_*
 * @unit: the number of the TC or VPE
 */
void filter_list_add(struct filter_list *list, unsigned int mt_en,
		     unsigned int unit);

/**
 * filter_list_read() - add the filters of a list of numbers
 * @list: gets them
 * @mt_en: PERFCNT_MT_EN_TC or PERFCNT_MT_EN_VPE
 * @text: numbers and ranges such as 0,2-3
 *
 * Return: 0, or -1 if that is not such a list, or a number is more than
 * FILTER_MOST.
 */
int filter_list_read(struct filter_list *list, unsigned int mt_en,
		     const char *text);

#endif /* PERFCNT_TOOLS_FILTER_LIST_H */
