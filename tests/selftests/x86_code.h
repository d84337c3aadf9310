/* SPDX-License-Identifier: GPL-2.0 */
/* Code for x86-64 in which each instruction has its place. */
#ifndef PERFCNT_TEST_X86_CODE_H
#define PERFCNT_TEST_X86_CODE_H

#include <signal.h>

/* A handler of signals that goes on two bytes further, and how it returns. */
void skip_two(int number, siginfo_t *info, void *context);
void skip_return(void);

/* From N to 1: code that changes what it calls next, and code that changes what comes
 * next. They return the sum of the numbers that they have written there. To be copied
 * to where they can be written.
 */
extern const char changes_others[], changes_others_end[];
extern const char changes_itself[], changes_itself_end[];

/*
 * Enables an event of perf's, does so many turns of NOPS times NOP and DEC and JNZ, and
 * disables it. In user mode there are MOVE instructions between the first system call
 * and the first turn, and LEAVE from the last turn to the second system call, with it,
 * of LEAVE_BYTES each but that.
 */
#define NOPS		999
#define TURN		(NOPS + 2)
#define MOVE		1
#define LEAVE		3
#define LEAVE_BYTES	5

void sled(int event, unsigned long turns);
extern const char sled_start[], sled_turn[], sled_dec[], sled_jnz[], sled_leave[];

#endif /* PERFCNT_TEST_X86_CODE_H */
