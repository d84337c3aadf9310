/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the slots of a core go: a slot is the capacity to issue one instruction in one cycle.
 * Four parts add up to all slots, and each has two parts of its own.
 */
#ifndef PERFCNT_TOPDOWN_TOPDOWN_H
#define PERFCNT_TOPDOWN_TOPDOWN_H

#include <stdbool.h>
#include <stddef.h>
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

/**
 * struct topdown_words - what a part is called where it is measured in one way
 * @label: the part
 * @means: as the bottleneck: what happens, or NULL for what is never one
 * @next: events that tell more about it, separated by commas, or NULL
 */
struct topdown_words {
	const char *label;
	const char *means;
	const char *next;
};

/**
 * struct topdown_method - a way to measure where slots go
 * @name: its name
 * @unit: what a slot is called, many of them: slots or cycles
 * @words: of each part
 */
struct topdown_method {
	const char *name;
	const char *unit;
	const struct topdown_words *words;
};

/**
 * struct topdown_value - a part
 * @known: was it counted?
 * @part: its slots
 * @cut: slots that were cut off or, below 0, added: TOPDOWN_CUT
 * @marks: TOPDOWN_*
 * @threshold: in hundredths of a percent of all slots
 * @over: is it more than that, and worth a look?
 */
struct topdown_value {
	bool known;
	uint64_t part;
	int64_t cut;
	unsigned int marks;
	unsigned int threshold;
	bool over;
};

/**
 * struct topdown - where the slots of a measurement went
 * @method: how they were measured
 * @level: 1 or 2, the deepest level that was asked for
 * @modes: PERFCNT_CTL_MODES
 * @measurement: what the counts are from; must stay as long
 * @name: of the CPU or the core that they are from, or ""
 * @cpus: the CPUs that were counted, whatever ran there; NULL for a program
 * @time: when the counts were read, in seconds since the beginning; 0 at the end alone
 * @period: what they are of, in seconds; 0 for whole runs of the measurement
 * @resolution: what a share can be wrong by, of 1; 0 if each slot was counted
 * @slots: all slots; 0 if there were none
 * @values: the parts
 * @bottleneck: the part that holds the program up, or TOPDOWN_NODES
 * @missing: events that were not counted, and are taken for 0: their names,
 *	     separated by commas, or NULL
 * @notes: what else there is to say
 * @note_count: how many notes
 */
struct topdown {
	const struct topdown_method *method;
	unsigned int level;
	uint32_t modes;
	const struct measurement *measurement;
	char name[32];
	char *cpus;
	double time;
	double period;
	double resolution;
	uint64_t slots;
	struct topdown_value values[TOPDOWN_NODES];
	enum topdown_node bottleneck;
	char *missing;
	char *notes[TOPDOWN_MOST_NOTES];
	unsigned int note_count;
};

/**
 * struct topdown_thresholds - from where on a part is worth a look
 * @least: of each part, in hundredths of a percent of all slots: it must be more
 */
struct topdown_thresholds {
	unsigned int least[TOPDOWN_NODES];
};

extern const struct topdown_thresholds topdown_thresholds;

/**
 * topdown_name() - what programs call a part
 * @node: the part
 *
 * Return: the name.
 */
const char *topdown_name(enum topdown_node node);

/**
 * topdown_named() - find a part
 * @name: its name
 *
 * Return: the part, or TOPDOWN_NODES.
 */
enum topdown_node topdown_named(const char *name);

/**
 * topdown_parent() - the part of level 1 that a part belongs to
 * @node: the part
 *
 * Return: that part, or TOPDOWN_NODES for one of level 1.
 */
enum topdown_node topdown_parent(enum topdown_node node);

/**
 * topdown_hundredths() - a part of all slots
 * @part: the part
 * @slots: all slots; not 0
 *
 * Return: the share in hundredths of a percent, rounded to the nearest, half away
 * from zero.
 */
uint64_t topdown_hundredths(uint64_t part, uint64_t slots);

/**
 * topdown_judge() - find what is over its threshold, and the bottleneck
 * @topdown: has the parts; gets the rest
 * @thresholds: the thresholds
 *
 * The bottleneck is the largest part of level 1 but for retiring that is over its
 * threshold, then the largest of its own two that is.  Of two that are equal it is
 * the first.
 */
void topdown_judge(struct topdown *topdown,
		   const struct topdown_thresholds *thresholds);

/**
 * topdown_note() - add a note
 * @topdown: gets it
 * @format: as printf(3)
 */
void topdown_note(struct topdown *topdown, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * topdown_free() - free what was allocated
 * @topdown: this
 */
void topdown_free(struct topdown *topdown);

/*
 * Where a 34K's slots go, by its stall events.  It takes one instruction a cycle at
 * most: a slot is a cycle.
 */

/* What is counted together, beside the cycles of every run. */
#define TOPDOWN_34K_STAGES	3

/**
 * topdown_34k_events() - the events of a stage
 * @stage: 0 has all that level 1 cannot do without, 1 is the rest of level 1, and 2
 *	   is level 2
 *
 * Return: their names, separated by commas.
 */
const char *topdown_34k_events(unsigned int stage);

/**
 * topdown_34k_modes() - the modes in which a measurement has stalls, or else cycles
 * @measurement: the measurement
 *
 * Return: PERFCNT_CTL_MODES of the first, 0 if there are none.
 */
uint32_t topdown_34k_modes(const struct measurement *measurement);

/**
 * topdown_34k() - say where the cycles of a measurement went
 * @measurement: the measurement; events without a filter count
 * @modes: those to look at
 * @level: 1 or 2; without any event of level 2 it is 1
 * @topdown: comes back, for topdown_free(); not yet judged
 *
 * A count is taken as a share of the cycles of its own run, or of the first run that
 * has cycles.  A part of level 2 is as much as the part that it belongs to, at most;
 * the other one is the rest.
 *
 * Return: NULL, or why that cannot be said, to be freed by free().
 */
char *topdown_34k(const struct measurement *measurement, uint32_t modes,
		  unsigned int level, struct topdown *topdown);

/* Where the slots of a core went, as the library has found it. */

/**
 * topdown_metrics_method() - how slots were counted
 * @found: from the library
 *
 * Return: the method.
 */
const struct topdown_method *
topdown_metrics_method(const struct perfcnt_topdown_shares *found);

/**
 * topdown_metrics() - say where slots went
 * @found: from the library; its ratios are not looked at
 * @measurement: what was measured
 * @modes: PERFCNT_CTL_MODES
 * @level: 1 or 2; with fields of level 1 alone it is 1
 * @normalize: take the four parts together for all slots
 * @topdown: comes back, for topdown_free(); not yet judged
 *
 * A part below 0 is taken for 0.
 */
void topdown_metrics(const struct perfcnt_topdown_shares *found,
		     const struct measurement *measurement, uint32_t modes,
		     unsigned int level, bool normalize, struct topdown *topdown);

#endif /* PERFCNT_TOPDOWN_TOPDOWN_H */
