// SPDX-License-Identifier: GPL-2.0
/* From changes to the memory of processes at a time. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"

#define uthash_fatal(words) out_of_memory()
#include "address_spaces.h"

bool address_spaces_add(struct address_spaces *all, const struct space_change *change)
{
	if (change->time < all->time)
		return false;
	all->changes = grow(all->changes, all->change_count, sizeof(*change));
	all->changes[all->change_count++] = *change;
	return true;
}

static void merge(struct space_change *to, const struct space_change *from,
		  size_t middle, size_t count)
{
	size_t left = 0, right = middle, i;

	for (i = 0; i < count; i++) {
		bool first = left < middle &&
			     (right == count || from[left].time <= from[right].time);

		to[i] = from[first ? left++ : right++];
	}
}

/* qsort(3) need not keep the order of equals. */
static void sort(struct space_change *changes, struct space_change *copy,
		 size_t count)
{
	size_t middle = count / 2;

	if (count < 2)
		return;
	sort(changes, copy, middle);
	sort(changes + middle, copy, count - middle);
	memcpy(copy, changes, count * sizeof(*changes));
	merge(changes, copy, middle, count);
}

void address_spaces_sort(struct address_spaces *all)
{
	struct space_change *copy;

	all->change_count -= all->done;
	if (all->done)
		memmove(all->changes, &all->changes[all->done],
			all->change_count * sizeof(*all->changes));
	all->done = 0;
	copy = resize(NULL, all->change_count, sizeof(*copy));
	sort(all->changes, copy, all->change_count);
	free(copy);
}

static struct space *find_space(const struct address_spaces *all, uint32_t pid)
{
	struct space *space;

	HASH_FIND(hh, all->spaces, &pid, sizeof(pid), space);
	return space;
}

static struct space *make_space(struct address_spaces *all, uint32_t pid)
{
	struct space *space = find_space(all, pid);

	if (space)
		return space;
	space = zeros(1, sizeof(*space));
	space->pid = pid;
	HASH_ADD(hh, all->spaces, pid, sizeof(pid), space);
	return space;
}

static void add_mapping(struct space *space, const struct space_change *change)
{
	space->mappings = grow(space->mappings, space->count, sizeof(*change));
	space->mappings[space->count++] = *change;
}

/* A process begins to run another program; returns its memory, which has nothing yet. */
static struct space *begin(struct address_spaces *all, const struct space_change *change)
{
	const bool is_known = find_space(all, change->pid);
	struct space *space = make_space(all, change->pid);

	space->count = 0;
	space->began = change->kind == SPACE_FOUND ? 0 : change->time;
	space->program = change->program;
	space->threads = change->kind == SPACE_FOUND ? UINT_MAX : 0;
	if (is_known && change->kind == SPACE_FOUND)
		return space; /* it has begun nothing since */
	all->begins = grow(all->begins, all->begin_count, sizeof(*all->begins));
	all->begins[all->begin_count++] = (struct space_begin){ change->pid, space->began };
	return space;
}

static void copy(struct address_spaces *all, const struct space_change *change)
{
	struct space *space = begin(all, change);
	const struct space *parent = find_space(all, change->parent);
	size_t i;

	if (parent)
		space->program = parent->program;
	for (i = 0; parent && i < parent->count; i++)
		add_mapping(space, &parent->mappings[i]);
}

static void add_thread(struct space *space)
{
	if (space->threads < UINT_MAX)
		space->threads++;
}

static void end_thread(struct address_spaces *all, struct space *space)
{
	if (!all->spaces || !space || space->threads == UINT_MAX || space->threads--)
		return;
	HASH_DEL(all->spaces, space);
	free(space->mappings);
	free(space);
}

static void make(struct address_spaces *all, const struct space_change *change)
{
	switch (change->kind) {
	case SPACE_MAPPED:
		add_mapping(make_space(all, change->pid), change);
		break;
	case SPACE_FORKED:
		/* a new thread has the memory of the others */
		if (change->parent == change->pid)
			add_thread(make_space(all, change->pid));
		else
			copy(all, change);
		break;
	case SPACE_EXECUTED:
	case SPACE_FOUND:
		begin(all, change);
		break;
	case SPACE_EXITED:
		end_thread(all, find_space(all, change->pid));
		break;
	}
}

bool address_spaces_go_to(struct address_spaces *all, uint64_t time)
{
	if (time < all->time)
		return false;
	all->time = time;
	while (all->done < all->change_count && all->changes[all->done].time <= time)
		make(all, &all->changes[all->done++]);
	return true;
}

/* The newest of the first so many. */
static const struct space_change *find(const struct space *space, size_t count,
				       uint64_t address)
{
	while (count--)
		if (address - space->mappings[count].start < space->mappings[count].length)
			return &space->mappings[count];
	return NULL;
}

const struct space_change *address_spaces_find(const struct address_spaces *all,
					       uint32_t pid, uint64_t address)
{
	const struct space *space = find_space(all, pid);

	return space ? find(space, space->count, address) : NULL;
}

const struct space_change *address_spaces_below(const struct address_spaces *all,
						uint32_t pid, uint64_t address,
						const struct space_change *mapping)
{
	const struct space *space = find_space(all, pid);

	return find(space, mapping - space->mappings, address);
}

const struct space *address_spaces_of(const struct address_spaces *all, uint32_t pid)
{
	return find_space(all, pid);
}

bool address_spaces_life(const struct address_spaces *all, uint32_t pid, uint64_t time,
			 uint64_t *from, uint64_t *to)
{
	bool began = false, known = false;
	size_t i;

	*from = 0;
	*to = UINT64_MAX;
	for (i = 0; i < all->begin_count; i++) {
		if (all->begins[i].pid != pid)
			continue;
		known = true;
		if (all->begins[i].time > time) {
			*to = all->begins[i].time;
			break;
		}
		began = true;
		*from = all->begins[i].time;
	}
	return began || !known;
}

void address_spaces_free(struct address_spaces *all)
{
	struct space *space = all->spaces, *next;

	HASH_CLEAR(hh, all->spaces);
	for (; space; space = next) {
		next = space->hh.next;
		free(space->mappings);
		free(space);
	}
	free(all->changes);
	free(all->begins);
}
