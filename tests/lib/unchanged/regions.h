/* SPDX-License-Identifier: GPL-2.0 */
/* The regions of the program, and its own counts of its calls. */
#ifndef UNCHANGED_REGIONS_H
#define UNCHANGED_REGIONS_H

#include <stdint.h>

#include <perfcnt.h>

#ifdef __cplusplus
extern "C" {
#endif

/* They are called so. */
enum region {
	keeps,
	handled,
	interrupted,
	mapped,
	opens,
	closes,
	without,
	small,
	limited,
	exits,
	finally,
	jumps,
	around,
	cancelled,
	pending,
	throws,
	first,
	second,
	forks,
	child,
	vforks,
	execs,
	executed,
	loaded,
	pool,
	queue,
	destroyed,
	late,
	retitled,
	deep,
	beside,
	named,
	ALL_REGIONS
};

/**
 * struct calls - what the program has called, its children, too
 * @begun: how often the region has begun
 * @ended: and ended
 */
struct calls {
	unsigned int begun;
	unsigned int ended;
};

/* In memory that children share. */
extern struct calls *calls;

static inline void add(unsigned int *number)
{
	__atomic_add_fetch(number, 1, __ATOMIC_RELAXED);
}

#define BEGIN(name)						\
	do {							\
		add(&calls[name].begun);			\
		PERFCNT_REGION_BEGIN(#name);			\
	} while (0)

#define END(name)						\
	do {							\
		add(&calls[name].ended);			\
		PERFCNT_REGION_END(#name);			\
	} while (0)

static inline void count_end(struct calls **of)
{
	add(&(*of)->ended);
}

/* A scope that is left in another way than by its end is not counted to have ended. */
#define SCOPE(name)						\
	struct calls *scope_of __attribute__((cleanup(count_end), unused)) = &calls[name]; \
	add(&calls[name].begun);				\
	PERFCNT_REGION_SCOPE(#name)

/* How many of @depth calls of itself an exception goes through to the first one. */
int throw_through(int depth);

/* Of the object that the program opens: a whole region, whose number it is; and one that stays. */
int enter(struct calls *program);
int stay(struct calls *program);

#ifdef __cplusplus
}
#endif

#endif /* UNCHANGED_REGIONS_H */
