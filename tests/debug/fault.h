/* SPDX-License-Identifier: GPL-2.0 */
/* Faults put into one system call after the other. */
#ifndef PERFCNT_TEST_FAULT_H
#define PERFCNT_TEST_FAULT_H

#include <stdbool.h>

void fault_allow(void);
void fault_begin(void);
void fault_arm(unsigned int nth);
bool fault_happened(void);
bool fault_leaks(void);

#endif /* PERFCNT_TEST_FAULT_H */
