// SPDX-License-Identifier: GPL-2.0
/* An object that the program opens, and closes again: its places go with it. */
#include "regions.h"

struct calls *calls;

__attribute__((visibility("default")))
int enter(struct calls *program)
{
	static int entered;

	calls = program;
	SCOPE(loaded);
	return ++entered;
}

/* Its region ends when it is away. */
__attribute__((visibility("default")))
int stay(struct calls *program)
{
	calls = program;
	BEGIN(loaded);
	return 0;
}
