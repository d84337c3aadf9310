/* SPDX-License-Identifier: GPL-2.0 */
/* What would be counted, and what counts each event of the R10000 here. */
#ifndef PERFEX_LIST_H
#define PERFEX_LIST_H

#include <stdio.h>

#include "chosen.h"

/**
 * list_print() - print all events, a line each
 * @out: where they go
 * @machine: the machine
 */
void list_print(FILE *out, struct machine *machine);

/**
 * list_print_chosen() - print what is counted, a line each
 * @out: where they go
 * @chosen: the events
 */
void list_print_chosen(FILE *out, const struct chosen *chosen);

#endif /* PERFEX_LIST_H */
