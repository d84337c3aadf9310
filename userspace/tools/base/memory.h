/* SPDX-License-Identifier: GPL-2.0 */
/* Arrays, and memory, without which the tool ends. */
#ifndef PERFCNT_TOOLS_MEMORY_H
#define PERFCNT_TOOLS_MEMORY_H

#include <stddef.h>

/* How many elements an array has. */
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof(*(array)))

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
 * resize() - reallocarray(3)
 * @array: the array, or NULL
 * @count: how many it shall have; 0 is taken for 1
 * @size: of each
 *
 * Return: the array.
 */
void *resize(void *array, size_t count, size_t size);

/**
 * zeros() - make an array of zeros
 * @count: how many; 0 is taken for 1
 * @size: of each
 *
 * Return: the array, to be freed by free().
 */
void *zeros(size_t count, size_t size);

/**
 * copy_text() - copy a text
 * @text: the text
 *
 * Return: the copy, to be freed by free().
 */
char *copy_text(const char *text);

/**
 * formatted() - make a text
 * @format: as printf(3)
 *
 * Return: the text, to be freed by free().
 */
char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* PERFCNT_TOOLS_MEMORY_H */
