/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/* Numbers in words that are not NUL-terminated. */
#ifndef PERFCNT_NUMBER_H
#define PERFCNT_NUMBER_H

#include "pure.h"

int perfcnt_number_decimal(const char *word, size_t length, u64 *value);
int perfcnt_number_hexadecimal(const char *word, size_t length, u64 *value);

#endif /* PERFCNT_NUMBER_H */
