/* SPDX-License-Identifier: GPL-2.0 */
/* The module perfcnt_sim: a 34K's counter registers in memory, and a file in debugfs. */
#ifndef PERFCNT_SIM_H
#define PERFCNT_SIM_H

#include "../../core/pmu.h"

#define PERFCNT_SIM_VPES 2

/**
 * struct perfcnt_sim_plant - what a sample shows
 * @planted: the rest is to be shown
 * @ip: the address
 * @flags: PERFCNT_SAMPLE_*
 * @pid: the process, not 0
 * @tid: the thread
 */
struct perfcnt_sim_plant {
	bool planted;
	u64 ip;
	u32 flags;
	u32 pid;
	u32 tid;
};

/**
 * struct perfcnt_sim_step - what happens next
 * @cpu: the VPE on which it happens
 * @mode: one of PERFCNT_CTL_MODES
 * @code: the event for even counters and for odd ones, -1: it has none there
 * @count: how often
 * @accesses: before which access to a register, 0: at once
 * @plant: what a sample shows, if it is planted
 */
struct perfcnt_sim_step {
	unsigned int cpu;
	u32 mode;
	int code[2];
	u64 count;
	unsigned long accesses;
	struct perfcnt_sim_plant plant;
};

extern struct perfcnt_pmu perfcnt_pmu_sim;

int perfcnt_sim_happen(const struct perfcnt_sim_step *step);

void perfcnt_sim_step_init(void);
void perfcnt_sim_step_exit(void);

#endif /* PERFCNT_SIM_H */
