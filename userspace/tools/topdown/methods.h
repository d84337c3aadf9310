/* SPDX-License-Identifier: GPL-2.0 */
/* What each method needs, and what this machine lacks of it. */
#ifndef PERFCNT_TOPDOWN_METHODS_H
#define PERFCNT_TOPDOWN_METHODS_H

#include <stdbool.h>

/* For messages: their names. */
#define METHODS_NAMES	"metrics, events, arm or 34k"

/* Is there a method of this name? */
bool methods_know(const char *name);

/*
 * Prints what each method needs, and whether it is here, and ends the tool.  @found is the method
 * of the kernel's events that is here, or NULL.
 */
void methods_list(const char *found) __attribute__((noreturn));

/*
 * Says what the machine lacks, and ends the tool.  @driver is that of the module's counters, or
 * NULL if the module is not there.
 */
void methods_none(const char *driver) __attribute__((noreturn));

#endif /* PERFCNT_TOPDOWN_METHODS_H */
