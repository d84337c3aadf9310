// SPDX-License-Identifier: GPL-2.0
/* Memory for arguments, with nothing behind it, and numbers that matter. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

/* Its last byte is the last before memory that nobody may touch. */
unsigned char *fuzz_arena;
static unsigned char *forbidden;
static unsigned char *read_only;

void fuzz_memory_init(void)
{
	size_t page = sysconf(_SC_PAGESIZE);

	fuzz_arena = mmap(NULL, FUZZ_ARENA + 2 * page, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (fuzz_arena == MAP_FAILED)
		fatal("no memory");
	forbidden = fuzz_arena + FUZZ_ARENA;
	read_only = forbidden + page;
	if (mprotect(forbidden, page, PROT_NONE) ||
	    mprotect(read_only, page, PROT_READ))
		fatal("mprotect");
}

/* Who takes more than @size bytes of it is caught. */
void *fuzz_place(const void *data, size_t size)
{
	unsigned char *place = forbidden - size;

	if (data)
		memcpy(place, data, size);
	return place;
}

void *fuzz_bad_pointer(void)
{
	switch (prng_below(&fuzz_me.prng, 8)) {
	case 0:
		return NULL;
	case 1:
		return forbidden;
	case 2:
		return forbidden - 1 - prng_below(&fuzz_me.prng, 16);
	case 3:
		return read_only;
	case 4:
		return (void *)-4095l;
	case 5:
		return (void *)0xffff888000000000;
	case 6:
		return (void *)0x8000000000000000;
	default:
		return (void *)prng_next(&fuzz_me.prng);
	}
}

uint64_t fuzz_number64(void)
{
	static const uint64_t numbers[] = {
		0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255,
		4095, 4096, 4097, 65535, 65536, 0x7ffffffe, 0x7fffffff,
		0x80000000, 0xfffffffe, 0xffffffff, 0x100000000, 0x17fffffff,
		INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX - 1, UINT64_MAX,
	};
	uint64_t number = prng_of(&fuzz_me.prng, numbers);

	switch (prng_below(&fuzz_me.prng, 4)) {
	case 0:
		return prng_next(&fuzz_me.prng);
	case 1:
		return number + prng_below(&fuzz_me.prng, 5) - 2;
	default:
		return number;
	}
}

uint32_t fuzz_number32(void)
{
	return fuzz_number64();
}
