/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The model: what is around kmod's regfile.c, counters.c and reading.c.
 *
 * A count register has few bits: its lowest ones never change, so a count of 1
 * here is one of 2^(32 - bits) there, and the code that is checked is the
 * module's own.  Counting is the environment's choice, as is when an interrupt
 * or the timer comes: between two operations, before any access to a register,
 * and before any lock that turns interrupts off.  What the environment may not
 * do is in struct world_rules.
 */
#ifndef PERFCNT_MODEL_WORLD_H
#define PERFCNT_MODEL_WORLD_H

#include "core/core.h"
#include "core/counters.h"
#include "pmu/regfile.h"

#define MODEL_COUNTERS 2
#define MODEL_CHOICES 40

/**
 * struct world_rules - what the model is about
 * @bits: of a count register
 * @counters: how many there are
 * @device: the operations are those of /dev/perfcnt, not of /proc/perf
 * @no_line: nobody gets the interrupt
 * @timer: counts that may pass before the timer fires
 * @burst: counts that may pass at one access to a register
 * @bursts: how often in one operation
 * @every: counts of every size, not only those that matter
 */
struct world_rules {
	unsigned int bits;
	unsigned int counters;
	bool device;
	bool no_line;
	unsigned int timer;
	unsigned int burst;
	unsigned int bursts;
	bool every;
};

/**
 * struct world - what is not the module's
 * @control: the control registers
 * @count: the count registers
 * @wanted: the user wants it to count
 * @expected: what a user must see by now
 * @since_timer: counts since the timer was started
 */
struct world {
	u32 control[MODEL_COUNTERS];
	u32 count[MODEL_COUNTERS];
	bool wanted[MODEL_COUNTERS];
	u64 expected[MODEL_COUNTERS];
	unsigned int since_timer[MODEL_COUNTERS];
};

/**
 * struct operation - what happens now; begins anew with each
 * @quiet: nothing but the operation happens
 * @nested: an interrupt or the timer came in the middle
 * @changing: mask of the counters that may stand still meanwhile
 * @bursts: how many may still come
 * @counted: what was counted, in the register's units
 */
struct operation {
	bool quiet;
	bool nested;
	unsigned long changing;
	unsigned int bursts;
	u64 counted[MODEL_COUNTERS];
};

extern struct world_rules rules;
extern struct world world;
extern struct operation operation;
extern struct perfcnt_regfile register_file;
extern const struct perfcnt_registers model_registers;
extern bool verbose;

/* main.c: says what is wrong and how it came to it, and ends */
void model_wrong(const char *what);

/* explore.c */
unsigned int choose(unsigned int choices);
void explore(void);
void explore_trace(void);

/* hardware.c */
bool line_is_high(void);
void count_happens(unsigned int i, unsigned int n);
unsigned int count_sizes(unsigned int i, bool between, unsigned int *sizes);
void line_interrupts(void);
void timer_fires(void);

/* doors.c */
void doors_begin(void);
unsigned int doors_count(void);
bool doors_do(unsigned int number);

/* world.c */
void world_begin(void);
size_t world_size(void);
void world_save(void *to);
void world_restore(const void *from);
void world_normalize(void);

static inline unsigned int unit_shift(void)
{
	return 32 - rules.bits;
}

#endif /* PERFCNT_MODEL_WORLD_H */
