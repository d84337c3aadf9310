// SPDX-License-Identifier: LGPL-2.1-or-later
/* Lines of hexadecimal numbers. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "teja_line.h"

/* A record of a dump, but for what only updates have. */
struct mark {
	uint32_t cpu;
	uint32_t place;
	uint32_t type;
	uint64_t time;
	uint64_t pc;
	uint32_t group;
	uint64_t high;
	uint64_t low;
};

void perfcnt_teja_events(const struct perfcnt_regions_head *head, unsigned int set,
			 uint32_t events[TEJA_EVENTS])
{
	uint32_t i;

	events[TEJA_HIGH] = PERFCNT_REGIONS_EVENTS;
	events[TEJA_LOW] = PERFCNT_REGIONS_EVENTS;
	for (i = 0; i < head->events && i < PERFCNT_REGIONS_EVENTS; i++) {
		if (head->set_of[i] != set)
			continue;
		if (events[TEJA_HIGH] == PERFCNT_REGIONS_EVENTS)
			events[TEJA_HIGH] = i;
		else if (events[TEJA_LOW] == PERFCNT_REGIONS_EVENTS)
			events[TEJA_LOW] = i;
	}
	if (events[TEJA_LOW] == PERFCNT_REGIONS_EVENTS)
		events[TEJA_LOW] = events[TEJA_HIGH];
}

/* The number of an event in a dump. */
static uint64_t type_of(const struct perfcnt_regions_head *head, uint32_t event)
{
	if (event == PERFCNT_REGIONS_EVENTS)
		return 0;
	return head->type[event] ? head->type[event] : 1ull << event;
}

static uint32_t group_of(const struct perfcnt_regions_head *head, uint32_t event,
			 uint32_t group)
{
	return event < PERFCNT_REGIONS_EVENTS && head->type[event] ? group : TEJA_GROUP_OWN;
}

static const struct perfcnt_regions_place *
place_at(const struct perfcnt_regions_head *head, uint32_t place)
{
	return &head->place[place < PERFCNT_REGIONS_PLACES ? place : 0];
}

/* A program counter is that of the object, and never 0. */
static int print(char *text, const struct perfcnt_regions_head *head,
		 const struct mark *mark)
{
	const struct perfcnt_regions_place *place = place_at(head, mark->place);
	uint64_t pc = mark->pc - place->base;

	return sprintf(text, "%" PRIx32 ",%" PRIx32 ",%" PRIx32 ",%" PRIx64
		       ",%" PRIx64 ",%" PRIx32 ",%" PRIx64 ",%" PRIx64,
		       mark->cpu, place->id, mark->type, mark->time,
		       pc ? pc : 1, mark->group, mark->high, mark->low);
}

static int print_start(char *text, const struct perfcnt_regions_head *head,
		       struct mark mark, unsigned int set)
{
	uint32_t events[TEJA_EVENTS];
	int length;

	perfcnt_teja_events(head, set, events);
	mark.type = 1;
	mark.high = type_of(head, events[TEJA_HIGH]);
	mark.low = type_of(head, events[TEJA_LOW]);
	mark.group = group_of(head, events[TEJA_HIGH], mark.group);
	length = print(text, head, &mark);
	strcpy(text + length, "\n");
	return length + 1;
}

static int print_update(char *text, const struct teja_writer *writer,
			const struct perfcnt_regions_slot *slot,
			const uint64_t counts[TEJA_COUNTS], const uint64_t *user)
{
	uint32_t events[TEJA_EVENTS], i;
	struct mark mark = {
		.cpu = slot->end_cpu,
		.place = slot->kind == PERFCNT_REGIONS_REGION ? slot->begin_place :
			slot->end_place,
		.type = 2,
		.time = counts[TEJA_TIME],
		.pc = slot->end_pc,
		.high = counts[TEJA_HIGH] - writer->base[TEJA_HIGH],
		.low = counts[TEJA_LOW] - writer->base[TEJA_LOW],
	};
	bool wrong = slot->flags & (PERFCNT_REGIONS_SHORT | PERFCNT_REGIONS_FAILED);
	int length;

	perfcnt_teja_events(writer->head, slot->set, events);
	mark.group = group_of(writer->head, events[TEJA_HIGH], slot->group);
	if (wrong) {
		mark.high = 0;
		mark.low = 0;
	}
	length = print(text, writer->head, &mark);
	length += sprintf(text + length, ",%x", wrong ? 3 : 0);
	for (i = 0; i < slot->user_count && i < PERFCNT_REGIONS_USER_MOST; i++)
		length += sprintf(text + length, ",%" PRIx64, user[i]);
	strcpy(text + length, "\n");
	return length + 1;
}

size_t perfcnt_teja_record(struct teja_writer *writer, char text[TEJA_TEXT_SIZE],
			   const struct perfcnt_regions_slot *slot, uint64_t number,
			   const uint64_t counts[][TEJA_COUNTS],
			   const uint64_t *user)
{
	const struct mark start = {
		.cpu = slot->begin_cpu,
		.place = slot->begin_place,
		.time = counts[0][TEJA_TIME],
		.pc = slot->begin_pc,
		.group = slot->group,
	};
	bool gap = number != writer->next;
	int length = 0;

	if (gap)
		length = sprintf(text, "-1,");
	/* one whose start is not in this dump begins where the update before was */
	if (gap || !writer->started || slot->kind != PERFCNT_REGIONS_UPDATED) {
		length += print_start(text + length, writer->head, start, slot->set);
		memcpy(writer->base, counts[0], sizeof(writer->base));
		writer->started = true;
	}
	writer->next = number + 1;
	return length + print_update(text + length, writer, slot, counts[1], user);
}

size_t perfcnt_teja_start_line(const struct perfcnt_regions_head *head,
			       char text[TEJA_TEXT_SIZE],
			       const struct perfcnt_regions_thread *ring, uint64_t time)
{
	const struct mark start = {
		.cpu = ring->started.cpu,
		.place = ring->started.place,
		.time = time,
		.pc = ring->started.pc,
		.group = ring->group,
	};

	return print_start(text, head, start, ring->started.set);
}

size_t perfcnt_teja_legend(const struct perfcnt_regions_head *head,
			   const struct perfcnt_regions_thread *ring, unsigned int set,
			   char text[TEJA_TEXT_SIZE])
{
	uint32_t events[TEJA_EVENTS], i;
	int length;

	if (ring->event_of[set][0] == 0xff)
		return 0;
	perfcnt_teja_events(head, set, events);
	length = sprintf(text, "# perfcnt: set %u:", set);
	for (i = TEJA_HIGH; i <= TEJA_LOW; i++)
		if (events[i] < PERFCNT_REGIONS_EVENTS && (!i || events[i] != events[i - 1]))
			length += sprintf(text + length, "%s %" PRIx64 " is %.64s",
					  i ? ";" : "", type_of(head, events[i]),
					  head->event[events[i]]);
	strcpy(text + length, "\n");
	return length + 1;
}
