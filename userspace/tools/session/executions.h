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

/* What happened to a task. */
enum execution_kind {
	EXECUTION_BEGUN, /* it has executed a program */
	EXECUTION_MAPPED, /* it has mapped code */
	EXECUTION_ENDED, /* its events have ended */
};

/* A record. */
struct execution {
	uint64_t time; /* when, in nanoseconds */
	uint32_t number; /* in which order it came, of those of the same time */
	uint32_t tid; /* the task */
	enum execution_kind kind;
};

/* Records that are not looked through yet, and what was found. */
struct executions {
	struct execution *waiting; /* these records, in any order */
	size_t count;
	uint32_t *begun; /* tasks that have executed a program, and have mapped nothing since */
	size_t begun_count;
	uint32_t number; /* of the next record */
	unsigned int left; /* how many tasks have left */
};

/*
 * Adds a record; @executions begins with zeros.  Records of a CPU come in their order, those of
 * several CPUs in any.
 */
void executions_add(struct executions *executions, enum execution_kind kind, uint32_t tid,
		    uint64_t time);

/*
 * Looks through the records of a time that is past: all that happened before @until has been added.
 */
void executions_look(struct executions *executions, uint64_t until);

void executions_free(struct executions *executions);

#endif /* PERFCNT_TOOLS_EXECUTIONS_H */
