// SPDX-License-Identifier: GPL-2.0
/* Memory, or an end in words. */
#include <stdlib.h>

#include "memory.h"
#include "message.h"

static void *have(void *memory)
{
	if (!memory)
		fail(STATUS_OWN, "no memory");
	return memory;
}

void *grow(void *array, size_t count, size_t size)
{
	if (count & (count - 1))
		return array;
	return have(reallocarray(array, count ? 2 * count : 1, size));
}

void *resize(void *memory, size_t size)
{
	return have(realloc(memory, size));
}

void *zeros(size_t count, size_t size)
{
	return have(calloc(count ? count : 1, size));
}
