// SPDX-License-Identifier: GPL-2.0
/* The end of an output. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "output.h"

bool output_is_written(FILE *out, const char *name)
{
	if (!fflush(out) && !ferror(out))
		return true;
	say("%s: %s", name, strerror(errno));
	return false;
}

void output_finish(int status)
{
	if (fflush(stdout) || ferror(stdout))
		fail("standard output: %s", strerror(errno));
	exit(status);
}
