/* SPDX-License-Identifier: GPL-2.0 */
/* Arrays, and memory, without which the program ends. */
#ifndef PERFCNT_TOOLS_MEMORY_H
#define PERFCNT_TOOLS_MEMORY_H

#include <stddef.h>

/* How many an array has. */
#define COUNT(array)	(sizeof(array) / sizeof(*(array)))

/**
 * grow() - make room for one more in an array
 * @array: the array, or NULL
 * @count: how many it has
 * @size: of each
 *
 * Return: the array; it has room for the next power of two.
 */
void *grow(void *array, size_t count, size_t size);

/**
 * resize() - realloc(3)
 * @memory: the memory, or NULL
 * @size: how much it shall be
 *
 * Return: the memory.
 */
void *resize(void *memory, size_t size);

/**
 * zeros() - an array of zeros
 * @count: how many; 0 is taken for 1
 * @size: of each
 *
 * Return: the array, to be freed by free().
 */
void *zeros(size_t count, size_t size);

#endif /* PERFCNT_TOOLS_MEMORY_H */
