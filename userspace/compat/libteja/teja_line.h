/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The format of the dumps of the Netra DPS profiler, version 1.1. */
#ifndef TEJA_LINE_H
#define TEJA_LINE_H

#include <stdbool.h>

#include "regions/ring.h"

/* A comment: what the column Cycles has. */
#define TEJA_CYCLES_ARE	"# perfcnt: Cycles are nanoseconds\n"

#define TEJA_HEAD	"TEJA_PROFILE_DUMP_START,ver1.1\n" \
			"CPUID,ID,Type,Cycles,PC,Grp,Evt_Hi,Evt_Lo,Overflow,User Data\n"
#define TEJA_END	"TEJA_PROFILE_DUMP_END\n"

/* The longest text of a record, with its end: two lines. */
#define TEJA_TEXT_SIZE	(400 + 17 * PERFCNT_REGIONS_USER_MOST)

/* The group of events that have no number in the original. */
#define TEJA_GROUP_OWN	4

/*
 * What a record has: the event of the higher bit, that of the lower one, and the time, which
 * the column Cycles has.  Cycles themselves would need a counter that no start can take, and
 * would stand still while the thread sleeps.
 */
enum { TEJA_HIGH, TEJA_LOW, TEJA_EVENTS, TEJA_TIME = TEJA_EVENTS, TEJA_COUNTS };

/**
 * struct teja_writer - how far a thread's records have been written
 * @head: the file's
 * @next: the number of the record that comes next if none is missing
 * @started: there is a start that updates can follow
 * @base: the counts of the last start
 */
struct teja_writer {
	const struct perfcnt_regions_head *head;
	uint64_t next;
	bool started;
	uint64_t base[TEJA_COUNTS];
};

/**
 * perfcnt_teja_events() - which events a dump has
 * @head: the file's
 * @set: the set that is counted
 * @events: gets their numbers; PERFCNT_REGIONS_EVENTS for none
 *
 * A set with one event has it twice.
 */
void perfcnt_teja_events(const struct perfcnt_regions_head *head, unsigned int set,
			 uint32_t events[TEJA_EVENTS]);

/**
 * perfcnt_teja_record() - write a slot as an update, and its start if there is none yet
 * @writer: how far records have been written
 * @text: gets the lines
 * @slot: the slot; its readings are not looked at
 * @number: of the record
 * @counts: TEJA_*, at its beginning and at its end
 * @user: words of user data
 *
 * Return: the length of the lines.
 */
size_t perfcnt_teja_record(struct teja_writer *writer, char text[TEJA_TEXT_SIZE],
			   const struct perfcnt_regions_slot *slot, uint64_t number,
			   const uint64_t counts[][TEJA_COUNTS],
			   const uint64_t *user);

/**
 * perfcnt_teja_start_line() - write a start to which no update has come
 * @head: the file's
 * @text: gets the line
 * @ring: the thread; a start is there if its group is not 0
 * @time: of the start
 *
 * Return: the length of the line.
 */
size_t perfcnt_teja_start_line(const struct perfcnt_regions_head *head,
			       char text[TEJA_TEXT_SIZE],
			       const struct perfcnt_regions_thread *ring, uint64_t time);

/**
 * perfcnt_teja_legend() - a comment: what the types of a set mean
 * @head: the file's
 * @ring: the thread
 * @set: the set
 * @text: gets the line
 *
 * Return: the length of the line; 0 if the thread has not counted the set.
 */
size_t perfcnt_teja_legend(const struct perfcnt_regions_head *head,
			   const struct perfcnt_regions_thread *ring, unsigned int set,
			   char text[TEJA_TEXT_SIZE]);

#endif /* TEJA_LINE_H */
