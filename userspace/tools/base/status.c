// SPDX-License-Identifier: GPL-2.0
/* The status that a tool fails with. */
#include "status.h"

static enum status failure = STATUS_OWN;

void status_set_failure(enum status status)
{
	failure = status;
}

enum status status_failure(void)
{
	return failure;
}
