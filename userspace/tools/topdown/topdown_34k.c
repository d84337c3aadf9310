// SPDX-License-Identifier: GPL-2.0
/* MD00548's Table 3 as the four parts of all cycles. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/events.h"
#include "events/filter.h"
#include "topdown.h"

/*
 * Stalls cannot be more than cycles without instructions but for a few: what counters
 * that start one after the other differ by, and instructions that complete in the cycle
 * in which the next one stalls.  One in this many.
 */
#define LEAST_CYCLES	50

#define MEMORY_EVENTS	"dcache-miss-stalls,uncached-stalls,dspram-stalls," \
			"cacheop-stalls,load-use-stalls,fsb-full-stalls," \
			"ldq-full-stalls,wbb-full-stalls"
#define LATENCY_EVENTS	"icache-miss-stalls,ispram-stalls"
#define HEAVY_EVENTS	"multiplies-divides,fpu-instructions"

static const struct topdown_words words[TOPDOWN_NODES] = {
	[TOPDOWN_RETIRING] = { "Retiring", NULL, NULL },
	[TOPDOWN_HEAVY] = { "Heavy operations", NULL, NULL },
	[TOPDOWN_LIGHT] = { "Light operations", NULL, NULL },
	[TOPDOWN_BAD] = { "Bad speculation and other",
		"instructions are begun and not completed, or other work shares the cycles",
		"branch-misses,replay-traps,refetches,exceptions" },
	[TOPDOWN_MISPREDICTS] = { "Branch mispredicts",
		"branches are not predicted",
		"branches,branch-misses,return-misses,indirect-jump-misses" },
	[TOPDOWN_CLEARS] = { "Replays and other",
		"instructions are replayed or fetched again, or other work shares the cycles",
		"replay-traps,refetches,exceptions" },
	[TOPDOWN_FRONTEND] = { "Frontend bound",
		"there are no instructions to execute",
		"icache-accesses,icache-misses,itlb-misses" },
	[TOPDOWN_LATENCY] = { "Fetch latency",
		"instructions are not in the cache",
		"icache-accesses,icache-misses,l2-instruction-miss-stalls" },
	[TOPDOWN_BANDWIDTH] = { "Fetch bandwidth",
		"instructions are in the cache, but come too late",
		"itlb-misses,jtlb-instruction-misses,ifu-fb-refetches" },
	[TOPDOWN_BACKEND] = { "Backend bound",
		"instructions wait to be executed",
		"dcache-accesses,dcache-misses,mdu-stalls,fpu-stalls" },
	[TOPDOWN_MEMORY] = { "Memory bound",
		"instructions wait for data",
		"dcache-accesses,dcache-misses,dcache-miss-stalls,load-use-stalls" },
	[TOPDOWN_CORE] = { "Core bound",
		"instructions wait for results, or for a unit that is busy",
		"mdu-stalls,fpu-stalls,alu-agen-stalls,interlock-stalls" },
};

static const struct topdown_method method = { "34k", "cycles", words };

const char *topdown_34k_events(unsigned int stage)
{
	static const char *const events[TOPDOWN_34K_STAGES] = {
		"stalls,alu-stalls,instructions",
		"ifu-stalls,branch-miss-stalls,instructions",
		LATENCY_EVENTS "," MEMORY_EVENTS "," HEAVY_EVENTS,
	};

	return events[stage];
}

/* Where counts are found. */
struct source {
	const struct measurement *measurement;
	uint32_t modes;
	uint64_t cycles; /* of the first run that has them */
	char *missing; /* events that were not counted */
	bool several; /* is the last sum made of counts of several runs? */
};

static bool is_event(const struct reading *reading, const char *name,
		     size_t length, uint32_t modes)
{
	const struct event *event = event_of(reading->counter, reading->control);

	return event && !strncmp(event->name, name, length) &&
	       !event->name[length] &&
	       (reading->control & (PERFCNT_CTL_MODES | FILTER_BITS)) == modes;
}

static const struct reading *find(const struct source *source, const char *name,
				  size_t length)
{
	const struct measurement *measurement = source->measurement;
	size_t i;

	for (i = 0; i < measurement->count; i++)
		if (is_event(&measurement->readings[i], name, length,
			     source->modes))
			return &measurement->readings[i];
	return NULL;
}

static uint64_t cycles_of_run(const struct source *source, unsigned int run)
{
	const struct measurement *measurement = source->measurement;
	size_t i;

	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];

		if (reading->run == run &&
		    is_event(reading, "cycles", strlen("cycles"), source->modes))
			return reading->count;
	}
	return 0;
}

static void note_missing(struct source *source, const char *name, size_t length)
{
	char *text = formatted("%s%s%.*s", source->missing ?: "", source->missing ? "," : "",
			       (int)length, name);

	free(source->missing);
	source->missing = text;
}

/* As many as there would be if the event's run had as many cycles as the first. */
static uint64_t scaled(const struct source *source,
		       const struct reading *reading)
{
	uint64_t cycles = cycles_of_run(source, reading->run);

	if (!cycles || cycles == source->cycles)
		return reading->count;
	return (double)reading->count * source->cycles / cycles + 0.5;
}

/* The sum of those events of a list that were counted: whether any was. */
static bool sum(struct source *source, const char *list, uint64_t *total)
{
	bool found = false;
	size_t length;

	*total = 0;
	source->several = false;
	for (; *list; list += length + (list[length] == ',')) {
		const struct reading *reading;

		length = strcspn(list, ",");
		reading = find(source, list, length);
		if (!reading) {
			note_missing(source, list, length);
			continue;
		}
		source->several |= reading->run;
		*total += scaled(source, reading);
		found = true;
	}
	return found;
}

static void set(struct topdown *topdown, enum topdown_node node, uint64_t part)
{
	topdown->values[node].known = true;
	topdown->values[node].part = part;
}

static void mark_cut(struct topdown *topdown, enum topdown_node node, int64_t cut)
{
	topdown->values[node].cut = cut;
	topdown->values[node].marks |= TOPDOWN_CUT;
}

static void mark_several(struct topdown *topdown, bool several,
			 enum topdown_node node)
{
	if (several)
		topdown->values[node].marks |= TOPDOWN_SEVERAL_RUNS;
}

/* A part of level 2 by its events, which is its parent at most, and the rest. */
static void split(struct topdown *topdown, struct source *source,
		  enum topdown_node node, enum topdown_node rest,
		  const char *events)
{
	const uint64_t all = topdown->values[topdown_parent(node)].part;
	uint64_t part;

	if (!sum(source, events, &part))
		return;
	set(topdown, node, part < all ? part : all);
	set(topdown, rest, all - topdown->values[node].part);
	if (part > all)
		mark_cut(topdown, node, part - all);
	mark_several(topdown, source->several, node);
	mark_several(topdown, source->several, rest);
}

/* What level 1 is made of, in cycles. */
struct first {
	uint64_t instructions; /* each completes in one */
	uint64_t stalls; /* no action */
	uint64_t backend; /* of these, the backend's */
	uint64_t frontend; /* and those in which there was nothing to execute */
	bool several; /* are the last two made of counts of several runs? */
};

/* A cycle in which both stages stall is the backend's. */
static void divide_stalls(struct first *first, uint64_t alu)
{
	uint64_t most = first->stalls > alu ? first->stalls - alu : 0;

	if (first->frontend > most)
		first->frontend = most;
	first->backend = first->stalls - first->frontend;
}

static char *find_first(struct source *source, struct first *first)
{
	uint64_t alu;

	if (!source->cycles)
		return copy_text("no cycles counted");
	if (!sum(source, "instructions", &first->instructions) ||
	    !sum(source, "stalls", &first->stalls) ||
	    !sum(source, "alu-stalls", &alu))
		return formatted("%s not counted", source->missing);
	first->several = source->several;
	if (!sum(source, "ifu-stalls", &first->frontend))
		first->frontend = first->stalls;
	first->several |= source->several;
	divide_stalls(first, alu);
	return NULL;
}

/* What is left of all cycles: or, below 0, why that is too little. */
static char *find_other(const struct source *source, const struct first *first,
			int64_t *other)
{
	char *reason;

	*other = source->cycles - first->instructions - first->stalls;
	if (*other >= 0 || (uint64_t)-*other < source->cycles / LEAST_CYCLES)
		return NULL;
	if (asprintf(&reason,
		     "the counts do not fit one instruction a cycle: instructions and stalls are %"
		     PRId64 " more than the %" PRIu64 " cycles",
		     -*other, source->cycles) < 0)
		out_of_memory();
	return reason;
}

static void set_first(struct topdown *topdown, struct source *source,
		      const struct first *first, int64_t other)
{
	const struct topdown_value *bad = &topdown->values[TOPDOWN_BAD];
	uint64_t mispredicts, part;
	bool known = sum(source, "branch-miss-stalls", &mispredicts);
	bool several = known && source->several;

	part = mispredicts < first->frontend ? mispredicts : first->frontend;
	set(topdown, TOPDOWN_RETIRING, first->instructions);
	set(topdown, TOPDOWN_BAD, part + (other < 0 ? 0 : other));
	set(topdown, TOPDOWN_FRONTEND, first->frontend - part);
	set(topdown, TOPDOWN_BACKEND, first->backend);
	if (other < 0)
		mark_cut(topdown, TOPDOWN_BAD, other);
	mark_several(topdown, several, TOPDOWN_BAD);
	mark_several(topdown, several | first->several, TOPDOWN_FRONTEND);
	mark_several(topdown, first->several, TOPDOWN_BACKEND);
	if (!known)
		topdown_note(topdown,
			     "what follows a mispredicted branch is in Frontend bound");
	if (!known || topdown->level < 2)
		return;
	set(topdown, TOPDOWN_MISPREDICTS, part);
	set(topdown, TOPDOWN_CLEARS, bad->part - part);
	if (mispredicts > part)
		mark_cut(topdown, TOPDOWN_MISPREDICTS, mispredicts - part);
	mark_several(topdown, several, TOPDOWN_MISPREDICTS);
	mark_several(topdown, several, TOPDOWN_CLEARS);
}

/* Those of the first reading of an event, or 0. */
static uint32_t modes_of(const struct measurement *measurement, const char *event)
{
	size_t i;

	for (i = 0; i < measurement->count; i++) {
		const struct reading *reading = &measurement->readings[i];
		uint32_t modes = reading->control & PERFCNT_CTL_MODES;

		if (modes && is_event(reading, event, strlen(event), modes))
			return modes;
	}
	return 0;
}

uint32_t topdown_34k_modes(const struct measurement *measurement)
{
	return modes_of(measurement, "stalls") ?: modes_of(measurement, "cycles");
}

char *topdown_34k(const struct measurement *measurement, uint32_t modes,
		  unsigned int level, struct topdown *topdown)
{
	struct source source = { .measurement = measurement, .modes = modes };
	const struct reading *cycles = find(&source, "cycles", strlen("cycles"));
	struct first first = { 0 };
	int64_t other = 0;
	char *wrong;

	*topdown = (struct topdown){
		.method = &method,
		.level = level,
		.modes = modes,
		.measurement = measurement,
		.bottleneck = TOPDOWN_NODES,
	};
	if (cycles)
		source.cycles = cycles->count;
	topdown->slots = source.cycles;
	wrong = find_first(&source, &first) ?:
		find_other(&source, &first, &other);
	if (!wrong) {
		set_first(topdown, &source, &first, other);
		if (level > 1) {
			split(topdown, &source, TOPDOWN_HEAVY, TOPDOWN_LIGHT,
			      HEAVY_EVENTS);
			split(topdown, &source, TOPDOWN_LATENCY,
			      TOPDOWN_BANDWIDTH, LATENCY_EVENTS);
			split(topdown, &source, TOPDOWN_MEMORY, TOPDOWN_CORE,
			      MEMORY_EVENTS);
		}
	}
	topdown->missing = source.missing;
	return wrong;
}
