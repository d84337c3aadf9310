/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names that only the machine knows, and only now: of the kernel's functions, of the
 * vdso's, and of code that programs have made.
 */
#ifndef PERFCNT_PROFILE_PASSING_NAMES_H
#define PERFCNT_PROFILE_PASSING_NAMES_H

#include "samples.h"

/* What samples of the kernel are in, before their names are known. */
#define KERNEL_NAME	"[kernel]"

/**
 * passing_names_find() - name the functions of samples that are in no file
 * @samples: the run: its samples have their modules; it gets symbols, and modules of
 *	     the kernel
 *
 * Says why if the kernel's have no names.
 */
void passing_names_find(struct samples *samples);

#endif /* PERFCNT_PROFILE_PASSING_NAMES_H */
