/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the slots of a core go: a slot is the capacity to issue one instruction in one cycle.
 * Four parts add up to all slots, and each has two parts of its own.
 */
#ifndef PERFCNT_TOPDOWN_TOPDOWN_H
#define PERFCNT_TOPDOWN_TOPDOWN_H

#include <stdbool.h>
#include <stdint.h>

#include <perfcnt.h>

#include "events/dump.h"

/* The parts: each of level 1 before its own two. */
enum topdown_node {
	TOPDOWN_RETIRING,
	TOPDOWN_HEAVY,
	TOPDOWN_LIGHT,
	TOPDOWN_BAD,
	TOPDOWN_MISPREDICTS,
	TOPDOWN_CLEARS,
	TOPDOWN_FRONTEND,
	TOPDOWN_LATENCY,
	TOPDOWN_BANDWIDTH,
	TOPDOWN_BACKEND,
	TOPDOWN_MEMORY,
	TOPDOWN_CORE,
	TOPDOWN_NODES,	/* how many, and none of them */
};

/* What is said of a value: bits. */
#define TOPDOWN_CUT		1	/* it was more, or less than 0 */
#define TOPDOWN_SEVERAL_RUNS	2	/* made of counts of several runs */
#define TOPDOWN_COARSE		4	/* a unit of the register is more than 5 % */

/* How many notes there can be. */
#define TOPDOWN_MOST_NOTES	6

/* A threshold, in hundredths of a percent of all slots. */
#define TOPDOWN_MOST_THRESHOLD	10000

/* What a part is called where it is measured in one way. */
struct topdown_words {
	const char *label; /* the part */
	const char *means; /* as the bottleneck: what happens, or NULL for what is never one */
	const char *next; /* events that tell more about it, separated by commas, or NULL */
};

/* A way to measure where slots go. */
struct topdown_method {
	const char *name;
	const char *unit; /* what a slot is called, many of them: slots or cycles */
	const struct topdown_words *words; /* of each part */
};

struct topdown_value {
	bool known; /* was it counted? */
	uint64_t part; /* its slots */
	int64_t cut; /* slots that were cut off or, below 0, added: TOPDOWN_CUT */
	unsigned int marks; /* TOPDOWN_* */
	unsigned int threshold; /* in hundredths of a percent of all slots */
	bool over; /* is it more than that, and worth a look? */
};

/* Where the slots of a measurement went. */
struct topdown {
	const struct topdown_method *method; /* how they were measured */
	unsigned int level; /* 1 or 2, the deepest level that was asked for */
	uint32_t modes; /* PERFCNT_CTL_MODES */
	const struct measurement *measurement; /* what the counts are from; must stay as long */
	char name[32]; /* of the CPU or the core that they are from, or "" */
	char *cpus; /* the CPUs that were counted, whatever ran there; NULL for a program */
	/* when the counts were read, in seconds since the beginning; 0 at the end alone */
	double time;
	double period; /* what they are of, in seconds; 0 for whole runs of the measurement */
	double resolution; /* what a share can be wrong by, of 1; 0 if each slot was counted */
	uint64_t slots; /* all slots; 0 if there were none */
	struct topdown_value values[TOPDOWN_NODES]; /* the parts */
	enum topdown_node bottleneck; /* the part that holds the program up, or TOPDOWN_NODES */
	/*
	 * events that were not counted, and are taken for 0: their names, separated by commas, or
	 * NULL
	 */
	char *missing;
	char *notes[TOPDOWN_MOST_NOTES]; /* what else there is to say */
	unsigned int note_count; /* how many notes */
};

/* From where on a part is worth a look. */
struct topdown_thresholds {
	/* of each part, in hundredths of a percent of all slots: it must be more */
	unsigned int least[TOPDOWN_NODES];
};

extern const struct topdown_thresholds topdown_thresholds;

/* What programs call a part. */
const char *topdown_name(enum topdown_node node);

/* The part, or TOPDOWN_NODES. */
enum topdown_node topdown_named(const char *name);

/* The part of level 1 that a part belongs to, or TOPDOWN_NODES for one of level 1. */
enum topdown_node topdown_parent(enum topdown_node node);

/*
 * The share of all slots, not 0, in hundredths of a percent, rounded to the nearest, half away
 * from zero.
 */
uint64_t topdown_hundredths(uint64_t part, uint64_t slots);

/*
 * Finds what is over its threshold, and the bottleneck: the largest part of level 1 but for
 * retiring that is over its threshold, then the largest of its own two that is.  Of two that are
 * equal it is the first.
 */
void topdown_judge(struct topdown *topdown,
		   const struct topdown_thresholds *thresholds);

void topdown_note(struct topdown *topdown, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void topdown_free(struct topdown *topdown);

/*
 * Where a 34K's slots go, by its stall events.  It takes one instruction a cycle at most: a slot
 * is a cycle.
 */

/* What is counted together, beside the cycles of every run. */
#define TOPDOWN_34K_STAGES	3

/*
 * The names of a stage's events, separated by commas: 0 has all that level 1 cannot do without, 1
 * is the rest of level 1, and 2 is level 2.
 */
const char *topdown_34k_events(unsigned int stage);

/*
 * The first PERFCNT_CTL_MODES in which a measurement has stalls, or else cycles; 0 if there are
 * none.
 */
uint32_t topdown_34k_modes(const struct measurement *measurement);

/*
 * Says where the cycles of a measurement went, in @topdown, for topdown_free(), which is not yet
 * judged.  Events without a filter count.  Without any event of level 2 the level is 1.  A count
 * is taken as a share of the cycles of its own run, or of the first run that has cycles.  A part
 * of level 2 is as much as the part that it belongs to, at most; the other one is the rest.
 * Returns NULL, or why that cannot be said, to be freed by free().
 */
char *topdown_34k(const struct measurement *measurement, uint32_t modes,
		  unsigned int level, struct topdown *topdown);

/* Where the slots of a core went, as the library has found it. */

/* How slots were counted. */
const struct topdown_method *
topdown_metrics_method(const struct perfcnt_topdown_shares *found);

/*
 * Says where slots went, in @topdown, for topdown_free(), which is not yet judged; the ratios of
 * @found are not looked at.  With fields of level 1 alone the level is 1.  A part below 0 is
 * taken for 0.
 */
void topdown_metrics(const struct perfcnt_topdown_shares *found,
		     const struct measurement *measurement, uint32_t modes,
		     unsigned int level, bool normalize, struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_TOPDOWN_H */
