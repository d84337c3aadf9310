// SPDX-License-Identifier: GPL-2.0
/* Tasks that do what they are told, one after the other. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "calls.h"

/* What a task is told. */
struct order {
	enum calls_order what;
	uint32_t events;
};

static int step_fd, answers[2], orders[CALLS_TASKS][2];

/* Parents take turns on the VPEs, and a child is where its parent is. */
unsigned int calls_cpu(unsigned int task)
{
	return task % CALLS_PARENTS % CALLS_VPES;
}

static void answer(pid_t pid)
{
	if (write(answers[1], &pid, sizeof(pid)) != sizeof(pid))
		_exit(1);
}

static void cause(unsigned int cpu, uint32_t events)
{
	char text[64];
	int length = snprintf(text, sizeof(text), "%u u instructions %u", cpu, events);

	if (write(step_fd, text, length) != length)
		_exit(1);
}

static void begin(unsigned int task)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGCHLD, SIG_IGN);
	pin_to_cpu(calls_cpu(task));
}

/* Never returns. */
static void run_task(unsigned int task)
{
	struct order order;
	pid_t pid;

	begin(task);
	for (;;) {
		if (read(orders[task][0], &order, sizeof(order)) != sizeof(order) ||
		    order.what == CALLS_EXIT)
			_exit(0);
		pid = 0;
		if (order.what == CALLS_STEP) {
			cause(calls_cpu(task), order.events);
		} else {
			pid = fork();
			if (!pid) {
				begin(task += CALLS_PARENTS);
				continue; /* its parent answers */
			}
		}
		answer(pid);
	}
}

/* What it answers: of a fork, the child. */
pid_t calls_tell(unsigned int task, enum calls_order what, uint32_t events)
{
	struct order order = { .what = what, .events = events };
	pid_t pid = 0;

	if (write(orders[task][1], &order, sizeof(order)) != sizeof(order))
		fatal("task %u: %s", task, strerror(errno));
	if (what != CALLS_EXIT && read(answers[0], &pid, sizeof(pid)) != sizeof(pid))
		fatal("task %u does not answer", task);
	return pid;
}

void calls_create_tasks(pid_t *pids)
{
	unsigned int task;

	step_fd = open(STEP, O_WRONLY);
	if (step_fd < 0)
		fatal("%s: %s", STEP, strerror(errno));
	if (prctl(PR_SET_CHILD_SUBREAPER, 1))
		fatal("prctl: %s", strerror(errno));
	if (pipe(answers))
		fatal("pipe: %s", strerror(errno));
	for (task = 0; task < CALLS_TASKS; task++)
		if (pipe(orders[task]))
			fatal("pipe: %s", strerror(errno));
	for (task = 0; task < CALLS_PARENTS; task++) {
		pids[task] = fork();
		if (!pids[task])
			run_task(task);
	}
}

/* They have closed STEP then, and the module can be removed. */
void calls_end_tasks(const pid_t *pids)
{
	unsigned int task;

	for (task = 0; task < CALLS_PARENTS; task++)
		if (pids[task])
			kill(pids[task], SIGKILL);
	/* their children end with them, and are this process's then */
	while (wait(NULL) > 0)
		;
}
