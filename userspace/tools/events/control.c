// SPDX-License-Identifier: GPL-2.0
/* Control words as MD00548's Table 2 has them. */
#include <string.h>

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

int control_read_modes(const char *text, uint32_t *modes)
{
	static const char letters[] = CONTROL_MODES_WRITTEN;

	for (*modes = 0; *text; text++) {
		const char *letter = strchr(letters, *text);
		uint32_t mode;

		if (!letter)
			return -1;
		mode = PERFCNT_CTL_U >> (letter - letters);
		if (*modes & mode)
			return -1;
		*modes |= mode;
	}
	return 0;
}
