// SPDX-License-Identifier: GPL-2.0
/*
 * The recording of a program, which may be killed at any time, or lie: the input is what is
 * changed in a file that is right, five bytes a change.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "regions/format.h"
#include "regions/ring_file.h"
#include "fuzz.h"
#include "printed.h"

#define NAME "file"

#define THREADS	2
#define SLOTS	4
#define ENTRIES	2
#define USER	2
#define MADE	6	/* records of each thread: 2 are overwritten */

#define BEGIN_AT (PERFCNT_REGIONS_SLOT_HEAD + ENTRIES * sizeof(uint64_t))
#define USER_AT (BEGIN_AT + (1 + ENTRIES) * sizeof(uint64_t))
#define SLOT_SIZE (USER_AT + USER * sizeof(uint64_t))
#define SLOTS_AT (sizeof(struct perfcnt_regions_thread) + SLOTS * sizeof(uint32_t))
#define TOTALS	2
#define TOTALS_AT (SLOTS_AT + (SLOTS + 1) * SLOT_SIZE)
#define SUMS_SIZE (sizeof(struct perfcnt_regions_sums) + \
		   ENTRIES * sizeof(struct perfcnt_regions_sum))
#define TOTAL_SIZE (sizeof(struct perfcnt_regions_total) + 2 * SUMS_SIZE)
#define PART_SIZE (TOTALS_AT + TOTALS * TOTAL_SIZE)
#define FILE_SIZE (sizeof(struct perfcnt_regions_head) + THREADS * PART_SIZE)

struct change {
	uint8_t area;
	uint8_t at[2];
	uint8_t how;
	uint8_t value;
};

static const struct {
	const char *name;
	void (*check)(const char *text);
} formats[] = {
	{ "table", NULL },
	{ "csv", printed_csv },
	{ "json", printed_json },
	{ "trace", printed_json },
	{ "ver1.1", NULL },
	{ "locations", printed_csv },
};

static char whole[FILE_SIZE];

static void make_head(struct perfcnt_regions_head *head)
{
	*head = (struct perfcnt_regions_head){
		.magic = PERFCNT_REGIONS_MAGIC,
		.version = PERFCNT_REGIONS_VERSION,
		.order = PERFCNT_REGIONS_ORDER,
		.head_size = sizeof(*head),
		.part_size = PART_SIZE,
		.slots_at = SLOTS_AT,
		.slot_size = SLOT_SIZE,
		.totals_at = TOTALS_AT,
		.total_size = TOTAL_SIZE,
		.totals = TOTALS,
		.slots = SLOTS,
		.kept = SLOTS / 2,
		.entries = ENTRIES,
		.user = USER,
		.threads = THREADS,
		.places = 3,
		.events = 3,
		.sets = 2,
		.pid = 1,
		.program = "program",
		.event = { "instructions:u", "cycles:u", "misses:u" },
		.set_of = { 0, 0, 1 },
		.place = {
			[1] = { .id = 64, .line = 7, .name = "outer",
				.function = "f", .file = "file.c" },
			[2] = { .id = 128, .line = 9, .function = "f",
				.file = "file.c" },
		},
	};
}

/* A slot has fewer entries than its struct. */
static void make_slot(struct perfcnt_regions_slot *slot, uint32_t number)
{
	const struct perfcnt_regions_slot head = {
		.sequence = number + 1,
		.before = number - number % 2,
		.kind = PERFCNT_REGIONS_REGION + number % 3,
		.set = number % 2,
		.user_count = USER,
		.counters = ENTRIES,
		.begin_place = 1 + number % 2,
		.end_place = 2,
		.begin_pc = 4096,
		.end_pc = 4100,
		.end.time = 1000 * number + 300,
	};
	struct perfcnt_regions_reading *begin =
		(struct perfcnt_regions_reading *)((char *)slot + BEGIN_AT);
	uint64_t *user = (uint64_t *)((char *)slot + USER_AT);
	uint32_t i;

	memcpy(slot, &head, PERFCNT_REGIONS_SLOT_HEAD);
	begin->time = 1000 * number;
	for (i = 0; i < ENTRIES; i++) {
		begin->count[i] = number;
		slot->end.count[i] = 100 * (i + number + 1);
	}
	for (i = 0; i < USER; i++)
		user[i] = 10 * number;
}

/* Of which one half is valid. */
static void make_total(struct perfcnt_regions_total *total, uint32_t number)
{
	struct perfcnt_regions_sums *sums;
	uint32_t i;

	*total = (struct perfcnt_regions_total){
		.sequence = number + 1,
		.begin_place = 1 + number % 2,
		.end_place = 2,
		.set = number % 2,
	};
	sums = perfcnt_regions_sums_of(total, total->sequence, SUMS_SIZE);
	sums->records = MADE / TOTALS;
	sums->counted = MADE / TOTALS;
	sums->time = (struct perfcnt_regions_sum){ 300 * MADE / TOTALS, 300, 300 };
	for (i = 0; i < ENTRIES; i++)
		sums->event[i] = (struct perfcnt_regions_sum){ 1000, 100, 600 };
}

static void make_part(char *part, uint32_t number)
{
	const struct perfcnt_regions_head *head = (const struct perfcnt_regions_head *)whole;
	struct perfcnt_regions_thread *ring = (struct perfcnt_regions_thread *)part;
	uint32_t *order = (uint32_t *)(ring + 1), i;
	struct perfcnt_regions_slot *open;

	ring->made = MADE;
	ring->depth = number;
	ring->tid = 100 + number;
	ring->counters = ENTRIES;
	ring->totals = TOTALS;
	ring->flags = PERFCNT_REGIONS_CALIBRATED;
	strcpy(ring->name, "thread");
	ring->open[0].slot = SLOTS_AT + SLOTS * SLOT_SIZE;
	ring->open[0].named = 1;
	open = (struct perfcnt_regions_slot *)(part + ring->open[0].slot);
	open->begin_place = 1;
	for (i = 0; i < SLOTS; i++) /* as exchanges may leave them */
		order[i] = SLOTS_AT + (i ^ 1) * SLOT_SIZE;
	memset(ring->event_of, 0xff, sizeof(ring->event_of));
	ring->event_of[0][0] = 0;
	ring->event_of[0][1] = 1;
	ring->event_of[1][0] = 2;
	ring->cost[PERFCNT_REGIONS_COST_EMPTY][0] = 3;
	for (i = 0; i < MADE; i++)
		make_slot((struct perfcnt_regions_slot *)
			  (part + order[perfcnt_regions_order(head, i)]), i);
	for (i = 0; i < TOTALS; i++)
		make_total((struct perfcnt_regions_total *)
			   (part + TOTALS_AT + i * TOTAL_SIZE), i);
}

static void make_whole(void)
{
	uint32_t i;

	make_head((struct perfcnt_regions_head *)whole);
	for (i = 0; i < THREADS; i++)
		make_part(whole + sizeof(struct perfcnt_regions_head) + i * PART_SIZE, i);
}

/* Where a change of an area may be; most of a file is empty. */
static const struct {
	size_t at;
	size_t size;
} areas[] = {
	{ 0, offsetof(struct perfcnt_regions_head, event) },
	{ offsetof(struct perfcnt_regions_head, event), 3 * PERFCNT_NAME_SIZE },
	{ offsetof(struct perfcnt_regions_head, set_of),
	  offsetof(struct perfcnt_regions_head, place) -
		  offsetof(struct perfcnt_regions_head, set_of) },
	{ offsetof(struct perfcnt_regions_head, place), 3 *
	  sizeof(struct perfcnt_regions_place) },
	{ sizeof(struct perfcnt_regions_head), sizeof(struct perfcnt_regions_thread) },
	{ sizeof(struct perfcnt_regions_head) + SLOTS_AT, (SLOTS + 1) * SLOT_SIZE },
	{ sizeof(struct perfcnt_regions_head) + sizeof(struct perfcnt_regions_thread),
	  SLOTS * sizeof(uint32_t) },
	{ sizeof(struct perfcnt_regions_head) + PART_SIZE,
	  sizeof(struct perfcnt_regions_thread) },
	{ sizeof(struct perfcnt_regions_head) + TOTALS_AT, TOTALS * TOTAL_SIZE },
};

#define AREAS	(sizeof(areas) / sizeof(*areas))

/* Returns the file's size, which may change, too. */
static size_t change(char *file, size_t size, const struct change *change)
{
	size_t at = change->at[0] | change->at[1] << 8, area = change->area % (AREAS + 1);
	uint32_t word = change->how & 2 ? -(uint32_t)change->value : change->value;

	if (area == AREAS)
		return (at | (size_t)change->value << 16) % (size + 1);
	at = areas[area].at + at % areas[area].size;
	if (change->how & 1)
		memcpy(file + (at & ~(size_t)3), &word, sizeof(word));
	else
		file[at] = change->value;
	return size;
}

static void check_part(const struct ring_recording *recording,
		       const struct ring_part *part)
{
	size_t i;

	require(part->kept + part->unfinished + part->overwritten == part->made);
	require(part->first + part->kept <= recording->count);
	for (i = part->first; i < part->first + part->kept; i++) {
		const struct ring_record *record = &recording->records[i];

		require(record->number < part->made);
		require(i == part->first || record->number > record[-1].number);
		require(!record->slot.begin_place ||
			record->slot.begin_place < recording->head->places);
		require(!record->slot.end_place ||
			record->slot.end_place < recording->head->places);
		require(record->slot.user_count <= recording->head->user);
	}
}

static void print_all(const struct ring_recording *recording, size_t skip)
{
	const struct region_parameters parameters = {
		.packets = { .given = true, .user = recording->head->user, .step = true,
			     .number = 10 },
		.idle_loops = { .given = true, .user = !!recording->head->user },
		.idle_cycles = 12.5,
	};
	struct ring_summary summary;
	struct ring_view view = {
		.summary = &summary,
		.parameters = &parameters,
		.skip = skip,
		.histogram = true,
	};
	size_t i;

	ring_summary_make(&summary, recording, skip);
	for (i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		ring_format *write = ring_format_named(formats[i].name);
		const char *text;

		write(printed_begin(), &view);
		text = printed_end();
		require(*text);
		if (formats[i].check)
			formats[i].check(text);
	}
	ring_summary_free(&summary);
}

/* The file as the input has changed it, to be closed. */
static int changed_file(const uint8_t *data, size_t size)
{
	static char file[FILE_SIZE];
	size_t length = FILE_SIZE, i;
	int fd = memfd_create(NAME, MFD_CLOEXEC);

	if (!*whole)
		make_whole();
	memcpy(file, whole, sizeof(file));
	for (i = 0; i + sizeof(struct change) <= size; i += sizeof(struct change))
		length = change(file, length, (const struct change *)(data + i));
	require(fd >= 0);
	require(write(fd, file, length) == (ssize_t)length);
	return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ring_recording recording = { 0 };
	int fd = changed_file(data, size);
	bool good = true;
	size_t i;

	printed_listen();
	if (ring_file_is(fd))
		good = ring_file_read(&recording, fd, NAME);
	close(fd);
	require(!*printed_said() == good);
	require(size >= sizeof(struct change) ||
		(good && recording.count == THREADS * SLOTS));
	for (i = 0; i < recording.part_count; i++)
		check_part(&recording, &recording.parts[i]);
	if (recording.part_count)
		print_all(&recording, size % 2);
	ring_file_free(&recording);
	return 0;
}
