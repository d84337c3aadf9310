// SPDX-License-Identifier: GPL-2.0
/* An exception leaves regions, as it leaves any block. */
#include <errno.h>

#include "regions.h"

static int passed;

static void go_down(int depth)
{
	struct passing {
		~passing()
		{
			passed++;
		}
	} passing;

	SCOPE(throws);
	if (!depth)
		throw ENOENT;
	go_down(depth - 1);
}

int throw_through(int depth)
{
	passed = 0;
	try {
		go_down(depth);
	} catch (int error) {
		SCOPE(throws);
		return error == ENOENT ? passed : -1;
	}
	return -1;
}
