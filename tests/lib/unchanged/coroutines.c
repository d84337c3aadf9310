// SPDX-License-Identifier: GPL-2.0
/* The smallest stacks, and coroutines. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "program.h"
#include "regions.h"

#define SMALL_STACK	16384

static void *be_small(void *unused)
{
	BEGIN(small);
	END(small);
	return unused;
}

static ucontext_t back, coroutines[2];

static void make_coroutine(unsigned int number, void (*function)(void))
{
	ucontext_t *context = &coroutines[number];

	must(!getcontext(context), "getcontext");
	context->uc_stack.ss_sp = mmap(NULL, SMALL_STACK, PROT_READ | PROT_WRITE,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	context->uc_stack.ss_size = SMALL_STACK;
	context->uc_link = &back;
	must(context->uc_stack.ss_sp != MAP_FAILED, "mmap");
	makecontext(context, function, 0);
}

static void be_small_coroutine(void)
{
	be_small(NULL);
}

/* The first regions of a thread and of a process, on the smallest stacks. */
void have_small_thread(void)
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	errno = pthread_attr_setstacksize(&attributes, sysconf(_SC_THREAD_STACK_MIN));
	must(!errno, "pthread_attr_setstacksize");
	errno = pthread_create(&thread, &attributes, be_small, NULL);
	must(!errno, "pthread_create");
	pthread_join(thread, NULL);
	printf("a thread with the least stack is over\n");
}

void have_small_coroutine(void)
{
	make_coroutine(0, be_small_coroutine);
	swapcontext(&back, &coroutines[0]);
	printf("a coroutine with a small stack is over\n");
}

/* The other one goes on. */
static void suspend(unsigned int number)
{
	swapcontext(&coroutines[number], &coroutines[!number]);
}

static void be_first(void)
{
	BEGIN(first);
	suspend(0);
	END(first);
	BEGIN(first);
	END(first);
	suspend(0);
	BEGIN(first);
	suspend(0);
	END(first);
	printf("the first coroutine is over\n");
	suspend(0);
}

/* Its region is dropped where that of the first one ends, then the other way round. */
static void be_second(void)
{
	BEGIN(second);
	suspend(1);
	END(second);
	BEGIN(second);
	suspend(1);
	END(second);
	suspend(1);
	printf("the second coroutine is over\n");
}

void have_coroutines(void)
{
	make_coroutine(0, be_first);
	make_coroutine(1, be_second);
	swapcontext(&back, &coroutines[0]);
}
