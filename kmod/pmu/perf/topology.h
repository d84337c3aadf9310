/* SPDX-License-Identifier: GPL-2.0 */
/* The numbers of cores: what a VPE filter means where CPUs are not VPEs. */
#ifndef PERFCNT_TOPOLOGY_H
#define PERFCNT_TOPOLOGY_H

struct perfcnt_limits;

int perfcnt_topology_init(struct perfcnt_limits *limits);
void perfcnt_topology_exit(void);
void perfcnt_topology_add(unsigned int cpu);
unsigned int perfcnt_topology_core_of(unsigned int cpu);

#endif /* PERFCNT_TOPOLOGY_H */
