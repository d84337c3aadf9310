/* SPDX-License-Identifier: GPL-2.0 */
/* What is done again and again while a command runs. */
#ifndef PERFCNT_TOPDOWN_TICKS_H
#define PERFCNT_TOPDOWN_TICKS_H

#include <stdint.h>

#include "session/command.h"

/**
 * struct ticks - what is done, and how the command's watch comes to know
 * @watch: for struct command
 * @tick: what is done
 * @argument: for @tick
 */
struct ticks {
	struct command_watch watch;
	void (*tick)(void *argument);
	void *argument;
};

/**
 * ticks_now() - a clock that nobody sets
 *
 * Return: the time in nanoseconds.
 */
uint64_t ticks_now(void);

/**
 * ticks_begin() - the first time is an interval from now
 * @ticks: has what is done; gets its watch
 * @interval: how often, in nanoseconds; not 0
 *
 * Times that have passed while nobody waited are left out.  Ends the tool if there is
 * no timer.
 */
void ticks_begin(struct ticks *ticks, uint64_t interval);

/**
 * ticks_end() - do nothing any more
 * @ticks: from ticks_begin()
 */
void ticks_end(struct ticks *ticks);

#endif /* PERFCNT_TOPDOWN_TICKS_H */
