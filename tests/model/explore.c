// SPDX-License-Identifier: GPL-2.0
/*
 * Every world that can be reached, in the order of how many operations that
 * takes.  An operation is done once for each way that the environment can
 * choose in it.
 */
#include <stdlib.h>

#include "world.h"

/**
 * struct step - how a world was reached
 * @from: the world before, by its number
 * @depth: after how many operations
 * @number: the operation
 * @length: how many choices there were
 * @choices: what was chosen
 */
struct step {
	unsigned int from;
	unsigned short depth;
	unsigned char number;
	unsigned char length;
	unsigned char choices[MODEL_CHOICES];
};

static struct step *steps;
static char *worlds;
static unsigned int *slots;
static unsigned int found, room, slots_mask;
static size_t size;
static unsigned long long executed;

/* The choices of the operation that is being done; what each could be. */
static struct step now;
static unsigned char could_be[MODEL_CHOICES];
static unsigned int at;

/**
 * choose - the environment's choice
 * @choices: of how many
 *
 * Return: below @choices; every one of them in its turn.
 */
unsigned int choose(unsigned int choices)
{
	if (choices < 2)
		return 0;
	if (at == MODEL_CHOICES || choices > 255) {
		fprintf(stderr, "model: more choices than there is room for\n");
		exit(2);
	}
	if (at == now.length)
		now.choices[now.length++] = 0;
	could_be[at] = choices;
	return now.choices[at++];
}

/* The next way to choose; none at all after the last. */
static void next_choices(void)
{
	while (now.length &&
	       ++now.choices[now.length - 1] == could_be[now.length - 1])
		now.length--;
}

static u32 hash(const char *bytes)
{
	u64 sum = 0xcbf29ce484222325ull, word;
	size_t i;

	for (i = 0; i < size; i += sizeof(word)) {
		memcpy(&word, bytes + i, sizeof(word));
		sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
		sum ^= sum >> 29;
	}
	return sum;
}

static void *need(void *memory)
{
	if (memory)
		return memory;
	fprintf(stderr, "model: out of memory after %u worlds\n", found);
	exit(2);
}

static void grow(void)
{
	unsigned int i, slot;

	room = room ? 2 * room : 1024;
	steps = need(realloc(steps, room * sizeof(*steps)));
	worlds = need(realloc(worlds, room * size));
	free(slots);
	slots_mask = 4 * room - 1;
	slots = need(calloc(4 * (size_t)room, sizeof(*slots)));
	for (i = 0; i < found; i++) {
		slot = hash(worlds + i * size) & slots_mask;
		while (slots[slot])
			slot = (slot + 1) & slots_mask;
		slots[slot] = i + 1;
	}
}

/* Keep the world as it is now, unless it is known. */
static void keep(void)
{
	unsigned int slot;
	char *new;

	if (found == room)
		grow();
	new = worlds + found * size;
	memset(new + size - sizeof(u64), 0, sizeof(u64));
	world_save(new);
	for (slot = hash(new) & slots_mask; slots[slot];
	     slot = (slot + 1) & slots_mask)
		if (!memcmp(worlds + (slots[slot] - 1) * size, new, size))
			return;
	slots[slot] = found + 1;
	steps[found++] = now;
}

static bool redo(const struct step *step)
{
	now = *step;
	at = 0;
	return doors_do(now.number);
}

/* One operation, in every way that the environment can choose. */
static void explore_operation(unsigned int from, unsigned int number)
{
	struct step step = {
		.from = from,
		.depth = steps[from].depth + 1,
		.number = number,
	};

	do {
		world_restore(worlds + from * size);
		if (!redo(&step))
			return;
		executed++;
		world_normalize();
		keep();
		next_choices();
		step = now;
	} while (step.length);
}

/**
 * explore - go on until there is no world that is not known
 *
 * What is wrong ends it.
 */
void explore(void)
{
	unsigned int i, number;

	size = (world_size() + sizeof(u64) - 1) & ~(sizeof(u64) - 1);
	now = (struct step){ 0 };
	world_normalize();
	keep();
	for (i = 0; i < found; i++)
		for (number = 0; number < doors_count(); number++)
			explore_operation(i, number);
	printf("# all %u states, %llu transitions; none is %u operations away\n",
	       found, executed, steps[found - 1].depth + 1);
}

/**
 * explore_trace - how it came to this: all operations from the first
 *
 * Does not return: the last one ends it again.
 */
void explore_trace(void)
{
	static unsigned int path[65536];
	struct step last = now;
	unsigned int i, length = 0;

	for (i = last.from; i; i = steps[i].from)
		path[length++] = i;
	world_restore(worlds);
	memset(&perfcnt_core.lock, 0, sizeof(perfcnt_core.lock));
	memset(&perfcnt_core.asked, 0, sizeof(perfcnt_core.asked));
	memset(&perfcnt_core.counts, 0, sizeof(perfcnt_core.counts));
	memset(&register_file.lock, 0, sizeof(register_file.lock));
	while (length) {
		redo(&steps[path[--length]]);
		world_normalize();
	}
	redo(&last);
}
