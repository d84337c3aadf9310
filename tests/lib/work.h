/* SPDX-License-Identifier: GPL-2.0 */
/* The work() of the manual's example: short, or its CPU has time for others. */
#ifndef PERFCNT_TEST_WORK_H
#define PERFCNT_TEST_WORK_H

#ifndef WORK_ITERATIONS
#define WORK_ITERATIONS	20000
#endif

static void work(void)
{
	unsigned int i;

	for (i = 0; i < WORK_ITERATIONS; i++)
		__asm__ volatile(""); /* so that the loop stays */
}

#endif /* PERFCNT_TEST_WORK_H */
