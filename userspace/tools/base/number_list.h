/* SPDX-License-Identifier: GPL-2.0 */
/* Lists of numbers as people write them: 0,2-3. */
#ifndef PERFCNT_TOOLS_NUMBER_LIST_H
#define PERFCNT_TOOLS_NUMBER_LIST_H

#include <stddef.h>

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

#endif /* PERFCNT_TOOLS_NUMBER_LIST_H */
