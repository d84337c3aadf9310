/* SPDX-License-Identifier: GPL-2.0 */
/* A record of a profiler's dump: a line of hexadecimal fields. */
#ifndef PERFCNT_REGIONS_RECORD_H
#define PERFCNT_REGIONS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The calls that leave a record, by their numbers. */
#define REGION_CALL_START	1
#define REGION_CALL_UPDATE	2

/* The bits of the field overflow. */
#define REGION_OVERFLOW_LOW	1
#define REGION_OVERFLOW_HIGH	2

/**
 * struct region_record - a record
 * @overrun: records are missing before it, or somewhere in the dump
 * @cpu: where the call was made
 * @id: of the call's place in the sources
 * @call: REGION_CALL_*, or another number: then nothing else is known
 * @cycles: that were completed
 * @pc: the call's address
 * @group: of the events
 * @high: the event of the higher bit: its type in a start, its value in an update
 * @low: the event of the lower bit
 * @overflow: REGION_OVERFLOW_*
 * @user: the words of user data, to be freed by free(); may be NULL
 * @user_count: how many
 */
struct region_record {
	bool overrun;
	uint64_t cpu;
	uint64_t id;
	uint64_t call;
	uint64_t cycles;
	uint64_t pc;
	uint64_t group;
	uint64_t high;
	uint64_t low;
	uint64_t overflow;
	uint64_t *user;
	size_t user_count;
};

/**
 * region_record_parse() - understand a line
 * @text: the line; is cut up
 * @record: gets it
 *
 * Return: NULL, or words on what is wrong with it, to be freed by free().
 */
char *region_record_parse(char *text, struct region_record *record);

#endif /* PERFCNT_REGIONS_RECORD_H */
