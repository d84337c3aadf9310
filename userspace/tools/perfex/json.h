/* SPDX-License-Identifier: GPL-2.0 */
/* Results as JSON: perfex.schema.json describes it. */
#ifndef PERFEX_JSON_H
#define PERFEX_JSON_H

#include <stdio.h>

#include "measured.h"

/**
 * json_print_measured() - write what was measured, as an object in a line
 * @out: where it goes
 * @measured: the measurement
 */
void json_print_measured(FILE *out, const struct measured *measured);

#endif /* PERFEX_JSON_H */
