/* SPDX-License-Identifier: GPL-2.0 */
/* How the costs of events are measured: with which loops. */
#ifndef PERFEX_METHODS_H
#define PERFEX_METHODS_H

#include "costs.h"
#include "workloads.h"

/* Which of the costs: their order in a table. */
enum column { TYPICAL, MINIMUM, MAXIMUM, COLUMNS };

/* The memories of the loops. */
enum area_name {
	IN_L1,
	BEYOND_L1,
	BEYOND_L2,
	DENSE, /* as many lines as SPARSE has, in few pages */
	SPARSE,
	EVEN_BYTES,
	RANDOM_BYTES,
	AREAS,
};

/**
 * struct loop - a loop in a memory
 * @run: the loop
 * @area: its memory
 */
struct loop {
	workload *run;
	enum area_name area;
};

/**
 * struct method - how the cost of an event is measured
 * @number: the event
 * @unit: the unit of its costs
 * @with: the loop that has the event, for each column
 * @without: the loop that does not
 */
struct method {
	int number;
	enum perfex_unit unit;
	struct loop with[COLUMNS];
	struct loop without[COLUMNS];
};

/* Up to one with the number -1. */
extern const struct method methods[];

#endif /* PERFEX_METHODS_H */
