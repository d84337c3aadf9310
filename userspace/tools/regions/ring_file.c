// SPDX-License-Identifier: GPL-2.0
/*
 * A file of rings.  Nothing in it is believed before it was compared with the file's
 * size, and nothing is mapped: a program that writes to it may also shorten it.
 */
#include <byteswap.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "ring_file.h"
#include "ring_swap.h"

/* How often a row of totals is read that a running program goes on to change. */
#define TOTAL_TRIES	1000

/* Returns whether all bytes were there. */
static bool read_at(int fd, void *to, size_t size, uint64_t at)
{
	char *next = to;

	while (size) {
		ssize_t got = pread(fd, next, size, at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		next += got;
		at += got;
		size -= got;
	}
	return true;
}

bool ring_file_is(int fd)
{
	char magic[sizeof(PERFCNT_REGIONS_MAGIC)];

	return read_at(fd, magic, sizeof(magic), 0) &&
	       !memcmp(magic, PERFCNT_REGIONS_MAGIC, sizeof(magic));
}

/* What is wrong with a head, or NULL. */
static const char *check_head(const struct perfcnt_regions_head *head, uint64_t size)
{
	uint64_t slot = perfcnt_regions_user_at(head) + head->user * 8ull;
	uint64_t slots_at = sizeof(struct perfcnt_regions_thread) + head->slots * 4ull;
	uint64_t total = sizeof(struct perfcnt_regions_total) +
			 2 * perfcnt_regions_sums_size(head);

	if (head->order != PERFCNT_REGIONS_ORDER)
		return "its byte order is not known";
	if (head->version != PERFCNT_REGIONS_VERSION)
		return "its version is not known";
	if (head->slots < 2 || head->slots > PERFCNT_REGIONS_RECORDS_MOST ||
	    head->slots & (head->slots - 1) || head->kept != head->slots / 2 ||
	    head->entries > PERFCNT_MAX_COUNTERS ||
		    head->user > PERFCNT_REGIONS_USER_MOST ||
	    head->events > PERFCNT_REGIONS_EVENTS || head->sets > PERFCNT_REGIONS_SETS ||
	    head->places > PERFCNT_REGIONS_PLACES ||
		    head->threads > PERFCNT_REGIONS_THREADS ||
	    head->slots_at != slots_at ||
	    head->head_size < sizeof(*head) || head->slot_size != slot ||
	    head->totals_at < slots_at + head->slots * slot || head->totals_at % 8 ||
	    head->total_size != total || head->totals > PERFCNT_REGIONS_PLACES ||
	    head->part_size < head->totals_at + head->totals * total ||
	    head->head_size > size || (head->threads && head->part_size > size))
		return "its head is damaged";
	return NULL;
}

/* A text of the file's, which may be anything, is one line in any output. */
static void end_text(char *text, size_t size)
{
	text[size - 1] = '\0';
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

static void end_texts(struct perfcnt_regions_head *head)
{
	size_t i;

	end_text(head->program, sizeof(head->program));
	for (i = 0; i < PERFCNT_REGIONS_EVENTS; i++)
		end_text(head->event[i], sizeof(head->event[i]));
	for (i = 0; i < PERFCNT_REGIONS_PLACES; i++) {
		end_text(head->place[i].name, sizeof(head->place[i].name));
		end_text(head->place[i].function,
			 sizeof(head->place[i].function));
		end_text(head->place[i].file, sizeof(head->place[i].file));
		end_text(head->place[i].object, sizeof(head->place[i].object));
	}
}

/* Where a slot is that the file names, or 0 if there is none. */
static uint32_t slot_at(const struct perfcnt_regions_head *head, const void *name)
{
	uint32_t at;

	memcpy(&at, name, sizeof(at));
	if (at % 8 || at < head->slots_at || at > head->totals_at - head->slot_size)
		return 0;
	return at;
}

static uint32_t sequence_of(const char *part, uint32_t at)
{
	uint32_t sequence;

	memcpy(&sequence, part + at, sizeof(sequence));
	return sequence;
}

/* The differences of all counts, by the events that these are. */
static void set_counts(const struct ring_recording *recording,
		       const struct perfcnt_regions_thread *ring, const char *slot,
		       struct ring_record *record)
{
	const struct perfcnt_regions_head *head = recording->head;
	const char *end = slot + PERFCNT_REGIONS_SLOT_HEAD;
	const char *begin = slot + perfcnt_regions_begin_at(head) + sizeof(uint64_t);
	uint32_t i, set = record->slot.set;
	uint64_t before, after;

	if (record->slot.flags & PERFCNT_REGIONS_FAILED || set >= PERFCNT_REGIONS_SETS)
		return;
	for (i = 0; i < record->slot.counters && i < head->entries; i++) {
		uint8_t event = ring->event_of[set][i];

		if (event >= head->events)
			continue;
		memcpy(&after, end + i * sizeof(after), sizeof(after));
		memcpy(&before, begin + i * sizeof(before), sizeof(before));
		record->counts[event] += after - before;
		record->begins[event] += before;
		record->counted |= 1ull << event;
	}
}

/* What marks themselves have counted in it, if that was measured. */
static void subtract_costs(const struct ring_recording *recording,
			   const struct perfcnt_regions_thread *ring,
			   struct ring_record *record)
{
	uint32_t i;

	if (!(ring->flags & PERFCNT_REGIONS_CALIBRATED) || record->slot.set)
		return;
	for (i = 0; i < recording->head->entries && i < recording->head->events; i++)
		record->counts[i] =
			perfcnt_regions_less(record->counts[i],
					     ring->cost[PERFCNT_REGIONS_COST_EMPTY][i] +
					     ring->cost[PERFCNT_REGIONS_COST_INNER][i] *
						     record->inner);
}

static void add_record(struct ring_recording *recording, const char *slot,
		       uint64_t number)
{
	const struct perfcnt_regions_head *head = recording->head;
	struct ring_part *part = &recording->parts[recording->part_count];
	struct ring_record record = {
		.thread = recording->part_count,
		.number = number,
		.counts = zeros(head->events, sizeof(uint64_t)),
		.begins = zeros(head->events, sizeof(uint64_t)),
	};

	memcpy(&record.slot, slot, PERFCNT_REGIONS_SLOT_HEAD);
	memcpy(&record.begin, slot + perfcnt_regions_begin_at(head), sizeof(record.begin));
	record.end = record.slot.end.time;
	record.inner = (uint32_t)number - record.slot.before;
	if (record.slot.user_count > head->user)
		record.slot.user_count = head->user;
	record.user = zeros(record.slot.user_count, sizeof(uint64_t));
	memcpy(record.user, slot + perfcnt_regions_user_at(head),
	       record.slot.user_count * sizeof(uint64_t));
	if (record.slot.begin_place >= head->places)
		record.slot.begin_place = 0;
	if (record.slot.kind == PERFCNT_REGIONS_REGION ||
	    record.slot.end_place >= head->places)
		record.slot.end_place = 0;
	set_counts(recording, &part->ring, slot, &record);
	subtract_costs(recording, &part->ring, &record);
	recording->records = grow(recording->records, recording->count,
				  sizeof(*recording->records));
	recording->records[recording->count++] = record;
	part->kept++;
}

static int by_number(const void *a, const void *b)
{
	const struct ring_record *one = a, *other = b;

	return (one->number > other->number) - (one->number < other->number);
}

/* A slot that was given to a newer record, which is not there yet, still has this one. */
static bool is_old(const struct perfcnt_regions_head *head, uint32_t place, uint64_t back)
{
	return place >= head->kept && back > head->slots - head->kept;
}

static const struct perfcnt_regions_open *open_at(const struct ring_part *part, uint32_t depth)
{
	return &part->ring.open[depth % PERFCNT_REGIONS_DEPTH];
}

/* Which regions are open: their slots may belong to other records meanwhile. */
static void take_open(const struct perfcnt_regions_head *head, struct ring_part *part,
		      const char *data)
{
	uint32_t i, latest = part->ring.depth - 1;

	while (part->depth < part->ring.depth && part->depth < PERFCNT_REGIONS_DEPTH &&
	       open_at(part, latest - part->depth)->named != PERFCNT_REGIONS_CLOSED)
		part->depth++;
	for (i = 0; i < part->depth; i++) {
		uint32_t at = slot_at(head, &open_at(part, latest - i)->slot);
		uint32_t *place = &part->open[part->depth - 1 - i];

		if (at)
			memcpy(place, data + at +
			       offsetof(struct perfcnt_regions_slot, begin_place),
			       sizeof(*place));
		if (*place >= head->places)
			*place = 0;
	}
}

/*
 * All slots of a thread that are whole: their sequences are the same before and after
 * the rest was copied, and what belongs there.
 */
static void take_slots(struct ring_recording *recording, const char *before,
		       const char *data, const char *after)
{
	const struct perfcnt_regions_head *head = recording->head;
	struct ring_part *part = &recording->parts[recording->part_count];
	struct perfcnt_regions_thread earlier;
	uint64_t there;
	uint32_t i;

	memcpy(&part->ring, after, sizeof(part->ring));
	memcpy(&earlier, before, sizeof(earlier));
	end_text(part->ring.name, sizeof(part->ring.name));
	end_text(part->ring.why, sizeof(part->ring.why));
	part->made = (uint64_t)part->ring.made_high << 32 | part->ring.made;
	part->first = recording->count;
	/* otherwise it was given to another thread meanwhile */
	for (i = 0; i < head->slots && earlier.begun == part->ring.begun; i++) {
		uint32_t at = slot_at(head, data + sizeof(part->ring) + i * 4);
		uint32_t sequence = at ? sequence_of(data, at) : 0;
		uint64_t number = part->made -
				  (uint32_t)((uint32_t)part->made - sequence + 1);

		if (!sequence || sequence_of(before, at) != sequence ||
		    sequence_of(after, at) != sequence ||
		    number >= part->made || perfcnt_regions_order(head, number) != i ||
		    is_old(head, i, part->made - number))
			continue;
		add_record(recording, data + at, number);
	}
	take_open(head, part, after);
	there = part->made < head->slots ? part->made : head->slots;
	part->unfinished = there - part->kept;
	part->overwritten = part->made - there;
	if (part->kept)
		qsort(recording->records + part->first, part->kept,
		      sizeof(*recording->records), by_number);
}

/* A row of the totals that nobody has changed meanwhile: its sequence says so. */
static bool read_row(const struct ring_recording *recording, int fd, uint64_t at,
		     char *row)
{
	uint32_t before, after;
	unsigned int i;

	for (i = 0; i < TOTAL_TRIES; i++) {
		if (!read_at(fd, (char *)&before, sizeof(before), at) ||
		    !read_at(fd, row, recording->head->total_size, at) ||
		    !read_at(fd, (char *)&after, sizeof(after), at))
			return false;
		if (before == sequence_of(row, 0) && before == after)
			return true;
	}
	return false;
}

static void take_total(const struct ring_recording *recording, struct ring_part *part,
		       char *row)
{
	struct perfcnt_regions_total *total = (void *)row;
	uint32_t size = perfcnt_regions_sums_size(recording->head);
	const struct perfcnt_regions_sums *sums;
	struct ring_total *to;

	if (recording->swapped)
		ring_swap_total(row, recording->head);
	sums = perfcnt_regions_sums_of(total, total->sequence, size);
	if (!sums->records)
		return;
	part->totals = grow(part->totals, part->total_count, sizeof(*part->totals));
	to = &part->totals[part->total_count++];
	*to = (struct ring_total){
		.begin_place = total->begin_place,
		.end_place = total->end_place,
		.set = total->set,
		.sums = zeros(size, 1),
	};
	memcpy(to->sums, sums, size);
	if (to->begin_place >= recording->head->places)
		to->begin_place = 0;
	if (to->end_place >= recording->head->places)
		to->end_place = 0;
}

static void read_totals(const struct ring_recording *recording, int fd, uint64_t at,
			struct ring_part *part)
{
	const struct perfcnt_regions_head *head = recording->head;
	char *row = zeros(head->total_size, 1);
	uint32_t i;

	at += head->totals_at;
	for (i = 0; i < head->totals && i < part->ring.totals; i++, at += head->total_size)
		if (read_row(recording, fd, at, row))
			take_total(recording, part, row);
	free(row);
}

static bool read_part(struct ring_recording *recording, int fd, char *buffers[3])
{
	const struct perfcnt_regions_head *head = recording->head;
	uint64_t at = head->head_size +
		      recording->part_count * (uint64_t)head->part_size;
	size_t i;

	for (i = 0; i < 3; i++) {
		if (!read_at(fd, buffers[i], head->part_size, at))
			return false;
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	}
	for (i = 0; i < 3 && recording->swapped; i++)
		ring_swap_part(buffers[i], head);
	recording->parts = grow(recording->parts, recording->part_count,
				sizeof(*recording->parts));
	recording->parts[recording->part_count] = (struct ring_part){ 0 };
	take_slots(recording, buffers[0], buffers[1], buffers[2]);
	read_totals(recording, fd, at, &recording->parts[recording->part_count]);
	recording->part_count++;
	return true;
}

static bool read_parts(struct ring_recording *recording, int fd)
{
	char *buffers[3];
	size_t i;

	for (i = 0; i < 3; i++)
		buffers[i] = zeros(recording->head->part_size, 1);
	while (recording->part_count < recording->head->threads &&
	       read_part(recording, fd, buffers))
		;
	for (i = 0; i < 3; i++)
		free(buffers[i]);
	if (recording->part_count == recording->head->threads)
		return true;
	say("%s: the file is too short: %" PRIu32 " threads, of which it has %zu",
	    recording->name, recording->head->threads, recording->part_count);
	return false;
}

bool ring_file_read(struct ring_recording *recording, int fd, const char *name)
{
	struct perfcnt_regions_head *head = zeros(1, sizeof(*head));
	const char *wrong = "the file is too short";
	struct stat status;

	*recording = (struct ring_recording){ .name = name, .head = head };
	if (!fstat(fd, &status) && read_at(fd, head, sizeof(*head), 0)) {
		recording->swapped = head->order == bswap_32(PERFCNT_REGIONS_ORDER);
		if (recording->swapped)
			ring_swap_head(head);
		wrong = check_head(head, status.st_size);
	}
	if (wrong) {
		say("%s: %s", name, wrong);
		*head = (struct perfcnt_regions_head){ 0 }; /* nothing of it is used */
		return false;
	}
	end_texts(head);
	return read_parts(recording, fd);
}

const char *ring_not_counted(const struct perfcnt_regions_thread *ring)
{
	if (*ring->why)
		return ring->why;
	return ring->error == ENOENT ?
	       "No such file or directory; is the perfcnt module loaded, with a PMU?" :
	       strerror(ring->error);
}

void ring_file_free(struct ring_recording *recording)
{
	size_t i, j;

	for (i = 0; i < recording->part_count; i++) {
		for (j = 0; j < recording->parts[i].total_count; j++)
			free(recording->parts[i].totals[j].sums);
		free(recording->parts[i].totals);
	}
	for (i = 0; i < recording->count; i++) {
		free(recording->records[i].counts);
		free(recording->records[i].begins);
		free(recording->records[i].user);
	}
	free(recording->records);
	free(recording->parts);
	free(recording->head);
}
