/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs for x86-64 of which is known by hand what an iteration is in user mode: the
 * code that ring 0 has, too, and what only user mode can do: system calls, faults, code
 * that changes itself.
 */
#ifndef PERFCNT_TEST_USER_CODE_H
#define PERFCNT_TEST_USER_CODE_H

#include <stdbool.h>
#include <stddef.h>

#define noinline __attribute__((noinline)) /* the kernel has it */

#include "ring0/known_code.h"

/**
 * struct program - a program
 * @code: what an iteration is
 * @iterations: how many are enough
 * @prepare: what has to be done before each run, or NULL
 */
struct program {
	struct known_code code;
	unsigned long iterations;
	void (*prepare)(void);
};

bool program_at(size_t i, struct program *program);

#endif /* PERFCNT_TEST_USER_CODE_H */
