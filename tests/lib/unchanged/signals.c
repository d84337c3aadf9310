// SPDX-License-Identifier: GPL-2.0
/* Signals whose handlers have regions, and that a region leaves as they were. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "program.h"
#include "regions.h"

#define SIGNALS		200

static int handled_signals;

static void handle(int signal)
{
	(void)signal;
	BEGIN(handled);
	__atomic_add_fetch(&handled_signals, 1, __ATOMIC_RELAXED);
	END(handled);
}

static void set_handler(int signal, int flags)
{
	struct sigaction action = { .sa_handler = handle, .sa_flags = flags };

	must(!sigaction(signal, &action, NULL), "sigaction");
}

static sigset_t one_signal(int signal)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signal);
	return set;
}

/* How many signals are as they were: what becomes of them, whether blocked, whether pending. */
static unsigned int same_signals(struct sigaction before[NSIG], const sigset_t *mask,
				 const sigset_t *waiting)
{
	struct sigaction action;
	sigset_t now, pending;
	unsigned int same = 0;
	int i;

	sigprocmask(SIG_SETMASK, NULL, &now);
	sigpending(&pending);
	for (i = 1; i < NSIG; i++)
		same += sigaction(i, NULL, &action) ||
			(action.sa_handler == before[i].sa_handler &&
			 action.sa_flags == before[i].sa_flags &&
			 sigismember(&now, i) == sigismember(mask, i) &&
			 sigismember(&pending, i) == sigismember(waiting, i));
	return NSIG - 1 - same;
}

void keep_signals(void)
{
	sigset_t blocked = one_signal(SIGUSR2), mask, waiting;
	struct sigaction before[NSIG];
	int i;

	set_handler(SIGUSR2, 0);
	sigprocmask(SIG_BLOCK, &blocked, NULL);
	raise(SIGUSR2);
	for (i = 1; i < NSIG; i++)
		sigaction(i, NULL, &before[i]);
	sigprocmask(SIG_SETMASK, NULL, &mask);
	sigpending(&waiting);
	BEGIN(interrupted);
	printf("signals that a region changes: %u\n", same_signals(before, &mask, &waiting));
	sigprocmask(SIG_UNBLOCK, &blocked, NULL);
	printf("handled in a region: %d\n", handled_signals);
	END(interrupted);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	sigpending(&waiting);
	printf("signals that its end changes: %u\n", same_signals(before, &mask, &waiting));
}

static sem_t is_handled;

static void handle_and_say(int signal)
{
	handle(signal);
	sem_post(&is_handled);
}

static void *send_signals(void *to)
{
	unsigned int i;

	for (i = 0; i < SIGNALS; i++) {
		pthread_kill(*(pthread_t *)to, SIGUSR1);
		while (sem_wait(&is_handled))
			;
	}
	return NULL;
}

/* Handlers come wherever regions are just then, on a stack of their own. */
void interrupt_regions(void)
{
	struct sigaction action = { .sa_handler = handle_and_say, .sa_flags = SA_ONSTACK };
	stack_t stack = { .ss_size = sysconf(_SC_SIGSTKSZ) };
	pthread_t self = pthread_self(), sender;
	unsigned int i;

	stack.ss_sp = malloc(stack.ss_size);
	must(stack.ss_sp && !sigaltstack(&stack, NULL), "sigaltstack");
	must(!sem_init(&is_handled, 0, 0), "sem_init");
	must(!sigaction(SIGUSR1, &action, NULL), "sigaction");
	BEGIN(interrupted);
	END(interrupted);
	errno = pthread_create(&sender, NULL, send_signals, &self);
	must(!errno, "pthread_create");
	while (__atomic_load_n(&handled_signals, __ATOMIC_RELAXED) < SIGNALS) {
		for (i = 0; i < ROUNDS; i++) {
			BEGIN(interrupted);
			END(interrupted);
		}
		sched_yield();
	}
	pthread_join(sender, NULL);
	printf("handled wherever regions are: %d\n", handled_signals);
}
