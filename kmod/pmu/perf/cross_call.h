/* SPDX-License-Identifier: GPL-2.0 */
/* Something done on other CPUs, while who wants it sleeps. */
#ifndef PERFCNT_CROSS_CALL_H
#define PERFCNT_CROSS_CALL_H

#include <linux/cpumask.h>
#include <linux/smp.h>

void perfcnt_cross_call(const struct cpumask *cpus, smp_call_func_t function,
			void *data);

#endif /* PERFCNT_CROSS_CALL_H */
