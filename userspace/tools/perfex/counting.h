/* SPDX-License-Identifier: GPL-2.0 */
/* The counters while a command runs: those of its tree of tasks, or of the machine. */
#ifndef PERFCNT_PERFEX_COUNTING_H
#define PERFCNT_PERFEX_COUNTING_H

#include "session/command.h"
#include "chosen.h"
#include "measured.h"

/* What counts. */
struct counting {
	struct machine *machine;
	const struct chosen *chosen; /* the events */
	struct perfcnt_event_set *set; /* those of a tree of tasks, or of the whole machine */
	int pid; /* the process that is counted, 0 for that which enters */
	bool multiplexes; /* events take turns */
	bool records; /* a record of each thread that exits is wanted */
};

/*
 * Claims and sets the counters.  Ends the tool with a message if not all events can be counted at
 * the same time.
 */
void counting_begin(struct counting *counting, const struct options *options,
		    const struct chosen *chosen, struct machine *machine);

/*
 * Counts the process, or the calling one from its execve(2) on.  Returns 0, or -1 with errno set.
 */
int counting_enter(void *counting);

/*
 * Stops the counters, reads the counts into a line for each event, in their order, and counts no
 * more what is left of the command; what still runs has a record then.  Returns 0, or -1 with
 * errno set.
 */
int counting_end(struct counting *counting, struct perfex_line *lines);

/* Was there too little time for all events to have a turn? Of what was read. */
bool counting_was_short(const struct counting *counting);

/*
 * The next thread that has exited, with its counts allocated.  Returns whether there is one;
 * EPROTO: its record has no counts, and others may come.
 */
bool counting_thread(struct counting *counting, struct measured_thread *thread,
		     uint64_t *lost);

/* What has input when a thread has exited, or -1 if no records are wanted. */
int counting_fd(const struct counting *counting);

/* Why the last call failed, for errno. */
const char *counting_reason(struct counting *counting);

/* Runs the command, as often as was asked for.  Ends the tool if it cannot run at all. */
void measure_command(const struct options *options, struct counting *counting,
		     struct command *command, struct measured *measured);

#endif /* PERFCNT_PERFEX_COUNTING_H */
