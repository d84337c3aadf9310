/* SPDX-License-Identifier: GPL-2.0 */
/* What every unit test includes: cmocka and the headers that it wants. */
#ifndef PERFCNT_UNIT_H
#define PERFCNT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif /* PERFCNT_UNIT_H */
