/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stands in for the kernel's headers where regfile.c, counters.c and reading.c
 * are model checked.  There is one thread: whoever else could run does so where
 * the interrupts go off, before a lock is taken (model_before_lock()), and a
 * lock that is taken already is a deadlock.
 */
#ifndef PERFCNT_MODEL_KERNEL_H
#define PERFCNT_MODEL_KERNEL_H

#include "encoding/pure.h"

void model_before_lock(void);
void model_wrong(const char *what);

#define noinline __attribute__((noinline))
#define notrace
#define __acquires(lock)
#define __releases(lock)
#define __must_hold(lock)
#define READ_ONCE(x)	(x)
#define WRITE_ONCE(x, value)	((x) = (value))
#define smp_mb()	do { } while (0) /* there is one thread */
#define smp_mb__after_atomic()	smp_mb()
#define likely(x)	(x)
#define unlikely(x)	(x)
#define OPTIMIZER_HIDE_VAR(x)	((void)(x))
#define BIT(n)		(1ul << (n))
#define container_of(pointer, type, member)	\
	((type *)((char *)(pointer) - offsetof(type, member)))
#define for_each_set_bit(bit, mask, size)	\
	for ((bit) = 0; (bit) < (size); (bit)++)	\
		if (*(mask) & BIT(bit))

static inline void clear_bit(unsigned int bit, unsigned long *word)
{
	*word &= ~BIT(bit);
}

static inline void set_bit(unsigned int bit, unsigned long *word)
{
	*word |= BIT(bit);
}

static inline unsigned long __ffs(unsigned long word)
{
	return __builtin_ctzl(word);
}

typedef struct {
	int value;
} atomic_t;

static inline void atomic_inc(atomic_t *atomic)
{
	atomic->value++;
}

static inline int atomic_read(const atomic_t *atomic)
{
	return atomic->value;
}

typedef struct {
	bool taken;
} spinlock_t;

typedef spinlock_t raw_spinlock_t;

struct mutex {
	bool taken;
};

struct list_head {
	struct list_head *next;
};

struct llist_node {
	struct llist_node *next;
};

struct llist_head {
	struct llist_node *first;
};

struct cpumask {
	bool cpu;
};

#define cpu_none_mask	(&(const struct cpumask){ false })

#define __percpu
#define this_cpu_ptr(pointer)	(pointer)

/* There is one thread: what it reads is not being written. */
typedef struct {
	bool writing;
} seqcount_raw_spinlock_t;

#define seqcount_raw_spinlock_init(count, lock)	((void)0)
#define write_seqcount_begin(count)		model_take(&(count)->writing)
#define write_seqcount_end(count)		model_give(&(count)->writing)
#define raw_read_seqcount_begin(count)		((count)->writing)
#define read_seqcount_retry(count, begun)	((begun) != (count)->writing)

/* The same for what is written with interrupts off. */
typedef struct {
	bool writing;
} seqcount_t;

#define SEQCNT_ZERO(count)			{ false }
#define read_seqcount_begin(count)		((count)->writing)

#define local_irq_save(flags)		\
	do {				\
		(flags) = 0;		\
		model_before_lock();	\
	} while (0)
#define local_irq_restore(flags)	((void)(flags))
#define local_irq_disable()		model_before_lock()
#define local_irq_enable()		((void)0)
#define lockdep_assert_irqs_enabled()	((void)0)

/* There is one process. */
#define pid_vnr(pid)			((void)(pid), 1)

#define __SPIN_LOCK_UNLOCKED(lock)	{ false }
#define __MUTEX_INITIALIZER(lock)	{ false }

static inline void model_take(bool *taken)
{
	if (*taken)
		model_wrong("a lock is taken twice");
	*taken = true;
}

static inline void model_give(bool *taken)
{
	if (!*taken)
		model_wrong("a lock is given back that nobody has");
	*taken = false;
}

static inline void raw_spin_lock_init(raw_spinlock_t *lock)
{
	lock->taken = false;
}

#define spin_lock(lock)		model_take(&(lock)->taken)
#define spin_unlock(lock)	model_give(&(lock)->taken)
#define raw_spin_lock(lock)	model_take(&(lock)->taken)
#define raw_spin_unlock(lock)	model_give(&(lock)->taken)
#define raw_spin_lock_irqsave(lock, flags)	\
	do {					\
		(flags) = 0;			\
		model_before_lock();		\
		model_take(&(lock)->taken);	\
	} while (0)
#define raw_spin_unlock_irqrestore(lock, flags)	\
	do {					\
		(void)(flags);			\
		model_give(&(lock)->taken);	\
	} while (0)
#define mutex_lock(lock)	model_take(&(lock)->taken)
#define mutex_unlock(lock)	model_give(&(lock)->taken)

#define lockdep_assert_held(lock)				\
	do {							\
		if (!(lock)->taken)				\
			model_wrong("a lock is not held");	\
	} while (0)

#define lockdep_assert_irqs_disabled()	((void)0)

enum hrtimer_restart {
	HRTIMER_NORESTART
};

enum hrtimer_mode {
	HRTIMER_MODE_REL_HARD
};

struct hrtimer {
	bool queued;
	enum hrtimer_restart (*function)(struct hrtimer *timer);
};

static inline void
perfcnt_hrtimer_setup(struct hrtimer *timer,
		      enum hrtimer_restart (*function)(struct hrtimer *timer),
		      int clock, enum hrtimer_mode mode)
{
	timer->queued = false;
	timer->function = function;
}

static inline bool hrtimer_is_queued(const struct hrtimer *timer)
{
	return timer->queued;
}

static inline void hrtimer_start(struct hrtimer *timer, u64 after,
				 enum hrtimer_mode mode)
{
	timer->queued = true;
}

static inline void hrtimer_cancel(struct hrtimer *timer)
{
	timer->queued = false;
}

/* Jiffies are always 0. */
#define jiffies			0ul
#define nsecs_to_jiffies(ns)	((unsigned long)(ns))

#define CLOCK_MONOTONIC	1
#define ns_to_ktime(ns)	(ns)

#define WARN_ON_ONCE(wrong)					\
	do {							\
		if (wrong)					\
			model_wrong("the kernel would warn");	\
	} while (0)

static inline u64 ktime_get_ns(void)
{
	return 0;
}

#define array_index_nospec(index, size) (index)

#endif /* PERFCNT_MODEL_KERNEL_H */
