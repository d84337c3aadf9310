/* SPDX-License-Identifier: GPL-2.0 */
/* A loop whose places are known. */
#ifndef PERFCNT_TEST_KNOWN_LOOP_H
#define PERFCNT_TEST_KNOWN_LOOP_H

/* Its instructions; on a 34K the last one is in the branch's delay slot. */
#ifdef __mips__
#define KNOWN_LOOP	8
#else
#define KNOWN_LOOP	64
#endif

void known_loop(unsigned long iterations);
extern char known_loop_end[];

#endif /* PERFCNT_TEST_KNOWN_LOOP_H */
