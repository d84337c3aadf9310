// SPDX-License-Identifier: GPL-2.0
/* A file from a machine of the other byte order, made one of this machine. */
#include <byteswap.h>
#include <string.h>

#include "ring_swap.h"

/* Numbers one after the other: where the next thing is. */
static char *swap_2(char *at, size_t count)
{
	uint16_t number;

	for (; count--; at += sizeof(number)) {
		memcpy(&number, at, sizeof(number));
		number = bswap_16(number);
		memcpy(at, &number, sizeof(number));
	}
	return at;
}

static char *swap_4(char *at, size_t count)
{
	uint32_t number;

	for (; count--; at += sizeof(number)) {
		memcpy(&number, at, sizeof(number));
		number = bswap_32(number);
		memcpy(at, &number, sizeof(number));
	}
	return at;
}

static char *swap_8(char *at, size_t count)
{
	uint64_t number;

	for (; count--; at += sizeof(number)) {
		memcpy(&number, at, sizeof(number));
		number = bswap_64(number);
		memcpy(at, &number, sizeof(number));
	}
	return at;
}

/* What is between @kind and @group has no order. */
static char *swap_slot(char *at, const struct perfcnt_regions_head *head)
{
	at = swap_4(at, 2) + 6;
	at = swap_2(at, 1);
	at = swap_4(at, 6);
	return swap_8(at, 2 + 2 * (1 + head->entries) + head->user);
}

void ring_swap_head(struct perfcnt_regions_head *head)
{
	char *at = (char *)&head->version;
	size_t i;

	swap_4(at, ((char *)&head->realtime - at) / sizeof(uint32_t));
	swap_8((char *)&head->realtime, 1);
	swap_4((char *)head->type, PERFCNT_REGIONS_EVENTS);
	for (i = 0; i < PERFCNT_REGIONS_PLACES; i++) {
		swap_8((char *)&head->place[i].base, 1);
		swap_4((char *)&head->place[i].id, 2);
	}
}

void ring_swap_part(char *part, const struct perfcnt_regions_head *head)
{
	struct perfcnt_regions_thread *thread = (void *)part;
	uint32_t slots = (head->totals_at - head->slots_at) / head->slot_size;
	char *at = part + sizeof(*thread);

	swap_4(part, offsetof(struct perfcnt_regions_thread, dumped) / sizeof(uint32_t));
	swap_8((char *)&thread->dumped, 3);
	swap_8((char *)thread->cost, sizeof(thread->cost) / sizeof(uint64_t));
	swap_2(swap_4((char *)&thread->started, 3), 1);
	swap_8((char *)&thread->started.pc, 2 + PERFCNT_MAX_COUNTERS);
	at = swap_4(at, head->slots);
	while (slots--)
		at = swap_slot(at, head);
}

void ring_swap_total(char *row, const struct perfcnt_regions_head *head)
{
	size_t sums = 2 * perfcnt_regions_sums_size(head) / sizeof(uint64_t);

	swap_4(row, 3);
	swap_8(row + sizeof(struct perfcnt_regions_total), sums);
}
