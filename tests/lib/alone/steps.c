// SPDX-License-Identifier: GPL-2.0
/*
 * A reading beside a start or a stop, at any instruction, over ../stand_in.c: what another
 * thread, or a handler of a signal, does just then is done by a handler of single steps.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include <perfcnt.h>

#include "says.h"

/* ThreadSanitizer, which is linked in, may hold a lock of its own at a step. */
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)

#define STEP	0x100 /* of the flags: a trap after each instruction */

static void (*happens)(void);
static unsigned int steps;
static bool stepping;

/* The program's own code, of which the library is a part: nothing is locked there. */
static bool is_own(uintptr_t at)
{
	uintptr_t first, last;

	__asm__("lea __executable_start(%%rip), %0" : "=r"(first));
	__asm__("lea etext(%%rip), %0" : "=r"(last));
	return at >= first && at < last && !stand_in.called;
}

/* Once. */
static void happen(void)
{
	happens();
	happens = NULL;
}

static void trap(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	const int error = errno;

	(void)number;
	if (info->si_code <= 0) /* somebody has raised it, to begin or to end */
		stepping = !stepping;
	else if (is_own(registers[REG_RIP]) && !steps--)
		happen();
	if (stepping && happens)
		registers[REG_EFL] |= STEP;
	else
		registers[REG_EFL] &= ~STEP;
	errno = error;
}

static void handle_steps(void)
{
	struct sigaction action = { .sa_sigaction = trap, .sa_flags = SA_SIGINFO };

	sigaction(SIGTRAP, &action, NULL);
}

static struct perfcnt *counted;
static uint64_t counts[2];
static int result, error;

/* Of the harness, which is one of no other: no empty part is counted of it. */
static struct perfcnt *open_parent(void)
{
	struct perfcnt *perfcnt = perfcnt_open_process(getppid());

	clearenv(); /* which the device that is made up looks through at each step */
	if (perfcnt_add(perfcnt, "instructions:u") || perfcnt_add(perfcnt, "branches:u"))
		_exit(KSFT_FAIL);
	perfcnt_end(perfcnt); /* words have their memory from now on */
	handle_steps();
	return perfcnt;
}

/* Each reading counts 1000 of counter 0, and 3000 of counter 2. */
static bool is_reading(void)
{
	return counts[0] && counts[0] < 10000 && !(counts[0] % 1000) &&
	       counts[1] == 3 * counts[0];
}

static void take(void)
{
	counts[0] = -1;
	result = perfcnt_read(counted, counts, 2);
	error = errno;
}

#define LOG_READING(step) \
	TH_LOG("step %u: %d (%d) %llx %llx", step, result, error, \
	       (unsigned long long)counts[0], (unsigned long long)counts[1])

static void stop(void)
{
	if (perfcnt_stop(counted))
		_exit(KSFT_FAIL);
}

/* What a reading finds on its stack is no count. */
__attribute__((noipa))
static void spoil_stack(void)
{
	char bytes[4096];

	memset(bytes, 0xa5, sizeof(bytes));
	__asm__ volatile("" : : "r"(bytes) : "memory");
}

TEST(stop_while_it_is_read)
{
	unsigned int step, read = 0;

	counted = open_parent();
	for (step = 0; !happens; step++) {
		ASSERT_EQ(0, perfcnt_start(counted)) TH_LOG("%s", perfcnt_strerror(counted));
		spoil_stack();
		steps = step;
		happens = stop;
		raise(SIGTRAP);
		take();
		raise(SIGTRAP);
		EXPECT_TRUE(result ? error == EINVAL : is_reading())
			LOG_READING(step);
		read += !result;
	}
	EXPECT_LT(10, read);
	happens = NULL;
	perfcnt_close(counted);
}

/* What was lost until the last stop is no count, until another one is there. */
TEST(read_while_it_is_started)
{
	unsigned int step, read = 0, refused = 0;

	counted = open_parent();
	for (step = 0; !happens; step++) {
		ASSERT_EQ(0, perfcnt_start(counted)) TH_LOG("%s", perfcnt_strerror(counted));
		stand_in.lost = 1;
		EXPECT_EQ(-1, perfcnt_stop(counted));
		EXPECT_EQ(EIO, errno);
		steps = step;
		happens = take;
		stand_in.signal = SIGTRAP; /* when the kernel has done nearly all */
		if (perfcnt_start(counted))
			_exit(KSFT_FAIL);
		raise(SIGTRAP);
		stand_in.signal = 0;
		if (happens)
			continue;
		EXPECT_TRUE(result ? error == EIO || error == EINVAL : is_reading())
			LOG_READING(step);
		read += !result;
		refused += !!result;
		EXPECT_EQ(0, perfcnt_stop(counted));
	}
	EXPECT_LT(0, read);
	EXPECT_LT(10, refused);
	happens = NULL;
	perfcnt_close(counted);
}

#else

TEST(single_steps)
{
	SKIP(return, "no single steps here");
}

#endif

TEST_HARNESS_MAIN
