/* SPDX-License-Identifier: GPL-2.0 */
/* The numbers of cores: what a VPE filter means where CPUs are not VPEs. */
#ifndef PERFCNT_CORES_H
#define PERFCNT_CORES_H

int perfcnt_cores_init(void);
void perfcnt_cores_exit(void);
void perfcnt_cores_add(unsigned int cpu);
unsigned int perfcnt_cores(void);
unsigned int perfcnt_core_of(unsigned int cpu);

#endif /* PERFCNT_CORES_H */
