/* SPDX-License-Identifier: GPL-2.0 */
/* The counters while a command runs: those of its tree of tasks, or of the machine. */
#ifndef PERFCNT_PERFEX_COUNTING_H
#define PERFCNT_PERFEX_COUNTING_H

#include "session/command.h"
#include "chosen.h"
#include "measured.h"

/**
 * struct counting - what counts
 * @machine: the machine
 * @chosen: the events
 * @set: those of a tree of tasks, or of the whole machine
 * @pid: the process that is counted, 0 for that which enters
 * @multiplexes: events take turns
 * @records: a record of each thread that exits is wanted
 */
struct counting {
	struct machine *machine;
	const struct chosen *chosen;
	struct perfcnt_event_set *set;
	int pid;
	bool multiplexes;
	bool records;
};

/**
 * counting_begin() - claim and set the counters
 * @counting: comes back
 * @options: what was asked for
 * @chosen: the events
 * @machine: the machine
 *
 * Ends the tool with a message if not all events can be counted at the same time.
 */
void counting_begin(struct counting *counting, const struct options *options,
		    const struct chosen *chosen, struct machine *machine);

/**
 * counting_enter() - count the process, or the calling one from its execve(2) on
 * @counting: what counts
 *
 * Return: 0, or -1 with errno set.
 */
int counting_enter(void *counting);

/**
 * counting_end() - stop the counters, read the counts, and count no more what is left of
 * the command
 * @counting: what counts
 * @lines: get the counts; one for each event, in the order of the events
 *
 * What still runs has a record then.
 *
 * Return: 0, or -1 with errno set.
 */
int counting_end(struct counting *counting, struct perfex_line *lines);

/**
 * counting_was_short() - was there too little time for all events to have a turn?
 * @counting: what counted, and was read
 *
 * Return: whether events took turns, and not all had one.
 */
bool counting_was_short(const struct counting *counting);

/**
 * counting_thread() - the next thread that has exited
 * @counting: what counts
 * @thread: comes back, with its counts allocated
 * @lost: comes back: how many records were lost so far
 *
 * Return: whether there is one; EPROTO: its record has no counts, and others may come.
 */
bool counting_thread(struct counting *counting, struct measured_thread *thread,
		     uint64_t *lost);

/**
 * counting_fd() - the descriptor that has input when a thread has exited
 * @counting: what counts
 *
 * Return: the descriptor, or -1 if no records are wanted.
 */
int counting_fd(const struct counting *counting);

/**
 * counting_reason() - why the last call failed
 * @counting: what counts
 *
 * Return: the reason, for errno.
 */
const char *counting_reason(struct counting *counting);

/**
 * measure_command() - run the command, as often as was asked for
 * @options: what was asked for
 * @counting: what counts
 * @command: the command
 * @measured: gets the counts and what became of the command
 *
 * Ends the tool if the command cannot run at all.
 */
void measure_command(const struct options *options, struct counting *counting,
		     struct command *command, struct measured *measured);

#endif /* PERFCNT_PERFEX_COUNTING_H */
