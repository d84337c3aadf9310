/* SPDX-License-Identifier: GPL-2.0 */
/* Arrays, and memory, without which the tool ends. */
#ifndef PERFCNT_TOOLS_MEMORY_H
#define PERFCNT_TOOLS_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* How many elements an array has. */
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof(*(array)))

/* Makes room for one more in an array, or NULL: for the next power of two. */
void *grow(void *array, size_t count, size_t size);

/* As reallocarray(3); a count of 0 is taken for 1. */
void *resize(void *array, size_t count, size_t size);

/* As calloc(3); a count of 0 is taken for 1. */
void *zeros(size_t count, size_t size);

/* As strdup(3). */
char *copy_text(const char *text);

/* A text, to be freed by free(). */
char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *vformatted(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

#endif /* PERFCNT_TOOLS_MEMORY_H */
