// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The calls as Fortran makes them: all arguments by reference, an underscore at the
 * end of the name, and the length of a text after all arguments.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fortran.h"
#include "libperfex.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int start_counters_(const int *e0, const int *e1)
{
	return start_counters(*e0, *e1);
}

EXPORT int read_counters_(const int *e0, long long *c0, const int *e1,
			  long long *c1)
{
	return read_counters(*e0, c0, *e1, c1);
}

EXPORT int print_counters_(const int *e0, const long long *c0, const int *e1,
			   const long long *c1)
{
	return print_counters(*e0, *c0, *e1, *c1);
}

EXPORT int print_costs_(const int *e0, const long long *c0, const int *e1,
			const long long *c1)
{
	return print_costs(*e0, *c0, *e1, *c1);
}

/* Blanks fill the rest of a text. */
EXPORT int load_costs_(const char *name, size_t length)
{
	char *copy;
	int result, error;

	while (length && name[length - 1] == ' ')
		length--;
	copy = strndup(name, length);
	if (!copy)
		return -1;
	result = load_costs(copy);
	error = errno;
	free(copy);
	errno = error;
	return result;
}
