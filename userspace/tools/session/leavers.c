// SPDX-License-Identifier: GPL-2.0
/* What perf's records say of programs, until there are enough of them, or the command has ended. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <event_set.h>

#include "base/clock.h"
#include "base/memory.h"
#include "executions.h"
#include "leavers.h"
#include "records.h"

/* More records than this are looked through. */
#define MOST_WAITING	65536

/* What is watched. */
struct leavers {
	struct command_watch watch; /* reads the rings */
	struct records *records; /* of each CPU */
	uint64_t taken; /* all records of before this time were taken */
	struct executions executions; /* what the records say */
	char *words; /* why counts are partial */
};

static void take_record(void *argument, const struct perf_event_header *header,
			const struct record_end *end)
{
	struct leavers *leavers = argument;
	struct executions *executions = &leavers->executions;

	if (header->type == PERF_RECORD_COMM && header->misc & PERF_RECORD_MISC_COMM_EXEC)
		executions_add(executions, EXECUTION_BEGUN, end->tid, end->time);
	else if (header->type == PERF_RECORD_MMAP)
		executions_add(executions, EXECUTION_MAPPED, end->tid, end->time);
	else if (header->type == PERF_RECORD_EXIT)
		executions_add(executions, EXECUTION_ENDED, end->tid, end->time);
}

static void take(void *argument)
{
	struct leavers *leavers = argument;

	leavers->taken = clock_now();
	records_take(leavers->records, take_record, leavers);
	if (leavers->executions.count > MOST_WAITING)
		executions_look(&leavers->executions, leavers->taken);
}

struct leavers *leavers_new(void)
{
	static const struct perf_event_attr mappings = { .mmap = 1 };
	struct leavers *leavers = zeros(1, sizeof(*leavers));
	int error;

	leavers->watch = (struct command_watch){
		.fd = epoll_create1(EPOLL_CLOEXEC),
		.ready = take,
		.argument = leavers,
	};
	if (leavers->watch.fd >= 0)
		leavers->records = records_open(&mappings, false);
	if (leavers->records && !records_watch(leavers->records, leavers->watch.fd))
		return leavers;
	error = errno;
	leavers_free(leavers);
	errno = error;
	return NULL;
}

const struct command_watch *leavers_watch(const struct leavers *leavers)
{
	return &leavers->watch;
}

const char *leavers_end(struct leavers *leavers)
{
	uint64_t lost;
	char *missed;

	take(leavers);
	executions_look(&leavers->executions, leavers->taken);
	if (leavers->executions.left)
		return PERFCNT_LEFT_WORDS;
	missed = records_missed(leavers->records);
	lost = records_lost(leavers->records);
	if (!missed && lost)
		missed = formatted("perf lost %llu records", (unsigned long long)lost);
	free(leavers->words);
	leavers->words = missed ? formatted("it is not known whether a program left at execve: %s",
					    missed) : NULL;
	free(missed);
	return leavers->words;
}

void leavers_free(struct leavers *leavers)
{
	if (!leavers)
		return;
	free(leavers->words);
	records_close(leavers->records);
	if (leavers->watch.fd >= 0)
		close(leavers->watch.fd);
	executions_free(&leavers->executions);
	free(leavers);
}
