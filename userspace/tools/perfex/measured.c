// SPDX-License-Identifier: GPL-2.0
/* Modes, from names. */
#include <ctype.h>
#include <string.h>

#include "measured.h"

char *line_modes(const struct perfex_line *line, char modes[5])
{
	const char *at = strrchr(line->name, ':');
	unsigned int i = 0;

	for (at++; *at && i < 4; at++)
		modes[i++] = toupper((unsigned char)*at);
	modes[i] = '\0';
	return modes;
}
