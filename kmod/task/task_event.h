/* SPDX-License-Identifier: GPL-2.0 */
/* A PMU of our own, whose events tell when a task runs. */
#ifndef PERFCNT_TASK_EVENT_H
#define PERFCNT_TASK_EVENT_H

#include <linux/types.h>

struct perf_event;
struct perfcnt_tree;
struct task_struct;

int perfcnt_task_event_init(void);
void perfcnt_task_event_exit(void);
struct perf_event *perfcnt_task_event_new(struct perfcnt_tree *tree,
					  struct task_struct *task);

#endif /* PERFCNT_TASK_EVENT_H */
