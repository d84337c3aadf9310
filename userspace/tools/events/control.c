// SPDX-License-Identifier: GPL-2.0
/* Control words as MD00548's Table 2 has them. */
#include <linux/perfcnt.h>

#include "control.h"

unsigned int control_event(uint32_t control)
{
	return (control & PERFCNT_CTL_EVENT) >> PERFCNT_CTL_EVENT_SHIFT;
}

void control_modes(uint32_t control, const char letters[5], char text[5])
{
	unsigned int i;

	for (i = 0; letters[i]; i++)
		if (control & (PERFCNT_CTL_U >> i))
			*text++ = letters[i];
	*text = '\0';
}
