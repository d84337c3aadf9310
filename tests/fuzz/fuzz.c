// SPDX-License-Identifier: GPL-2.0
/* A property that does not hold ends the fuzzer, which keeps the input. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"

/* What is tested may print; what fails is said in any case. */
static int report = STDERR_FILENO;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	report = dup(STDERR_FILENO);
	return 0;
}

void fuzz_fail(const char *file, int line, const char *what)
{
	dprintf(report, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}
