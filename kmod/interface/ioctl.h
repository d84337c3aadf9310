/* SPDX-License-Identifier: GPL-2.0 */
/* The ioctls of /dev/perfcnt. */
#ifndef PERFCNT_IOCTL_H
#define PERFCNT_IOCTL_H

#include <linux/compiler_types.h>
#include <linux/types.h>

#include "../core/counters.h"
#include "../core/multiplex.h"
#include "../core/owner.h"
#include "../encoding/reason.h"

struct perfcnt_client;
struct perfcnt_counts;
struct perfcnt_multiplexing;
struct perfcnt_multiplexed;
struct perfcnt_file_samples;
struct perfcnt_sampling;
struct vm_area_struct;

/* Samples. */
int perfcnt_ioctl_sample(struct perfcnt_file_samples *samples,
			 struct perfcnt_sampling __user *arg,
			 struct perfcnt_reason *reason);
bool perfcnt_file_samples_due(const struct perfcnt_file_samples *samples);
int perfcnt_file_samples_map(const struct perfcnt_file_samples *samples,
			     struct vm_area_struct *vma);
void perfcnt_file_samples_end(struct perfcnt_file_samples *samples);

/* All but readings. */
int perfcnt_ioctl(struct perfcnt_client *client, unsigned int cmd,
		  void __user *arg, struct perfcnt_reason *reason);

int perfcnt_ioctl_read(struct perfcnt_client *client,
		       struct perfcnt_counts __user *arg);

/* The ioctls of events that take turns. */
int perfcnt_ioctl_multiplex(struct perfcnt_owner *owner, struct perfcnt_multiplexing __user *arg,
			    struct perfcnt_reason *reason);
int perfcnt_ioctl_multiplexed(struct perfcnt_owner *owner,
			      struct perfcnt_multiplexed __user *arg,
			      struct perfcnt_reason *reason);

#endif /* PERFCNT_IOCTL_H */
