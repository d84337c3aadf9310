/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers as people and files write them: no sign, and no blanks before them. */
#ifndef PERFCNT_TOOLS_NUMBER_H
#define PERFCNT_TOOLS_NUMBER_H

#include <stdint.h>

/**
 * number_take() - read a number that something may follow
 * @at: where it begins; is where it ends afterwards, unless there is none
 * @base: 10, or 16 with or without 0x
 * @most: the largest that is meant
 * @number: comes back
 *
 * Return: 0, or -1 with errno EINVAL if there is no number, ERANGE if it is
 * larger than @most.
 */
int number_take(const char **at, int base, uint64_t most, uint64_t *number);

/**
 * number_read() - read a word that is a number
 * @word: the word
 * @base: 10, or 16 with or without 0x
 * @most: the largest that is meant
 * @number: comes back
 *
 * Return: 0, or -1 with errno EINVAL if it is no number, ERANGE if it is larger
 * than @most.
 */
int number_read(const char *word, int base, uint64_t most, uint64_t *number);

/* 2^64 with a comma between each three digits. */
#define NUMBER_GROUPED_SIZE	32

/**
 * number_grouped() - write a count as MD00548's Table 6 has it: 522,337,380
 * @text: gets it
 * @count: the count
 */
void number_grouped(char text[NUMBER_GROUPED_SIZE], uint64_t count);

#endif /* PERFCNT_TOOLS_NUMBER_H */
