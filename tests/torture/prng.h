/* SPDX-License-Identifier: GPL-2.0 */
/* Random numbers that a seed repeats: splitmix64. */
#ifndef PERFCNT_TORTURE_PRNG_H
#define PERFCNT_TORTURE_PRNG_H

#include <stdbool.h>
#include <stdint.h>

#ifndef ARRAY_SIZE /* as in kselftest.h */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#endif

struct prng {
	uint64_t state;
};

static inline uint64_t prng_next(struct prng *prng)
{
	uint64_t z = prng->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/* 0 to @n - 1 */
static inline uint32_t prng_below(struct prng *prng, uint32_t n)
{
	return (prng_next(prng) >> 32) * n >> 32;
}

static inline bool prng_one_in(struct prng *prng, uint32_t n)
{
	return !prng_below(prng, n);
}

/* A seed from another and a number. */
static inline uint64_t prng_derive(uint64_t seed, uint64_t number)
{
	struct prng prng = { seed ^ number * 0xd1342543de82ef95 };

	return prng_next(&prng);
}

/* One entry of an array. */
#define prng_of(prng, array) \
	((array)[prng_below(prng, ARRAY_SIZE(array))])

#endif /* PERFCNT_TORTURE_PRNG_H */
