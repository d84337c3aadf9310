/* SPDX-License-Identifier: GPL-2.0 */
/* Trees of tasks, each with loops of known length, and counters that follow them. */
#ifndef PERFCNT_TEST_TREES_H
#define PERFCNT_TEST_TREES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../../uapi/linux/perfcnt.h"

/* How deep, how many. */
#define DEPTH 5
#define THREADS 64

/**
 * enum shape - what a program does besides its loops
 * @PLAIN: nothing
 * @FORKS: forks DEPTH deep; each has a loop
 * @HOPS: goes from CPU to CPU, HOPS_COUNT times, with a loop on each
 * @WIDE: THREADS children at the same time
 * @THREADED: THREADS threads at the same time
 * @EXECS: execve DEPTH times, with a loop after each
 * @VFORK: vfork, and the child has the loop
 * @DAEMON: forks twice and exits at once; the grandchild has the loop
 * @PHASES: PHASES_COUNT loops, each in a child; it stops itself before each but the first
 * @SPIN: forks, and stops itself; neither ends
 */
enum shape { PLAIN, FORKS, HOPS, WIDE, THREADED, EXECS, VFORK, DAEMON, PHASES, SPIN };

#define PHASES_COUNT 3
#define HOPS_COUNT 100

/**
 * struct tally - what a tree counted
 * @events: of the event that all followers count
 * @retries: how often sc failed in it, and ll and sc were done again; 0 if nothing
 *	counts that
 */
struct tally {
	uint64_t events;
	uint64_t retries;
};

/**
 * struct program - a tree of tasks that has not begun
 * @pid: its root
 * @gone: ends when all its tasks have ended
 */
struct program {
	pid_t pid;
	int gone;
};

/**
 * struct follower - counters that follow a program
 * @fd: the device
 * @mask: the counters: on each VPE one of a bank
 * @events: how many events take turns on others
 */
struct follower {
	int fd;
	uint32_t mask;
	uint32_t events;
};

unsigned int loops_of(enum shape shape);
struct program prepare(enum shape shape, unsigned long iterations, int cpu);
void let_go(const struct program *program);
void await_stop(const struct program *program);
int end_of(const struct program *program);
void find_event(void);
const char *event(void);
bool is_exact(void);
uint64_t if_exact(uint64_t expected, uint64_t counted);
struct follower follower(unsigned int bank);
struct follower follower_of(unsigned int bank, const char *name_of_event);
struct follower follower_of_retries(unsigned int bank);
int follow(const struct follower *follower, pid_t pid, uint32_t flags);
uint64_t counted(const struct follower *follower);
int next_thread(const struct follower *follower, struct perfcnt_thread *thread);
uint64_t counted_by(const struct follower *follower,
		    const struct perfcnt_thread *thread);
struct tally tally_and_leave(const struct follower *counters,
			     const struct follower *retries);
bool is_above(uint64_t expected, struct tally less, struct tally more);

#endif /* PERFCNT_TEST_TREES_H */
