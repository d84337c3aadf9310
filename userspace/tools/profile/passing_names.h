/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names that only the machine knows, and only now: of the kernel's functions, of the
 * vdso's, and of code that programs have made.
 */
#ifndef PERFCNT_PROFILE_PASSING_NAMES_H
#define PERFCNT_PROFILE_PASSING_NAMES_H

#include <stdbool.h>

#include "address_spaces.h"
#include "processes.h"
#include "samples.h"

/* What samples of the kernel are in, before their names are known. */
#define KERNEL_NAME	"[kernel]"

struct passing_names;

/*
 * Begins to name the functions of samples that are in no file, for passing_names_close().  The run
 * gets symbols and modules.  It, what is known of its processes, and of their memory, which is
 * sorted, must outlive the names.
 */
struct passing_names *passing_names_open(struct samples *samples,
					 const struct processes *processes,
					 const struct address_spaces *spaces);

/*
 * Names the function of a sample of the kernel or the vdso, in the module KERNEL_NAME or VDSO_NAME;
 * the sample may get another module.  Says why if the kernel's have no names.
 */
void passing_names_listed(struct passing_names *names, struct sample *sample);

/*
 * Names the function of a sample that may be of code that its program has made, whose address is
 * that in memory; the sample may get a module.  Says why if the program's list is not used.
 * Returns whether the function has a name.
 */
bool passing_names_made(struct passing_names *names, struct sample *sample);

/*
 * Says in the end that there is no list, if there is none, for a sample that passing_names_made()
 * could not name.
 */
void passing_names_miss(struct passing_names *names, const struct sample *sample);

/* Puts the run's symbols in order, and frees the names. */
void passing_names_close(struct passing_names *names);

#endif /* PERFCNT_PROFILE_PASSING_NAMES_H */
