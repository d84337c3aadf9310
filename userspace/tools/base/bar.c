// SPDX-License-Identifier: GPL-2.0
/* Letters, as many as a part of the longest bar has. */
#include <string.h>

#include "bar.h"

static int letters(double part)
{
	return (part < 1 ? part : 1) * BAR_MOST + 0.5;
}

void bar_draw(char bar[BAR_MOST + 1], double from, double to)
{
	const int begin = letters(from), end = letters(to);

	memset(bar, ' ', begin);
	memset(bar + begin, '#', end - begin);
	bar[end] = '\0';
}
