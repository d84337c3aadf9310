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

/* The machine, as long as the tool runs. */
struct machine {
	/* the handle, or NULL if the machine is pretended, or perf counts */
	struct perfcnt *perfcnt;
	struct perf_events *perf; /* what perf counts, where the device cannot be opened; or NULL */
	int refused; /* the errno of why it cannot be opened */
	uint32_t of_perf; /* mask of the counters that perf counts for */
	uint64_t by_perf[PERFCNT_MAX_COUNTERS]; /* what it has counted, in their order */
	struct leavers *leavers; /* which programs leave perf; NULL before the first run by perf */
	struct perfcnt_describe describe;
	struct perfcnt_cpu_model cpu; /* the model of its CPUs, if it is not pretended */
	bool knows_cpu; /* has @cpu been asked for? */
	uint32_t counters; /* the mask of its counters */
	unsigned int at_once; /* how many of them can count hardware events at the same time */
	bool follows; /* does it count for the command alone, and what that starts? */
	/*
	 * what counts on the counters, if they are the tool's own; otherwise nothing is programmed
	 */
	struct perfcnt_event_set *set;
	/* why it cannot count something, if nothing is programmed */
	struct pretended_reason reason;
};

/*
 * Opens the device, and sees what there is; claims nothing.  Ends the tool with a message on why
 * not, which has @else_do, too: what the user can do without the device, or "".
 */
void machine_open(struct machine *machine, const char *else_do);

/*
 * As machine_open(), but lets perf count commands where the device cannot be opened, and the kernel
 * has perf; machine_claim() tells the user.
 */
void machine_open_any(struct machine *machine);

/* Ends the tool where perf counts; @what is what perf cannot do. */
void machine_need_module(const struct machine *machine, const char *what);

/*
 * Plans for a machine that is not there; @text is as pretended_describe() takes it.  Ends the tool
 * with a message if there is no such machine.
 */
void machine_pretend(struct machine *machine, const char *text);

/* Releases the counters. */
void machine_close(struct machine *machine);

/*
 * Makes all counters the tool's own; with @wait it waits until they are free.  Ends the tool if
 * they are not, with a message on who has them.
 */
void machine_claim(struct machine *machine, bool wait);

/* The event of a row, from 0, that has a name.  Returns whether there are so many. */
bool machine_event(const struct machine *machine, unsigned int index,
		   struct perfcnt_event_row *row);

/*
 * What name[:modes][@tcN|@vpeN] means.  Returns 0, or -1 with errno set; machine_reason() says why.
 */
int machine_name(struct machine *machine, const char *name,
		 struct perfcnt_what *what);

/*
 * Can a counter count this?  Nothing is programmed for that, and the answer does not depend on who
 * has the counters.  Returns 0, or -1 with errno set: ENOENT if the machine does not have the
 * event, EINVAL if it cannot be counted so; machine_reason() says why.
 */
int machine_check(struct machine *machine, unsigned int counter,
		  const struct perfcnt_what *what);

/*
 * Sets all counters for a run, with a count of 0; @what is 0 for one that counts nothing.  @shared:
 * it is welcome that they count what others do, too.  Counters that are not claimed are checked,
 * each, and not set.  Returns 0, or -1 with errno set; machine_reason() says why.
 */
int machine_set(struct machine *machine,
		const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared);

/*
 * Do two VPEs share the counters that follow a command, so that one without a filter counts what
 * both do?
 */
bool machine_is_shared(const struct machine *machine);

/* As machine_set(), and sees if counters with a filter can follow a command. */
int machine_try(struct machine *machine,
		const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared);

/* Runs a command, and counts it; the counters are set. */
struct outcome machine_run(struct machine *machine, const struct command *command);

/*
 * Counts no more after a command, and reads all counts.  Returns 0, or -1 with errno set;
 * perfcnt_strerror() says why.
 */
int machine_end(struct machine *machine);

/*
 * After machine_end(): why what some of the command did is missing in the counts, in words, or
 * NULL.  It is missing if the kernel has let a task leave at an execve(2).
 */
const char *machine_missing(const struct machine *machine);

/* Gives what a counter has counted, after machine_end().  Returns whether it has counted. */
bool machine_count(const struct machine *machine, unsigned int counter, uint64_t *count);

/* What the tools advise where the kernel has no perf. */
#define MACHINE_INSTEAD	"pc_sweep --machine counts the whole machine"
#define MACHINE_NO_PERF	"this kernel is built without CONFIG_PERF_EVENTS"

/* Is the kernel built without perf, so that nothing can follow a task? */
bool machine_lacks_perf(void);

/*
 * What can be done if a command cannot be followed, @error being the errno of why not: words to be
 * added to the reason, or "".
 */
const char *machine_instead(const struct machine *machine, int error);

/* Why the last call was rejected, until the next call. */
const char *machine_reason(struct machine *machine);

#endif /* PERFCNT_TOOLS_MACHINE_H */
