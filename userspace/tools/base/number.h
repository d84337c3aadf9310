/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers and lists of numbers: reading them, and writing large ones. */
#ifndef PERFCNT_TOOLS_NUMBER_H
#define PERFCNT_TOOLS_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/*
 * Reads a number that something may follow, and moves @at to its end.  The base is 10, or 16 with
 * or without 0x.  Returns 0, or -1 with errno EINVAL if there is no number, ERANGE if it is
 * larger than @most.
 */
int number_take(const char **at, int base, uint64_t most, uint64_t *number);

/* The same of a word that is a number, and no more. */
int number_read(const char *word, int base, uint64_t most, uint64_t *number);

/* 2^64 with a comma between each three digits. */
#define NUMBER_GROUPED_SIZE	32

/* As MD00548's Table 6 has counts: 522,337,380. */
void number_grouped(char text[NUMBER_GROUPED_SIZE], uint64_t count);

struct number_list {
	unsigned int *numbers;
	size_t count;
};

void number_list_add(struct number_list *list, unsigned int number);

/*
 * Adds numbers and ranges such as 0,2-3.  Returns -1 if that is not such a list, or a number is
 * more than @most.
 */
int number_list_read(struct number_list *list, unsigned int most,
		     const char *text);

/* Numbers, each larger than the one before, as such a list, to be freed by free(). */
char *number_list_text(const struct number_list *list);

/* The list is empty afterwards. */
void number_list_free(struct number_list *list);

#endif /* PERFCNT_TOOLS_NUMBER_H */
