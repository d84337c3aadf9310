/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sampled run as a file of text.  Each line is a word and what belongs to it; paths and
 * other texts come last in their line.
 */
#ifndef PERFCNT_PROFILE_SAMPLES_FILE_H
#define PERFCNT_PROFILE_SAMPLES_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "samples.h"

/**
 * samples_write() - write a run
 * @out: where it goes
 * @samples: the run
 */
void samples_write(FILE *out, const struct samples *samples);

/**
 * samples_read() - read a run
 * @samples: comes back; samples_free() frees it
 * @file: the file
 * @name: what messages call it
 *
 * Return: whether all of it is good; otherwise it is said what is not.
 */
bool samples_read(struct samples *samples, FILE *file, const char *name);

#endif /* PERFCNT_PROFILE_SAMPLES_FILE_H */
