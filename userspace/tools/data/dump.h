/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Raw dumps: what /proc/perf prints, one dump after another.
 *
 *	PerfCnt[0].Ctl : 0x80000028
 *	PerfCnt[0].Cnt : 108399
 *
 * A run of a program gives one dump, and a measurement is the runs that
 * together count what was asked for.  Two kinds of comment say what /proc/perf
 * has no place for:
 *
 *	# measurement: TITLE		a measurement begins, with any title
 *	# PerfCnt[0].Name : NAME	the native event of the next counter 0
 *
 * Without titles a measurement ends where a dump counts again what the
 * measurement has already; and always at the end of a file.
 */
#ifndef PERFCNT_TOOLS_DUMP_H
#define PERFCNT_TOOLS_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/perfcnt.h>

/**
 * struct reading - a counter in a dump
 * @run: which run of the measurement it is from, from 0
 * @counter: the counter's number
 * @control: its control word; 0 in PERFCNT_CTL_MODES means that it stood still
 * @count: its count
 * @native: the name of a native event, or ""
 */
struct reading {
	unsigned int run;
	unsigned int counter;
	uint32_t control;
	uint64_t count;
	char native[PERFCNT_NAME_SIZE];
};

/**
 * struct measurement - the runs that belong together
 * @title: from the title's line, or the file's name
 * @runs: how many there are
 * @readings: of all runs, in their order
 * @count: how many readings there are
 */
struct measurement {
	char *title;
	unsigned int runs;
	struct reading *readings;
	size_t count;
};

/**
 * struct dump - all that was read
 * @measurements: in the order of the input
 * @count: how many there are
 * @damaged: how many lines were damaged
 */
struct dump {
	struct measurement *measurements;
	size_t count;
	size_t damaged;
};

/* What needs memory ends the program, with a message, if there is none. */

/**
 * dump_add() - add a reading to a measurement
 * @measurement: the measurement, zero at first
 * @reading: is copied; its run is below @measurement->runs afterwards
 */
void dump_add(struct measurement *measurement, const struct reading *reading);

/**
 * dump_begin() - begin a measurement
 * @dump: gets it, zero at first
 * @title: is copied
 *
 * Return: the measurement, until the next dump_begin() or dump_read().
 */
struct measurement *dump_begin(struct dump *dump, const char *title);

/**
 * dump_counts_same() - do two readings count the same?
 * @a: one
 * @b: the other
 *
 * Return: whether they are of one bank and count one event, in the same modes
 * and with the same filter.
 */
bool dump_counts_same(const struct reading *a, const struct reading *b);

/**
 * dump_free() - free all measurements
 * @dump: is zero afterwards
 */
void dump_free(struct dump *dump);

#endif /* PERFCNT_TOOLS_DUMP_H */
