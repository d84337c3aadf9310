// SPDX-License-Identifier: GPL-2.0
/* Ends of processes and threads, jumps and exceptions, in regions that stay open. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "program.h"
#include "regions.h"

static void finish_with_region(void)
{
	BEGIN(finally);
	END(finally);
}

static void leave_by_exit(void)
{
	atexit(finish_with_region);
	BEGIN(exits);
	exit(3);
}

static void leave_at_once(void)
{
	BEGIN(exits);
	_exit(4);
}

static void leave_by_abort(void)
{
	BEGIN(exits);
	abort();
}

static void leave_by_kill(void)
{
	BEGIN(exits);
	kill(getpid(), SIGKILL);
}

static void leave_by_fault(void)
{
	BEGIN(exits);
	raise(SIGSEGV);
}

static void leave_thread(void)
{
	BEGIN(exits);
	pthread_exit(NULL);
}

void leave_process(void)
{
	static void (*const ways[])(void) = {
		leave_by_exit, leave_at_once, leave_by_abort, leave_by_kill, leave_by_fault,
		leave_thread,
	};
	const struct rlimit none = { 0 };
	unsigned int i;

	setrlimit(RLIMIT_CORE, &none);
	printf("how processes end:");
	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		printf(" %#x", (unsigned int)status_of(ways[i]));
	printf("\n");
}

static sigjmp_buf there;

static void jump_from_handler(int signal)
{
	(void)signal;
	siglongjmp(there, 1);
}

static void jump(bool by_signal)
{
	BEGIN(jumps);
	if (by_signal)
		raise(SIGUSR1);
	siglongjmp(there, 1);
}

__attribute__((noinline))
static void come_back(bool by_signal)
{
	SCOPE(around);

	if (!sigsetjmp(there, 1))
		jump(by_signal);
}

void jump_out(void)
{
	signal(SIGUSR1, jump_from_handler);
	come_back(false);
	come_back(true);
	come_back(false);
	printf("jumps came back\n");
}

static sem_t is_there, goes_on;

static void *wait_in_region(void *unused)
{
	BEGIN(cancelled);
	sem_post(&is_there);
	for (;;)
		pause();
	return unused;
}

void be_cancelled(void)
{
	pthread_t thread;
	void *result;

	must(!sem_init(&is_there, 0, 0), "sem_init");
	errno = pthread_create(&thread, NULL, wait_in_region, NULL);
	must(!errno, "pthread_create");
	sem_wait(&is_there);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	printf("cancelled in a region: %d\n", result == PTHREAD_CANCELED);
}

static int reached;

static void come_to(int point)
{
	__atomic_store_n(&reached, point, __ATOMIC_RELAXED);
}

/* It is cancelled where it asks whether it is, and in no region before. */
static void *be_cancelled_later(void *first)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	if (!first) {
		BEGIN(pending);
		END(pending);
	}
	sem_post(&is_there);
	while (sem_wait(&goes_on))
		;
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	BEGIN(pending);
	come_to(1);
	END(pending);
	come_to(2);
	pthread_testcancel();
	come_to(3);
	return NULL;
}

static void have_pending_cancel(bool in_first)
{
	pthread_t thread;
	void *result;

	come_to(0);
	must(!sem_init(&is_there, 0, 0) && !sem_init(&goes_on, 0, 0), "sem_init");
	errno = pthread_create(&thread, NULL, be_cancelled_later, in_first ? &thread : NULL);
	must(!errno, "pthread_create");
	sem_wait(&is_there);
	pthread_cancel(thread);
	sem_post(&goes_on);
	pthread_join(thread, &result);
	printf("a cancellation that is pending has let it come to %d: %d\n", reached,
	       result == PTHREAD_CANCELED);
}

void keep_pending_cancel(void)
{
	have_pending_cancel(true);
	have_pending_cancel(false);
}

void throw_exceptions(void)
{
#ifdef WITH_EXCEPTIONS
	printf("blocks that an exception has left: %d\n", throw_through(5));
#endif
}
