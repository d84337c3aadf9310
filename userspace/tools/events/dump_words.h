/* SPDX-License-Identifier: GPL-2.0 */
/* What the lines of raw dumps are made of. */
#ifndef PERFCNT_TOOLS_DUMP_WORDS_H
#define PERFCNT_TOOLS_DUMP_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/**
 * dump_skip_blanks() - skip the blanks of a line
 * @at: where; after them afterwards
 */
void dump_skip_blanks(const char **at);

/**
 * dump_skip_word() - skip a word that may be there
 * @at: where; after it afterwards
 * @word: the word; small and capital letters are the same
 *
 * Return: whether it is there.
 */
bool dump_skip_word(const char **at, const char *word);

/**
 * dump_take_counter() - read "PerfCnt[N]."
 * @at: where; after it afterwards
 * @counter: gets the number; PERFCNT_MAX_COUNTERS stands for all that are larger
 *
 * Return: whether it is there.
 */
bool dump_take_counter(const char **at, unsigned int *counter);

/**
 * dump_take_colon() - skip ":" and the blanks around it
 * @at: where; after it afterwards
 *
 * Return: whether it is there.
 */
bool dump_take_colon(const char **at);

/**
 * dump_take_seconds() - read "NAME SECONDS", and blanks after it
 * @at: where; after it afterwards
 * @name: the name
 * @time: gets the seconds, which have a point, in nanoseconds
 *
 * Return: whether it is there.
 */
bool dump_take_seconds(const char **at, const char *name, uint64_t *time);

#endif /* PERFCNT_TOOLS_DUMP_WORDS_H */
