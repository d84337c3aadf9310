/* SPDX-License-Identifier: GPL-2.0 */
/* What calls of scopes and multiplexing have to answer, and what is counted then. */
#ifndef PERFCNT_TORTURE_CALLS_H
#define PERFCNT_TORTURE_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../../uapi/linux/perfcnt.h"

#define CALLS_COUNTERS	4
#define CALLS_ALL	((1u << CALLS_COUNTERS) - 1)
#define CALLS_EVEN	0x5u
#define CALLS_VPES	2

/* Tasks: parents, which are there from the beginning, and then a child of each. */
#define CALLS_PARENTS	3
#define CALLS_TASKS	(2 * CALLS_PARENTS)

#define CALLS_EVERY_VPE	(-1)

/* The number of bugs that can be planted in the model. */
#define CALLS_PLANTED	3

/* What a task is told: to cause events on its CPU, to create its child, to exit. */
enum calls_order { CALLS_STEP, CALLS_FORK, CALLS_EXIT };

/**
 * struct calls_model - what the interface promises
 * @shared: the machine's VPEs share its counters
 * @planted: a bug of the model, which the oracle has to find; 0 is none
 * @vpe: the VPE that a counter's filter selects, or CALLS_EVERY_VPE
 * @count: counts
 * @started: mask of the counters that are started
 * @in_scope: mask of the counters in the scope, 0 without one
 * @flags: of the scope
 * @unsure: mask of the counters in the scope that count what others do, if they do so
 *	    just when a task of it stops running
 * @turning: mask of the counters whose events take turns
 * @turns: what all of these events have counted
 * @followed: tasks of the scope
 */
struct calls_model {
	bool shared;
	unsigned int planted;
	int vpe[CALLS_COUNTERS];
	uint64_t count[CALLS_COUNTERS];
	uint32_t started;
	uint32_t in_scope;
	uint32_t flags;
	uint32_t unsure;
	uint32_t turning;
	uint64_t turns;
	bool followed[CALLS_TASKS];
};

/* A set of errnos, of which a call has to return one; 0 is success. */
typedef uint64_t calls_errors;

void calls_model_init(struct calls_model *model, bool shared, unsigned int planted);
calls_errors calls_set(struct calls_model *model, const struct perfcnt_set *set,
		       const int *vpe);
calls_errors calls_start(struct calls_model *model, uint32_t mask);
calls_errors calls_stop(struct calls_model *model, uint32_t mask);
calls_errors calls_reset(struct calls_model *model, uint32_t mask);
calls_errors calls_scope(struct calls_model *model, unsigned int task, uint32_t mask,
			 uint32_t flags);
calls_errors calls_leave(struct calls_model *model);
calls_errors calls_multiplex(struct calls_model *model, uint32_t mask);
calls_errors calls_end_multiplexing(struct calls_model *model);
void calls_fork(struct calls_model *model, unsigned int parent);
void calls_exit(struct calls_model *model, unsigned int task);
void calls_step(struct calls_model *model, unsigned int task, unsigned int cpu,
		uint64_t events);
bool calls_turns_count(const struct calls_model *model, unsigned int task);
unsigned int calls_turns_most(const struct calls_model *model);

void calls_create_tasks(pid_t *pids);
void calls_end_tasks(const pid_t *pids);
unsigned int calls_cpu(unsigned int task);
pid_t calls_tell(unsigned int task, enum calls_order what, uint32_t events);

#endif /* PERFCNT_TORTURE_CALLS_H */
