/* SPDX-License-Identifier: GPL-2.0 */
#ifndef LIBTESTS_COUNTED_PROGRAM_H
#define LIBTESTS_COUNTED_PROGRAM_H

/* A fault of memory for each page. */
void touch(unsigned int pages);

/* So many instructions a turn; 0 if not known. */
#if defined(__x86_64__) || defined(__aarch64__) || defined(__mips__)
#define SPIN_INSTRUCTIONS 2
#else
#define SPIN_INSTRUCTIONS 0
#endif

void spin(unsigned long turns);

/* What the words say, of which the last is NULL; returns an exit status. */
int run(char **word);

#endif /* LIBTESTS_COUNTED_PROGRAM_H */
