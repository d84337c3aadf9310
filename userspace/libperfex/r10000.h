/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The events of the R10000, by number, and what they are on the machines of today. */
#ifndef PERFEX_R10000_H
#define PERFEX_R10000_H

#include <stdbool.h>
#include <stddef.h>

#define R10000_EVENTS		32

/* The longest label; reports fill labels with dots up to R10000_LABEL_WIDTH. */
#define R10000_LABEL_WIDTH	60

/* What is two events: cycles and graduated instructions. */
#define R10000_CYCLES		0
#define R10000_INSTRUCTIONS	15

/* The most counters that one event takes, and the longest name of one. */
#define R10000_MOST_PARTS	4
#define R10000_NAME_SIZE	64

/* An R10000's quadword, in bytes. */
#define R10000_QUADWORD		16

/* The columns of the table. */
enum perfex_kind {
	PERFEX_34K,
	PERFEX_ARM64,
	PERFEX_PERF,
	PERFEX_KINDS,
};

/* Lines of which cache an event counts, where the R10000 counts quadwords. */
enum perfex_lines {
	PERFEX_NO_LINES,
	PERFEX_L1_LINES,
	PERFEX_L2_LINES,
};

/**
 * struct perfex_equivalent - what counts an event of the R10000
 * @approximate: it is near, not the same
 * @lines: what is counted is lines of a cache
 * @count: how many counters it takes; the event is their sum
 * @name: what each counts, as perfcnt calls it, without modes
 * @listed: the name in sysfs by which the kernel says that its PMU has it, or ""
 */
struct perfex_equivalent {
	bool approximate;
	enum perfex_lines lines;
	unsigned int count;
	char name[R10000_MOST_PARTS][R10000_NAME_SIZE];
	char listed[R10000_MOST_PARTS][R10000_NAME_SIZE];
};

/**
 * perfex_label() - what an event is called
 * @number: the event, less than R10000_EVENTS
 *
 * Return: the R10000's words.
 */
const char *perfex_label(unsigned int number);

/**
 * perfex_equivalent() - find out what counts an event
 * @number: the event, less than R10000_EVENTS
 * @kind: on which machine
 * @which: its first choice, 0, or the next ones
 * @equivalent: comes back
 *
 * Return: whether there are so many choices.
 */
bool perfex_equivalent(unsigned int number, enum perfex_kind kind,
		       unsigned int which, struct perfex_equivalent *equivalent);

/**
 * perfex_equivalent_set() - say what counts an event, whatever the table says
 * @number: the event, less than R10000_EVENTS
 * @equivalent: what counts it; is copied
 */
void perfex_equivalent_set(unsigned int number,
			   const struct perfex_equivalent *equivalent);

/**
 * perfex_is_listed() - does the kernel say that its PMUs have an event?
 * @equivalent: what counts the event
 *
 * Return: whether all of its names in sysfs are there.
 */
bool perfex_is_listed(const struct perfex_equivalent *equivalent);

/**
 * perfex_missing() - why a machine does not have an event
 * @number: the event, less than R10000_EVENTS
 * @kind: the machine
 *
 * Return: the reason, or NULL if perfex_equivalent() knows something.
 */
const char *perfex_missing(unsigned int number, enum perfex_kind kind);

/**
 * perfex_kind_of() - the column for a driver on this machine
 * @driver: mips, sim or perf
 *
 * Return: the column.
 */
enum perfex_kind perfex_kind_of(const char *driver);

/**
 * perfex_event_number() - read the number of an event
 * @text: decimal digits
 *
 * Return: the number, or -1 if that is not a number from 0 to 31.
 */
int perfex_event_number(const char *text);

/**
 * perfex_is_34k_name() - is that one of the 34K's events?
 * @name: a name, without modes
 */
bool perfex_is_34k_name(const char *name);

#endif /* PERFEX_R10000_H */
