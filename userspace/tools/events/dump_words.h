/* SPDX-License-Identifier: GPL-2.0 */
/* What the lines of raw dumps are made of. */
#ifndef PERFCNT_TOOLS_DUMP_WORDS_H
#define PERFCNT_TOOLS_DUMP_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Each of these moves @at behind what it names, and returns whether that was there; blanks need not
 * be.
 */
void dump_skip_blanks(const char **at);

/* Small and capital letters are the same. */
bool dump_skip_word(const char **at, const char *word);

/* Reads "PerfCnt[N]."; PERFCNT_MAX_COUNTERS stands for all numbers that are larger. */
bool dump_take_counter(const char **at, unsigned int *counter);

/* Reads ":" and the blanks around it. */
bool dump_take_colon(const char **at);

/*
 * Reads "NAME SECONDS", and blanks after it; the seconds, which have a point, are given in
 * nanoseconds.
 */
bool dump_take_seconds(const char **at, const char *name, uint64_t *time);

#endif /* PERFCNT_TOOLS_DUMP_WORDS_H */
