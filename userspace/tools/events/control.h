/* SPDX-License-Identifier: GPL-2.0 */
/* The fields of a control word: the event and the modes. */
#ifndef PERFCNT_TOOLS_CONTROL_H
#define PERFCNT_TOOLS_CONTROL_H

#include <stdint.h>

/* The letters of the modes, from PERFCNT_CTL_U down. */
#define CONTROL_MODES_WRITTEN	"uske"	/* as /proc/perf takes them */
#define CONTROL_MODES_SHOWN	"USKE"	/* as reports have them */

/**
 * control_event() - the event field of a control word
 * @control: the control word
 *
 * Return: the code, PERFCNT_EVENT_NATIVE for a native event.
 */
unsigned int control_event(uint32_t control);

/**
 * control_modes() - write the modes of a control word
 * @control: the control word
 * @letters: CONTROL_MODES_WRITTEN or CONTROL_MODES_SHOWN
 * @text: gets the letters of those that it counts in
 */
void control_modes(uint32_t control, const char letters[5], char text[5]);

/**
 * control_read_modes() - read modes as /proc/perf takes them
 * @text: the letters, CONTROL_MODES_WRITTEN
 * @modes: comes back: PERFCNT_CTL_MODES
 *
 * Return: 0, or -1 if there is another letter, or one is there twice.
 */
int control_read_modes(const char *text, uint32_t *modes);

#endif /* PERFCNT_TOOLS_CONTROL_H */
