/* SPDX-License-Identifier: GPL-2.0 */
/* A loop of known length: does this machine count it? */
#ifndef PERFCNT_COUNTS_KNOWN_LOOP_H
#define PERFCNT_COUNTS_KNOWN_LOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <perfcnt.h>
#include <event_set.h>

#define KNOWN_LOOP_TURNS	10000
#define KNOWN_LOOP_BLOCK	100	/* instructions of a turn */
#define KNOWN_LOOP_EVENT	"instructions:u"
#define KNOWN_LOOP_LEAST	(KNOWN_LOOP_BLOCK * KNOWN_LOOP_TURNS)
/* A turn ends with a few more. */
#define KNOWN_LOOP_MOST		(KNOWN_LOOP_LEAST + 6 * KNOWN_LOOP_TURNS)

/* Is this what the instructions of the loop come to? */
bool known_loop_is_right(uint64_t count);

/*
 * Counts the loop on what a set has, which is not entered, in this thread alone.  @get is
 * perfcnt_event_set_count() or perfcnt_event_set_counter(), @which a mask of the events, or of
 * the counters.  Returns 0 or -1, with words for perfcnt_strerror().
 */
int known_loop_count(struct perfcnt_event_set *set,
		     int (*get)(const struct perfcnt_event_set *set, unsigned int number,
				uint64_t *value),
		     uint32_t which, uint64_t counts[PERFCNT_MAX_COUNTERS]);

/*
 * Counts an event of the loop; the handle has no claimed counters.  Returns NULL, or why not,
 * until the next call.
 */
const char *known_loop_count_event(struct perfcnt *perfcnt, const char *name, uint64_t *count);

/*
 * Keeps why something failed, until the next call, while its counters are released: of a set, or
 * NULL, which is freed.
 */
const char *known_loop_why(struct perfcnt_event_set *set, struct perfcnt *perfcnt);

/*
 * Says whether this machine counts the instructions of the loop; the handle has no claimed
 * counters.  Returns 0, or STATUS_BAD_INPUT if it does not, or wrongly; STATUS_OWN where nothing
 * counts this thread alone, as others would be in the count.
 */
int known_loop_check(FILE *out, struct perfcnt *perfcnt);

#endif /* PERFCNT_COUNTS_KNOWN_LOOP_H */
