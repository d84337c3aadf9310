// SPDX-License-Identifier: GPL-2.0
/* Even and odd. */
#include "bank.h"

enum bank bank_of(unsigned int counter)
{
	return counter % BANK_COUNT;
}

const char *bank_name(enum bank bank)
{
	return bank == BANK_EVEN ? "even" : "odd";
}
