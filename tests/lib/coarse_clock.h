/* SPDX-License-Identifier: GPL-2.0 */
#ifndef LIBTESTS_COARSE_CLOCK_H
#define LIBTESTS_COARSE_CLOCK_H

#include <stdint.h>

/* What happens just before an event is read, or NULL. */
extern void (*before_reading)(void);

/* Perf's clock is one of so many ns, or, if 0, as it is. */
extern uint64_t tick;

#endif /* LIBTESTS_COARSE_CLOCK_H */
