// SPDX-License-Identifier: GPL-2.0
/* The loops.  An empty instruction uses what is loaded, so that each load stays. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "workloads.h"

#define PAGE	65536 /* the largest that there is */
#define COLOURS	16384 /* what caches with virtual indexes want to be the same, at most */

static uint32_t random_state = 1;

/* Marsaglia's xorshift: the same numbers each time. */
static uint32_t next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 17;
	random_state ^= random_state << 5;
	return random_state;
}

static void use(unsigned long value)
{
	__asm__ volatile("" : : "r"(value) : "memory");
}

static void use_number(double value)
{
	__asm__ volatile("" : : "m"(value));
}

void load_words(const struct area *area, unsigned long turns)
{
	const unsigned long *at = (void *)area->memory;
	const unsigned long *end = (void *)(area->memory + area->size);

	for (; turns; turns--) {
		use(*at);
		if (++at == end)
			at = (void *)area->memory;
	}
}

void load_strides(const struct area *area, unsigned long turns)
{
	const char *at = area->memory, *end = area->memory + area->size;

	for (; turns; turns--) {
		use(*(const unsigned long *)at);
		at += area->stride;
		if (at >= end)
			at = area->memory;
	}
}

void chase_pointers(const struct area *area, unsigned long turns)
{
	void **at = area->start;

	for (; turns; turns--)
		at = *at;
	use((unsigned long)at);
}

void store_strides(const struct area *area, unsigned long turns)
{
	char *at = area->memory, *end = area->memory + area->size;

	for (; turns; turns--) {
		((unsigned long *)at)[1] = turns; /* the first is the chain's */
		__asm__ volatile("" : : : "memory");
		at += area->stride;
		if (at >= end)
			at = area->memory;
	}
}

void count_turns(const struct area *area, unsigned long turns)
{
	const char *at = area->memory, *end = area->memory + area->size;

	for (; turns; turns--) {
		__asm__ volatile("" : "+r"(at));
		at += area->stride;
		if (at >= end)
			at = area->memory;
	}
}

void add_numbers(const struct area *area, unsigned long turns)
{
	double a = 0, b = 0, c = 0, d = 0, step = area->stride;

	for (; turns >= 4; turns -= 4) {
		a += step;
		b += step;
		c += step;
		d += step;
		__asm__ volatile("" : "+m"(step));
	}
	use_number(a + b + c + d);
}

void chain_additions(const struct area *area, unsigned long turns)
{
	double a = 0, step = area->stride;

	for (; turns; turns--)
		a += step;
	use_number(a);
}

void chain_roots(const struct area *area, unsigned long turns)
{
	double a = area->stride;

	for (; turns >= 2; turns -= 2)
		a = 1 / sqrt(a);
	use_number(a);
}

void branch_by_bytes(const struct area *area, unsigned long turns)
{
	const char *at = area->memory, *end = area->memory + area->size;
	unsigned long odd = 0;

	for (; turns; turns--) {
		if (*at & 1) {
			odd++;
			__asm__ volatile("" : "+r"(odd));
		}
		if (++at == end)
			at = area->memory;
	}
}

/* Sattolo's algorithm: one cycle through all of them. */
static void shuffle(size_t *order, size_t count)
{
	size_t i, other, kept;

	for (i = count; --i; ) {
		other = next_random() % i;
		kept = order[i];
		order[i] = order[other];
		order[other] = kept;
	}
}

static void chain(struct area *area, bool shuffled)
{
	size_t count = area->size / area->stride, i;
	size_t *order = zeros(count, sizeof(*order));

	for (i = 0; i < count; i++)
		order[i] = i;
	if (shuffled)
		shuffle(order, count);
	for (i = 0; i < count; i++)
		*(void **)(area->memory + order[i] * area->stride) =
			area->memory + order[(i + 1) % count] * area->stride;
	area->start = (void **)(area->memory + order[0] * area->stride);
	free(order);
}

void area_make(struct area *area, size_t size, size_t stride, bool shuffled)
{
	void *memory;

	if (posix_memalign(&memory, PAGE, size))
		out_of_memory();
	memset(memory, 0, size);
	*area = (struct area){ .memory = memory, .size = size, .stride = stride };
	chain(area, shuffled);
}

/* Memory that is there again and again, so often that this size is reached. */
static char *repeat(size_t memory, size_t size)
{
	int fd = memfd_create("perfex", MFD_CLOEXEC);
	char *region = mmap(NULL, size + 2 * memory, PROT_NONE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *begin = region + memory - (uintptr_t)region % memory, *at;

	if (fd < 0 || ftruncate(fd, memory) || region == MAP_FAILED)
		fail("memory for the TLB: %s", strerror(errno));
	for (at = begin; at < begin + size; at += memory)
		if (mmap(at, memory, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
			 0) == MAP_FAILED)
			fail("memory for the TLB: %s", strerror(errno));
	close(fd);
	return begin;
}

void area_make_sparse(struct area *area, size_t count)
{
	size_t page = sysconf(_SC_PAGESIZE), memory = page;
	size_t stride = page + sizeof(void *);

	while (memory < COLOURS || memory < count * sizeof(void *))
		memory *= 2;
	*area = (struct area){
		.memory = repeat(memory, count * stride),
		.size = count * stride,
		.stride = stride,
	};
	chain(area, true);
}

void area_randomize(struct area *area)
{
	size_t i;

	for (i = 0; i < area->size; i++)
		area->memory[i] = next_random() >> 8;
	area->start = NULL;
}

const struct method methods[] = {
	{ 7, PERFEX_NSEC,
	  { { store_strides, BEYOND_L2 }, { store_strides, BEYOND_L2 },
	    { store_strides, BEYOND_L2 } },
	  { { load_strides, BEYOND_L2 }, { load_strides, BEYOND_L2 },
	    { load_strides, BEYOND_L2 } } },
	{ 18, PERFEX_CLKS,
	  { { load_strides, IN_L1 }, { load_strides, IN_L1 },
	    { chase_pointers, IN_L1 } },
	  { { count_turns, IN_L1 }, { count_turns, IN_L1 },
	    { count_turns, IN_L1 } } },
	{ 19, PERFEX_CLKS,
	  { { store_strides, IN_L1 }, { store_strides, IN_L1 },
	    { store_strides, IN_L1 } },
	  { { count_turns, IN_L1 }, { count_turns, IN_L1 },
	    { count_turns, IN_L1 } } },
	{ 21, PERFEX_CLKS,
	  { { chain_additions, IN_L1 }, { add_numbers, IN_L1 },
	    { chain_roots, IN_L1 } },
	  { { count_turns, IN_L1 }, { count_turns, IN_L1 },
	    { count_turns, IN_L1 } } },
	{ 22, PERFEX_CLKS,
	  { { store_strides, BEYOND_L1 }, { store_strides, BEYOND_L1 },
	    { store_strides, BEYOND_L1 } },
	  { { load_strides, BEYOND_L1 }, { load_strides, BEYOND_L1 },
	    { load_strides, BEYOND_L1 } } },
	{ 23, PERFEX_CLKS,
	  { { load_strides, SPARSE }, { load_strides, SPARSE },
	    { chase_pointers, SPARSE } },
	  { { load_strides, DENSE }, { load_strides, DENSE },
	    { chase_pointers, DENSE } } },
	{ 24, PERFEX_CLKS,
	  { { branch_by_bytes, RANDOM_BYTES }, { branch_by_bytes, RANDOM_BYTES },
	    { branch_by_bytes, RANDOM_BYTES } },
	  { { branch_by_bytes, EVEN_BYTES }, { branch_by_bytes, EVEN_BYTES },
	    { branch_by_bytes, EVEN_BYTES } } },
	{ 25, PERFEX_CLKS,
	  { { load_words, BEYOND_L1 }, { load_strides, BEYOND_L1 },
	    { chase_pointers, BEYOND_L1 } },
	  { { load_words, IN_L1 }, { load_strides, IN_L1 },
	    { chase_pointers, IN_L1 } } },
	{ 26, PERFEX_NSEC,
	  { { load_words, BEYOND_L2 }, { load_strides, BEYOND_L2 },
	    { chase_pointers, BEYOND_L2 } },
	  { { load_words, BEYOND_L1 }, { load_strides, BEYOND_L1 },
	    { chase_pointers, BEYOND_L1 } } },
	{ .number = -1 },
};
