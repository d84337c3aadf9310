/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers and lists of numbers: reading them, and writing large ones. */
#ifndef PERFCNT_TOOLS_NUMBER_H
#define PERFCNT_TOOLS_NUMBER_H

#include <stddef.h>
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

/**
 * struct number_list - numbers
 * @numbers: the numbers
 * @count: how many
 */
struct number_list {
	unsigned int *numbers;
	size_t count;
};

/**
 * number_list_add() - add a number
 * @list: gets it
 * @number: the number
 */
void number_list_add(struct number_list *list, unsigned int number);

/**
 * number_list_read() - add numbers and ranges such as 0,2-3
 * @list: gets them
 * @most: the largest that is meant
 * @text: the numbers
 *
 * Return: 0, or -1 if that is not such a list, or a number is more than @most.
 */
int number_list_read(struct number_list *list, unsigned int most,
		     const char *text);

/**
 * number_list_text() - the numbers as number_list_read() takes them
 * @list: the numbers, each larger than the one before
 *
 * Return: the text, to be freed by free().
 */
char *number_list_text(const struct number_list *list);

/**
 * number_list_free() - free the numbers
 * @list: is empty afterwards
 */
void number_list_free(struct number_list *list);

#endif /* PERFCNT_TOOLS_NUMBER_H */
