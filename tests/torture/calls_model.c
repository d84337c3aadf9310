// SPDX-License-Identifier: GPL-2.0
/*
 * A model of scopes and multiplexing, from perfcnt(4) alone: each call returns the errnos of
 * which the device has to return one, and changes the model if that is 0.
 */
#include <errno.h>
#include <string.h>

#include "calls.h"

#define ERROR(number) (1ull << (number))

void calls_model_init(struct calls_model *model, bool shared, unsigned int planted)
{
	memset(model, 0, sizeof(*model));
	model->shared = shared;
	model->planted = planted;
}

calls_errors calls_set(struct calls_model *model, const struct perfcnt_set *set,
		       const int *vpe)
{
	unsigned int i;

	if (((set->controls | set->counts) & model->turning) ||
	    (set->controls & model->in_scope))
		return ERROR(EBUSY);
	for (i = 0; i < CALLS_COUNTERS; i++) {
		if (set->controls & 1u << i)
			model->vpe[i] = vpe[i];
		if (set->counts & 1u << i)
			model->count[i] = set->counter[i].count;
	}
	return 0;
}

/*
 * Counters that are there are started, stopped and reset, those whose events take turns
 * together.
 */
static calls_errors changeable(const struct calls_model *model, uint32_t mask)
{
	if (mask & ~CALLS_ALL)
		return ERROR(EPERM);
	return mask & model->turning && model->turning & ~mask ? ERROR(EINVAL) : 0;
}

calls_errors calls_start(struct calls_model *model, uint32_t mask)
{
	calls_errors errors = changeable(model, mask);

	if (!errors)
		model->started |= mask;
	return errors;
}

calls_errors calls_stop(struct calls_model *model, uint32_t mask)
{
	calls_errors errors = changeable(model, mask);

	if (!errors)
		model->started &= ~mask;
	return errors;
}

calls_errors calls_reset(struct calls_model *model, uint32_t mask)
{
	calls_errors errors = changeable(model, mask);
	unsigned int i;

	if (errors)
		return errors;
	for (i = 0; i < CALLS_COUNTERS; i++)
		if (mask & 1u << i)
			model->count[i] = 0;
	if (mask & model->turning)
		model->turns = 0;
	return 0;
}

/* Mask of the counters that count all VPEs. */
static uint32_t unfiltered(const struct calls_model *model)
{
	uint32_t mask = 0;
	unsigned int i;

	for (i = 0; i < CALLS_COUNTERS; i++)
		if (model->vpe[i] == CALLS_EVERY_VPE)
			mask |= 1u << i;
	return mask & ~model->turning;
}

/* In a scope an event needs a counter of one bank for each VPE. */
static bool has_room(const struct calls_model *model)
{
	return !model->turning || !model->shared ||
	       __builtin_popcount(model->turning & CALLS_EVEN) >= CALLS_VPES ||
	       __builtin_popcount(model->turning & ~CALLS_EVEN) >= CALLS_VPES;
}

calls_errors calls_scope(struct calls_model *model, unsigned int task, uint32_t mask,
			 uint32_t flags)
{
	calls_errors errors = 0;

	if (model->in_scope)
		errors |= ERROR(EBUSY);
	if (mask & ~CALLS_ALL)
		errors |= ERROR(EPERM);
	if (!mask || (mask & model->turning && model->turning & ~mask))
		errors |= ERROR(EINVAL);
	if (mask & model->turning && !has_room(model))
		errors |= ERROR(EINVAL);
	if (mask & model->turning & model->started)
		errors |= ERROR(EBUSY);
	if (model->shared && mask & unfiltered(model) && !(flags & PERFCNT_SCOPE_SHARED))
		errors |= ERROR(EINVAL);
	if (errors)
		return errors;
	model->in_scope = mask;
	model->flags = flags;
	model->unsure = model->shared ? mask & unfiltered(model) : 0;
	memset(model->followed, 0, sizeof(model->followed));
	model->followed[task] = true;
	return 0;
}

calls_errors calls_leave(struct calls_model *model)
{
	if (!model->in_scope)
		return ERROR(EINVAL);
	if (model->planted != 1)
		model->started &= ~model->in_scope;
	model->in_scope = 0;
	model->unsure = 0;
	memset(model->followed, 0, sizeof(model->followed));
	return 0;
}

calls_errors calls_multiplex(struct calls_model *model, uint32_t mask)
{
	if (model->turning || mask & (model->started | model->in_scope))
		return ERROR(EBUSY);
	model->turning = mask;
	model->turns = 0;
	return 0;
}

calls_errors calls_end_multiplexing(struct calls_model *model)
{
	if (!model->turning)
		return ERROR(EINVAL);
	if (model->turning & model->in_scope)
		return ERROR(EBUSY);
	model->started &= ~model->turning;
	model->turning = 0;
	return 0;
}

void calls_fork(struct calls_model *model, unsigned int parent)
{
	model->followed[CALLS_PARENTS + parent] = model->followed[parent] &&
		(model->flags & PERFCNT_SCOPE_INHERIT || model->planted == 2);
}

void calls_exit(struct calls_model *model, unsigned int task)
{
	model->followed[task] = false;
}

/* Mask of the counters that count what a task does on a CPU. */
static uint32_t counting(const struct calls_model *model, unsigned int task,
			 unsigned int cpu)
{
	uint32_t mask = 0;
	unsigned int i;

	for (i = 0; i < CALLS_COUNTERS; i++)
		if (model->vpe[i] == CALLS_EVERY_VPE || model->vpe[i] == (int)cpu)
			mask |= 1u << i;
	mask &= model->started;
	return model->followed[task] ? mask : mask & ~model->in_scope;
}

void calls_step(struct calls_model *model, unsigned int task, unsigned int cpu,
		uint64_t events)
{
	uint32_t mask = counting(model, task, cpu) & ~model->turning;
	unsigned int i;

	for (i = 0; i < CALLS_COUNTERS; i++)
		if (mask & 1u << i)
			model->count[i] += events;
}

/* Do events that take turns count what a task does? */
bool calls_turns_count(const struct calls_model *model, unsigned int task)
{
	if (!(model->turning & model->started))
		return false;
	return !(model->turning & model->in_scope) || model->followed[task] ||
	       model->planted == 3;
}

/*
 * The most events that are counted at any time: each counter has one, but in a scope on
 * VPEs that share the counters one event has a counter a VPE.
 */
unsigned int calls_turns_most(const struct calls_model *model)
{
	unsigned int most = __builtin_popcount(model->turning);

	return model->turning & model->in_scope && model->shared ? most / CALLS_VPES : most;
}
