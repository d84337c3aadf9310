/* SPDX-License-Identifier: GPL-2.0 */
/* Names as people write them. */
#ifndef PERFCNT_TOOLS_DEMANGLE_H
#define PERFCNT_TOOLS_DEMANGLE_H

/**
 * demangled() - the name that a function has in its sources
 * @name: its name for the linker: C++ and Rust have such of their own
 *
 * Return: a copy, without arguments; of the name itself if it is none of those, or the
 * tools were built without libiberty.
 */
char *demangled(const char *name);

#endif /* PERFCNT_TOOLS_DEMANGLE_H */
