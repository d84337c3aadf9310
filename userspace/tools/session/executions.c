// SPDX-License-Identifier: GPL-2.0
/* What perf's records say, in the order of their times. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "executions.h"

void executions_add(struct executions *executions, enum execution_kind kind, uint32_t tid,
		    uint64_t time)
{
	executions->waiting = grow(executions->waiting, executions->count,
				   sizeof(*executions->waiting));
	executions->waiting[executions->count++] = (struct execution){
		.time = time,
		.number = executions->number++,
		.tid = tid,
		.kind = kind,
	};
}

static int compare(const void *left, const void *right)
{
	const struct execution *one = left, *other = right;

	if (one->time != other->time)
		return one->time < other->time ? -1 : 1;
	return (one->number > other->number) - (one->number < other->number);
}

/* Takes the task out of those that have mapped nothing; whether it was there. */
static bool take_out(struct executions *executions, uint32_t tid)
{
	size_t i;

	for (i = 0; i < executions->begun_count; i++)
		if (executions->begun[i] == tid) {
			executions->begun[i] = executions->begun[--executions->begun_count];
			return true;
		}
	return false;
}

static void look(struct executions *executions, const struct execution *execution)
{
	const bool had_begun = take_out(executions, execution->tid);

	if (execution->kind == EXECUTION_ENDED) {
		executions->left += had_begun;
	} else if (execution->kind == EXECUTION_BEGUN) {
		executions->begun = grow(executions->begun, executions->begun_count,
					 sizeof(*executions->begun));
		executions->begun[executions->begun_count++] = execution->tid;
	}
}

void executions_look(struct executions *executions, uint64_t until)
{
	size_t i = 0;

	if (!executions->count)
		return;
	qsort(executions->waiting, executions->count, sizeof(*executions->waiting), compare);
	while (i < executions->count && executions->waiting[i].time < until)
		look(executions, &executions->waiting[i++]);
	executions->count -= i;
	memmove(executions->waiting, executions->waiting + i,
		executions->count * sizeof(*executions->waiting));
}

void executions_free(struct executions *executions)
{
	free(executions->waiting);
	free(executions->begun);
	*executions = (struct executions){ 0 };
}
