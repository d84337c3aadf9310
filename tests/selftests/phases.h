/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program whose phases count differently: it computes, follows pointers, has branches
 * that nobody can predict, and makes system calls.
 */
#ifndef PERFCNT_TEST_PHASES_H
#define PERFCNT_TEST_PHASES_H

#include "trees.h"

struct program prepare_phases(unsigned long units);

#endif /* PERFCNT_TEST_PHASES_H */
