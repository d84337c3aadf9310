/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The kernel's calls, with the kernel's structs.  They are for the library itself
 * and for the tools, which are built with it and linked to libperfcnt.a.  They are
 * not installed and not in libperfcnt.so: the structs grow from release to
 * release, so no other program may depend on their sizes.
 */
#ifndef PERFCNT_KERNEL_H
#define PERFCNT_KERNEL_H

#include <linux/perf_event.h>
#include <stdbool.h>

#include "perfcnt.h"

/**
 * perfcnt_kernel() - call the kernel
 * @perfcnt: the handle
 * @command: PERFCNT_IOC_*
 * @argument: its struct, with its size
 *
 * Return: 0 or -1, with errno set and the kernel's words for perfcnt_strerror().
 */
int perfcnt_kernel(struct perfcnt *perfcnt, unsigned long command,
		   const void *argument);

/**
 * perfcnt_kernel_mask() - a call that takes a mask of counters
 * @perfcnt: the handle
 * @command: PERFCNT_IOC_CLAIM, RELEASE, START, STOP or RESET
 * @mask: the counters
 *
 * Return: 0 or -1, as perfcnt_kernel().
 */
int perfcnt_kernel_mask(struct perfcnt *perfcnt, unsigned long command, uint32_t mask);

/**
 * perfcnt_kernel_describe() - PERFCNT_IOC_DESCRIBE
 * @perfcnt: the handle
 * @describe: is filled in
 *
 * Return: 0 or -1, as perfcnt_kernel().
 */
int perfcnt_kernel_describe(struct perfcnt *perfcnt,
			    struct perfcnt_describe *describe);

/**
 * perfcnt_kernel_event() - PERFCNT_IOC_EVENT
 * @perfcnt: the handle
 * @index: which row, from 0
 * @row: is filled in
 *
 * Return: 0 or -1, as perfcnt_kernel(): ENOENT after the last row.
 */
int perfcnt_kernel_event(struct perfcnt *perfcnt, unsigned int index,
			 struct perfcnt_event_row *row);

/**
 * perfcnt_kernel_name() - PERFCNT_IOC_NAME
 * @perfcnt: the handle
 * @counter: the counter, which need not be claimed
 * @name: name[:modes][@tcN|@vpeN]
 * @what: is filled in
 *
 * Return: 0 or -1, as perfcnt_kernel(); ENAMETOOLONG if the kernel has no room
 * for the name.
 */
int perfcnt_kernel_name(struct perfcnt *perfcnt, unsigned int counter,
			const char *name, struct perfcnt_what *what);

/* What any event can be counted in. */
#define PERFCNT_ALL_MODES	":uk"

/**
 * perfcnt_kernel_all_modes() - an event in all modes: if that is refused, there is none
 * @name: name[:modes][@tcN|@vpeN], not too long
 * @text: gets the name in all modes, without a filter
 */
void perfcnt_kernel_all_modes(const char *name,
			      char text[PERFCNT_NAME_SIZE + sizeof(PERFCNT_ALL_MODES)]);

/**
 * perfcnt_kernel_check_name() - refuse the name of an event that is too long
 * @name: the name
 * @filters: it may have a filter
 *
 * Return: 0 or -1: ENAMETOOLONG; EINVAL for a filter; with words.
 */
int perfcnt_kernel_check_name(const char *name, bool filters);

/**
 * perfcnt_kernel_is_software() - is it an event of the kernel, which no hardware counts?
 * @what: what a counter counts
 */
static inline bool perfcnt_kernel_is_software(const struct perfcnt_what *what)
{
	return what->type == PERF_TYPE_SOFTWARE &&
	       (what->control & PERFCNT_CTL_EVENT) >> PERFCNT_CTL_EVENT_SHIFT ==
	       PERFCNT_EVENT_NATIVE;
}

#endif /* PERFCNT_KERNEL_H */
