/* SPDX-License-Identifier: GPL-2.0 */
/* An open file's samples: the ioctl, and the rings that its program maps. */
#ifndef PERFCNT_SAMPLING_H
#define PERFCNT_SAMPLING_H

#include <linux/compiler_types.h>
#include <linux/types.h>

#include "../encoding/reason.h"

struct perfcnt_owner;
struct perfcnt_rings;
struct perfcnt_sampling;
struct vm_area_struct;

/**
 * struct perfcnt_samples - an open file's samples
 * @owner: whose counters are sampled
 * @rings: where samples go; NULL until a counter is sampled, then always the same
 */
struct perfcnt_samples {
	struct perfcnt_owner *owner;
	struct perfcnt_rings *rings;
};

int perfcnt_sample(struct perfcnt_samples *samples,
		   struct perfcnt_sampling __user *arg,
		   struct perfcnt_reason *reason);
bool perfcnt_samples_due(const struct perfcnt_samples *samples);
int perfcnt_samples_map(const struct perfcnt_samples *samples,
			struct vm_area_struct *vma);
void perfcnt_samples_end(struct perfcnt_samples *samples);

#endif /* PERFCNT_SAMPLING_H */
