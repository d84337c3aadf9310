/* SPDX-License-Identifier: GPL-2.0 */
/* A bar of plain text. */
#ifndef PERFCNT_TOOLS_BAR_H
#define PERFCNT_TOOLS_BAR_H

/* The letters of the longest bar. */
#define BAR_MOST	40

/**
 * bar_draw() - draw a bar, or a part of one
 * @bar: gets it: blanks up to where it begins
 * @from: where it begins, from 0 to 1
 * @to: where it ends; the longest bar ends at 1, and so do those that are longer
 *
 * Parts that meet have neither a gap between them nor a letter in common.
 */
void bar_draw(char bar[BAR_MOST + 1], double from, double to);

#endif /* PERFCNT_TOOLS_BAR_H */
