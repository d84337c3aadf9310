/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cost tables: what an event costs.  perfex.costs(5) describes their lines. */
#ifndef PERFEX_COSTS_H
#define PERFEX_COSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "r10000.h"

/* The table that counts for everybody on a machine. */
#define PERFEX_COSTS_FILE	"/etc/perfex.costs"

/* In place of a number: an event that has only a name. */
#define PERFEX_BY_NAME		(-1)

enum perfex_unit {
	PERFEX_CLKS,
	PERFEX_NSEC,
};

/**
 * struct perfex_cost - what an event costs
 * @typical: in an average program
 * @minimum: at best, with as many at the same time as possible
 * @maximum: at worst, alone
 * @unit: the unit of all three: cycles or nanoseconds
 */
struct perfex_cost {
	double typical;
	double minimum;
	double maximum;
	enum perfex_unit unit;
};

/**
 * struct perfex_cost_row - a line of a table
 * @number: the event, or PERFEX_BY_NAME
 * @name: its name then
 * @cost: its cost
 * @line: where it stands in the file that was read last
 * @defined: it is so by definition, on each machine
 */
struct perfex_cost_row {
	int number;
	char name[R10000_NAME_SIZE];
	struct perfex_cost cost;
	size_t line;
	bool defined;
};

/**
 * struct perfex_costs - a table
 * @rows: its lines; zero at first
 * @count: how many
 */
struct perfex_costs {
	struct perfex_cost_row *rows;
	size_t count;
};

/**
 * struct perfex_costs_error - what is wrong with a file
 * @line: in which line, or 0 if it cannot be read
 * @words: what
 */
struct perfex_costs_error {
	size_t line;
	char words[160];
};

/**
 * perfex_costs_read() - read a file; its costs replace those of the same events
 * @costs: the table; a wrong file leaves it as it was
 * @path: the file
 * @known: is there an event of that name?
 * @error: comes back if it fails
 *
 * Needs the locale "C" for LC_NUMERIC.
 *
 * Return: 0, or -1 with errno set: EINVAL if a line is wrong, ENOMEM, or as
 * fopen(3).
 */
int perfex_costs_read(struct perfex_costs *costs, const char *path,
		      bool (*known)(const char *name),
		      struct perfex_costs_error *error);

/**
 * perfex_costs_set() - set what an event costs
 * @costs: the table
 * @row: the event and its cost; is copied
 *
 * Return: 0, or -1: ENOMEM.
 */
int perfex_costs_set(struct perfex_costs *costs,
		     const struct perfex_cost_row *row);

/**
 * perfex_costs_begin() - begin a table with what is so on each machine
 * @costs: the table, which is empty
 *
 * A cycle is a cycle; what instructions take is in the times of other events.
 *
 * Return: 0, or -1: ENOMEM.
 */
int perfex_costs_begin(struct perfex_costs *costs);

/**
 * perfex_costs_are_measured() - is anything in it that is not by definition?
 * @costs: the table
 */
bool perfex_costs_are_measured(const struct perfex_costs *costs);

/**
 * perfex_costs_find() - what an event costs
 * @costs: the table
 * @number: the event, or PERFEX_BY_NAME
 * @name: its name then
 *
 * Return: its cost, or NULL if the table has none.
 */
const struct perfex_cost *perfex_costs_find(const struct perfex_costs *costs,
					    int number, const char *name);

/**
 * perfex_costs_print() - write a table as perfex_costs_read() reads it
 * @out: where it goes
 * @costs: the table
 *
 * Events by number come first, in their order; then names, in theirs.  A number
 * has two decimals, or as many as it takes to be read as the same.
 */
void perfex_costs_print(FILE *out, const struct perfex_costs *costs);

/**
 * perfex_costs_free() - free a table
 * @costs: the table; is empty then
 */
void perfex_costs_free(struct perfex_costs *costs);

#endif /* PERFEX_COSTS_H */
