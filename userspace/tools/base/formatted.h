/* SPDX-License-Identifier: GPL-2.0 */
/* Texts that are put together. */
#ifndef PERFCNT_TOOLS_FORMATTED_H
#define PERFCNT_TOOLS_FORMATTED_H

/**
 * formatted() - make a text
 * @format: as printf(3)
 *
 * Return: the text, to be freed by free().
 */
char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* PERFCNT_TOOLS_FORMATTED_H */
