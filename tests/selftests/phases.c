// SPDX-License-Identifier: GPL-2.0
/*
 * A program with phases; phases.h has the idea.
 *
 * It has some of each phase again and again, each time of another length, so that a slice
 * of some milliseconds sees all of them.  In each quarter of its time it has more of one
 * of them than of the others: what a slice counts depends on when it is, too.
 */
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

#include "counters.h"
#include "phases.h"

/* How often all phases are in a unit. */
#define TURNS 128

/*
 * Four times what a 34K's data cache has, whose pages have two colours: of so many pages more
 * than the cache has ways for have each colour, however they lie, and the next line is never
 * in the cache.  Of 16 pages a colour can get four, which stay there until a slice changes.
 */
#define LINES 4096
#define WORDS (32 / sizeof(void *))

enum phase { COMPUTE, CHASE, BRANCH, CALL, ALL_PHASES };

/* How long they are: iterations, loads, branches, calls. */
static const unsigned int lengths[ALL_PHASES] = { 100, 12, 100, 2 };

static void *ring[LINES][WORDS];
static uint32_t seed = 1;

/* Numerical Recipes' ranqd1: its upper bits have no short period. */
static uint32_t next_random(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 8;
}

/* Through all lines, in an order that nobody can predict. */
static void make_ring(void)
{
	unsigned int order[LINES], i;

	for (i = 0; i < LINES; i++)
		order[i] = i;
	for (i = LINES - 1; i; i--) {
		unsigned int other = next_random() % (i + 1), swapped = order[i];

		order[i] = order[other];
		order[other] = swapped;
	}
	for (i = 0; i < LINES; i++)
		ring[order[i]][0] = ring[order[(i + 1) % LINES]];
}

static void *chase(void *at, unsigned int loads)
{
	while (loads--)
		at = *(void **)at;
	return at;
}

static void branch(unsigned int branches)
{
	while (branches--) {
		if (next_random() & 1)
			__asm__ volatile("" : : : "memory");
		else
			__asm__ volatile("" : "+r"(seed) : : "memory");
	}
}

static unsigned int length_of(enum phase phase, enum phase most)
{
	unsigned int length = lengths[phase];

	length = length / 2 + next_random() % (length + 1);
	return phase == most ? (7 * length + 2) / 5 : length;
}

/* The same each time. */
static void *unit(void *at, enum phase most)
{
	unsigned int i, calls;

	seed = 1;
	for (i = 0; i < TURNS; i++) {
		mixed_loop(length_of(COMPUTE, most));
		at = chase(at, length_of(CHASE, most));
		branch(length_of(BRANCH, most));
		calls = i % 4 ? 0 : length_of(CALL, most);
		for (; calls; calls--)
			getppid();
	}
	return at;
}

static void run(unsigned long units)
{
	void *at = ring[0];
	enum phase phase;
	unsigned long i;

	for (phase = 0; phase < ALL_PHASES; phase++)
		for (i = 0; i < units; i++)
			at = unit(at, phase);
	_exit(!at);
}

/* So many units in each quarter; it is stopped until let_go(). */
struct program prepare_phases(unsigned long units)
{
	struct program program;
	int gone[2];

	if (!ring[0][0])
		make_ring();
	if (pipe(gone))
		fatal("pipe");
	program.gone = gone[0];
	program.pid = fork();
	if (!program.pid) {
		close(gone[0]);
		raise(SIGSTOP);
		run(units);
	}
	if (program.pid < 0)
		fatal("fork");
	close(gone[1]);
	await_stop(&program);
	return program;
}
