/* SPDX-License-Identifier: GPL-2.0 */
/* The counter set: configure, read, suspend, resume; owners. */
#ifndef PERFCNT_COUNTERS_H
#define PERFCNT_COUNTERS_H

#include "pmu.h"
#include "../words/grammar.h"

struct pid;

/**
 * struct perfcnt_owner - who has claimed counters
 * @pid: the process that opened the file
 * @mask: what it has claimed, a bit a counter; claims.c keeps it
 * @notify: called in process context when a counter with IE has become half
 *	    full
 */
struct perfcnt_owner {
	struct pid *pid;
	u32 mask;
	void (*notify)(struct perfcnt_owner *owner);
};

void perfcnt_counters_init(const struct perfcnt_pmu *pmu);
void perfcnt_counters_exit(void);
const struct perfcnt_pmu *perfcnt_counters_pmu(void);
const struct perfcnt_limits *perfcnt_counters_limits(void);
int perfcnt_counters_apply(const struct perfcnt_setting *settings,
			   struct perfcnt_owner *owner,
			   struct perfcnt_reason *reason);
int perfcnt_counters_read(struct perfcnt_reading *readings,
			  struct perfcnt_reason *reason);
int perfcnt_counters_preload(unsigned int counter, u32 value);

/* claims.c */
int perfcnt_claim(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_unclaim(struct perfcnt_owner *owner, u32 mask,
		    struct perfcnt_reason *reason);
void perfcnt_owners(struct pid **owners);

/* sampling.c */
int perfcnt_start(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_stop(struct perfcnt_owner *owner, u32 mask,
		 struct perfcnt_reason *reason);
int perfcnt_reset(struct perfcnt_owner *owner, u32 mask,
		  struct perfcnt_reason *reason);
int perfcnt_readout(struct perfcnt_owner *owner, struct perfcnt_read *reading,
		    struct perfcnt_reason *reason);

#endif /* PERFCNT_COUNTERS_H */
