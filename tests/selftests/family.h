/* SPDX-License-Identifier: GPL-2.0 */
/* A process and its children that take turns on a CPU. */
#ifndef PERFCNT_TEST_FAMILY_H
#define PERFCNT_TEST_FAMILY_H

#define CHILDREN 3

/**
 * be_a_family() - be a process with CHILDREN children, and end when all have ended
 * @n: each touches so many pages, gives its CPU away after each, and does 100 turns of a
 *     loop for each
 * @begin: each calls it before that, one after the other, unless it is NULL
 * @end: and in the end
 *
 * Now and then one sleeps: the next then is not always one of them.
 */
void be_a_family(unsigned long n, void (*begin)(void), void (*end)(void))
	__attribute__((noreturn));

#endif /* PERFCNT_TEST_FAMILY_H */
