/* SPDX-License-Identifier: GPL-2.0 */
/* The machine's counters: to have them, and to set them for a run. */
#ifndef PERFCNT_TOOLS_MACHINE_H
#define PERFCNT_TOOLS_MACHINE_H

#include <perfcnt.h>
#include <perf_events.h>
#include <samples.h>

#include "command.h"
#include "leavers.h"
#include "pretended.h"
#include "event_set_counts.h"

/**
 * struct machine - the machine, as long as the tool runs
 * @perfcnt: the handle, or NULL if the machine is pretended, or perf counts
 * @perf: what perf counts, where the device cannot be opened; or NULL
 * @refused: the errno of why it cannot be opened
 * @of_perf: mask of the counters that perf counts for
 * @by_perf: what it has counted, in their order
 * @leavers: which programs leave perf; NULL before the first run by perf
 * @describe: what it has
 * @cpu: the model of its CPUs, if it is not pretended
 * @knows_cpu: has it been asked for?
 * @counters: the mask of its counters
 * @at_once: how many of them can count hardware events at the same time
 * @follows: does it count for the command alone, and what that starts?
 * @set: what counts on the counters, if they are the tool's own; otherwise nothing is
 *	  programmed
 * @reason: why it cannot count something, if nothing is programmed
 */
struct machine {
	struct perfcnt *perfcnt;
	struct perf_events *perf;
	int refused;
	uint32_t of_perf;
	uint64_t by_perf[PERFCNT_MAX_COUNTERS];
	struct leavers *leavers;
	struct perfcnt_describe describe;
	struct perfcnt_cpu_model cpu;
	bool knows_cpu;
	uint32_t counters;
	unsigned int at_once;
	bool follows;
	struct perfcnt_event_set *set;
	struct pretended_reason reason;
};

/**
 * machine_open() - open the device, and see what there is
 * @machine: comes back
 * @else_do: what the user can do without the device, for the message, or ""
 *
 * Claims nothing.  Ends the tool with a message on why not.
 */
void machine_open(struct machine *machine, const char *else_do);

/**
 * machine_open_any() - open the device, or let perf count commands without it
 * @machine: comes back
 *
 * That is where the device cannot be opened, and the kernel has perf; machine_claim() tells
 * the user.
 * Otherwise as machine_open().
 */
void machine_open_any(struct machine *machine);

/**
 * machine_need_module() - end the tool where perf counts
 * @machine: the machine
 * @what: what perf cannot do
 */
void machine_need_module(const struct machine *machine, const char *what);

/**
 * machine_pretend() - plan for a machine that is not there
 * @machine: comes back
 * @text: as pretended_describe() takes it
 *
 * Ends the tool with a message if there is no such machine.
 */
void machine_pretend(struct machine *machine, const char *text);

/**
 * machine_close() - release the counters
 * @machine: the machine
 */
void machine_close(struct machine *machine);

/**
 * machine_claim() - make all counters the tool's own
 * @machine: the machine
 * @wait: wait until they are free
 *
 * Ends the tool if they are not, with a message on who has them.
 */
void machine_claim(struct machine *machine, bool wait);

/**
 * machine_event() - an event that has a name
 * @machine: the machine
 * @index: which row, from 0
 * @row: comes back
 *
 * Return: whether there are so many.
 */
bool machine_event(const struct machine *machine, unsigned int index,
		   struct perfcnt_event_row *row);

/**
 * machine_name() - what a name means
 * @machine: the machine
 * @name: name[:modes][@tcN|@vpeN]
 * @what: comes back
 *
 * Return: 0, or -1 with errno set; machine_reason() says why.
 */
int machine_name(struct machine *machine, const char *name,
		 struct perfcnt_what *what);

/**
 * machine_check() - can a counter count this?  Nothing is programmed for that
 * @machine: the machine
 * @counter: the counter
 * @what: what it would count
 *
 * The answer does not depend on who has the counters.
 *
 * Return: 0, or -1 with errno set: ENOENT if the machine does not have the event,
 * EINVAL if it cannot be counted so; machine_reason() says why.
 */
int machine_check(struct machine *machine, unsigned int counter,
		  const struct perfcnt_what *what);

/**
 * machine_set() - set all counters for a run, with a count of 0
 * @machine: the machine
 * @what: what each counts; 0 for one that counts nothing
 * @shared: is it welcome that they count what others do, too?
 *
 * Counters that are not claimed are checked, each, and not set.
 *
 * Return: 0, or -1 with errno set; machine_reason() says why.
 */
int machine_set(struct machine *machine,
		const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared);

/**
 * machine_is_shared() - do two VPEs share the counters that follow a command?
 * @machine: the machine
 *
 * Return: whether a counter without a filter counts what both do.
 */
bool machine_is_shared(const struct machine *machine);

/**
 * machine_try() - set all counters, and see if those with a filter can follow a command
 * @machine: the machine, as machine_set()
 * @what: as machine_set()
 * @shared: as machine_set()
 *
 * Return: 0, or -1 with errno set; machine_reason() says why.
 */
int machine_try(struct machine *machine,
		const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared);

/**
 * machine_run() - run a command, and count it
 * @machine: the machine, whose counters are set
 * @command: the command
 *
 * Return: what became of it.
 */
struct outcome machine_run(struct machine *machine, const struct command *command);

/**
 * machine_end() - count no more, and read all counts
 * @machine: the machine, after a command
 *
 * Return: 0, or -1 with errno set; perfcnt_strerror() says why.
 */
int machine_end(struct machine *machine);

/**
 * machine_missing() - is what some of the command did missing in the counts?
 * @machine: the machine, after machine_end()
 *
 * It is if the kernel has let a task leave at an execve(2).
 *
 * Return: why, in words, or NULL.
 */
const char *machine_missing(const struct machine *machine);

/**
 * machine_count() - what a counter has counted
 * @machine: the machine, after machine_end()
 * @counter: the counter
 * @count: comes back
 *
 * Return: whether it has counted.
 */
bool machine_count(const struct machine *machine, unsigned int counter, uint64_t *count);

/* What the tools advise where the kernel has no perf. */
#define MACHINE_INSTEAD	"pc_sweep --machine counts the whole machine"
#define MACHINE_NO_PERF	"this kernel is built without CONFIG_PERF_EVENTS"

/**
 * machine_lacks_perf() - is the kernel built without perf?
 *
 * Return: whether nothing can follow a task therefore.
 */
bool machine_lacks_perf(void);

/**
 * machine_instead() - what can be done if a command cannot be followed
 * @machine: the machine
 * @error: the errno of why not
 *
 * Return: words to be added to the reason, or "".
 */
const char *machine_instead(const struct machine *machine, int error);

/**
 * machine_reason() - why the last call was rejected
 * @machine: the machine
 *
 * Return: the reason, until the next call.
 */
const char *machine_reason(struct machine *machine);

#endif /* PERFCNT_TOOLS_MACHINE_H */
