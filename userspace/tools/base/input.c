// SPDX-License-Identifier: GPL-2.0
/* Files that a tool reads: by their names, or standard input. */
#include <string.h>

#include "input.h"

FILE *input_open(const char **name)
{
	if (strcmp(*name, "-"))
		return fopen(*name, "re");
	*name = "standard input";
	return stdin;
}

void input_close(FILE *file)
{
	if (file != stdin)
		fclose(file);
}
