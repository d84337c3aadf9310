// SPDX-License-Identifier: GPL-2.0
/* What a counter counts. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "events.h"
#include "reading.h"

bool reading_counts(const struct reading *reading)
{
	return reading->control & PERFCNT_CTL_MODES;
}

bool reading_is_shown(const struct reading *reading)
{
	return reading_counts(reading) || reading->count;
}

/* Series in a hash table. */

#define uthash_fatal(words) out_of_memory()
#include <uthash.h>

/* Without padding, as all of its bytes are compared. */
struct key {
	uint32_t bank;
	uint32_t control;
	char native[PERFCNT_NAME_SIZE];
};

struct member {
	size_t place;
	unsigned int run;
};

/* The readings that count the same. */
struct series {
	struct key key; /* what they count */
	struct member *members; /* in the order of their runs */
	size_t count;
	UT_hash_handle hh; /* the hash table's */
};

static struct key key_of(const struct reading *reading)
{
	struct key key = {
		.bank = bank_of(reading->counter),
		.control = reading->control & READING_EVENT_BITS,
	};

	memcpy(key.native, reading->native,
	       strnlen(reading->native, PERFCNT_NAME_SIZE - 1));
	return key;
}

static struct series *find(const struct series *all, const struct key *key)
{
	struct series *found;

	HASH_FIND(hh, all, key, sizeof(*key), found);
	return found;
}

void series_add(struct series **all, const struct reading *reading,
		size_t place)
{
	const struct key key = key_of(reading);
	struct series *series = find(*all, &key);

	if (!series) {
		series = zeros(1, sizeof(*series));
		series->key = key;
		HASH_ADD(hh, *all, key, sizeof(series->key), series);
	}
	series->members = grow(series->members, series->count,
			       sizeof(*series->members));
	series->members[series->count++] = (struct member){
		.place = place,
		.run = reading->run,
	};
}

const struct series *series_of(const struct series *all,
			       const struct reading *like)
{
	const struct key key = key_of(like);

	return find(all, &key);
}

size_t series_first(const struct series *series)
{
	return series->members[0].place;
}

/* The first reading from a run on: @series->count if there is none. */
static size_t find_run(const struct series *series, unsigned int run)
{
	size_t low = 0, high = series->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (series->members[middle].run < run)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

unsigned int series_next_run(const struct series *series, unsigned int from)
{
	size_t i = find_run(series, from);

	return i == series->count ? UINT_MAX : series->members[i].run;
}

size_t series_find(const struct series *series, unsigned int run)
{
	size_t i = find_run(series, run);

	if (i == series->count || series->members[i].run != run)
		return SERIES_NONE;
	return series->members[i].place;
}

void series_free(struct series *all)
{
	struct series *series = all, *next;

	HASH_CLEAR(hh, all);
	for (; series; series = next) {
		next = series->hh.next;
		free(series->members);
		free(series);
	}
}
