/* SPDX-License-Identifier: GPL-2.0 */
/* Filters: whose events a counter counts. */
#ifndef PERFCNT_TOOLS_FILTER_H
#define PERFCNT_TOOLS_FILTER_H

#include <stdint.h>

#include <linux/perfcnt.h>

/* All of a filter in a control word. */
#define FILTER_BITS	(PERFCNT_CTL_MT_EN | PERFCNT_CTL_VPEID | PERFCNT_CTL_TCID)

#define FILTER_TEXT_SIZE	16

/* The largest number of a TC or VPE that a machine can have. */
#define FILTER_MOST		65535

struct filter {
	unsigned int mt_en; /* PERFCNT_MT_EN_*: all events, or those of one VPE or of one TC */
	unsigned int unit; /* the number of the VPE or TC */
};

/*
 * The filter of a control word; @unit, of struct perfcnt_what, is a number that the word has no
 * room for, or 0.
 */
struct filter filter_of(uint32_t control, uint32_t unit);

/* Puts a filter into what the kernel is asked for, which has none so far. */
void filter_set(const struct filter *filter, struct perfcnt_what *what);

/*
 * Writes a filter as /proc/perf does: vpeN or tcN, "" without a filter, "?" for one whose number
 * the control word has no room for.
 */
void filter_text(const struct filter *filter, char text[FILTER_TEXT_SIZE]);

/* Filters, each to be counted separately. */
struct filter_list {
	struct filter *filters;
	unsigned int count;
};

/* Here @mt_en is any PERFCNT_MT_EN_*, and @unit the number of the TC or VPE. */
void filter_list_add(struct filter_list *list, unsigned int mt_en,
		     unsigned int unit);

/*
 * Adds the filters of numbers and ranges such as 0,2-3; @mt_en is PERFCNT_MT_EN_TC or
 * PERFCNT_MT_EN_VPE.  Returns 0, or -1 if that is not such a list, or a number is more than
 * FILTER_MOST.
 */
int filter_list_read(struct filter_list *list, unsigned int mt_en,
		     const char *text);

#endif /* PERFCNT_TOOLS_FILTER_H */
