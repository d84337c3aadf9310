/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which programs have left perf at execve(2), from perf's records of all that is followed.
 *
 * The kernel writes a record of a new name at each execve(2).  A program that must not be
 * followed, which is set-user-ID or set-group-ID or may not be read by its user, has its
 * events ended at once, which writes the record of an exit.  One that is followed is mapped
 * first, with records of that.
 */
#ifndef PERFCNT_TOOLS_EXECUTIONS_H
#define PERFCNT_TOOLS_EXECUTIONS_H

#include <stddef.h>
#include <stdint.h>

/**
 * enum execution_kind - what happened to a task
 * @EXECUTION_BEGUN: it has executed a program
 * @EXECUTION_MAPPED: it has mapped code
 * @EXECUTION_ENDED: its events have ended
 */
enum execution_kind {
	EXECUTION_BEGUN,
	EXECUTION_MAPPED,
	EXECUTION_ENDED,
};

/**
 * struct execution - a record
 * @time: when, in nanoseconds
 * @number: in which order it came, of those of the same time
 * @tid: the task
 * @kind: what happened
 */
struct execution {
	uint64_t time;
	uint32_t number;
	uint32_t tid;
	enum execution_kind kind;
};

/**
 * struct executions - records that are not looked through yet, and what was found
 * @waiting: these, in any order
 * @count: how many
 * @begun: tasks that have executed a program, and have mapped nothing since
 * @begun_count: how many
 * @number: of the next record
 * @left: how many tasks have left
 */
struct executions {
	struct execution *waiting;
	size_t count;
	uint32_t *begun;
	size_t begun_count;
	uint32_t number;
	unsigned int left;
};

/**
 * executions_add() - add a record
 * @executions: begins with zeros
 * @kind: what happened
 * @tid: to which task
 * @time: when
 *
 * Records of a CPU come in their order, those of several CPUs in any.
 */
void executions_add(struct executions *executions, enum execution_kind kind, uint32_t tid,
		    uint64_t time);

/**
 * executions_look() - look through the records of a time that is past
 * @executions: the records
 * @until: all that happened before this time was added
 */
void executions_look(struct executions *executions, uint64_t until);

/**
 * executions_free() - forget all
 * @executions: the records
 */
void executions_free(struct executions *executions);

#endif /* PERFCNT_TOOLS_EXECUTIONS_H */
