/* SPDX-License-Identifier: GPL-2.0 */
/* Counters of other kernel modules: what perfcnt_regions is made of. */
#ifndef PERFCNT_MODULE_OWNER_H
#define PERFCNT_MODULE_OWNER_H

#include <linux/types.h>

struct perfcnt_owner;
struct perfcnt_reason;

/**
 * struct perfcnt_module_owner_count - which event a count is
 * @event: its place among the events that were asked for
 * @shared: other VPEs count in the same register
 */
struct perfcnt_module_owner_count {
	unsigned int event;
	bool shared;
};

struct perfcnt_owner *perfcnt_module_owner_open(const char *const *events, unsigned int number,
						struct perfcnt_module_owner_count *counts,
						struct perfcnt_reason *reason);
void perfcnt_module_owner_close(struct perfcnt_owner *owner);
bool perfcnt_module_owner_read(const struct perfcnt_owner *owner, u64 *counts);

#endif /* PERFCNT_MODULE_OWNER_H */
