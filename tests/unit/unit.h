/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every unit test includes: the kernel's harness for tests in user space. In
 * the kernel tests/kunit/unit.h stands in for it.
 */
#ifndef PERFCNT_UNIT_H
#define PERFCNT_UNIT_H

#include "kselftest_harness.h"

#endif /* PERFCNT_UNIT_H */
