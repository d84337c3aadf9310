/* SPDX-License-Identifier: GPL-2.0 */
/* Results as text. */
#ifndef PERFEX_TEXT_H
#define PERFEX_TEXT_H

#include <stdio.h>

#include "measured.h"

/**
 * text_print() - print what was measured
 * @out: where it goes
 * @measured: the measurement; its lines are sorted by cost with times
 */
void text_print(FILE *out, const struct measured *measured);

#endif /* PERFEX_TEXT_H */
