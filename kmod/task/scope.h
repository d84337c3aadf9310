/* SPDX-License-Identifier: GPL-2.0 */
/* Scopes: letting counters count for tasks only. */
#ifndef PERFCNT_SCOPE_H
#define PERFCNT_SCOPE_H

#include <linux/wait.h>

#include "../encoding/reason.h"

struct perfcnt_owner;
struct perfcnt_scope;
struct perfcnt_tree;

struct perfcnt_tree *perfcnt_scope_new(const struct perfcnt_owner *owner,
				       struct perfcnt_scope *scope,
				       struct wait_queue_head *wait,
				       struct perfcnt_reason *reason);
void perfcnt_scope_end(struct perfcnt_tree *tree);

#endif /* PERFCNT_SCOPE_H */
