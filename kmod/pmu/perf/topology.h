/* SPDX-License-Identifier: GPL-2.0 */
/* The numbers of cores: what a VPE filter means where CPUs are not VPEs. */
#ifndef PERFCNT_TOPOLOGY_H
#define PERFCNT_TOPOLOGY_H

int perfcnt_topology_init(void);
void perfcnt_topology_exit(void);
void perfcnt_topology_add(unsigned int cpu);
unsigned int perfcnt_topology_cores(void);
unsigned int perfcnt_topology_core_of(unsigned int cpu);

#endif /* PERFCNT_TOPOLOGY_H */
