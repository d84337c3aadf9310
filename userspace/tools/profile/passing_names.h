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

/**
 * passing_names_open() - begin to name the functions of samples that are in no file
 * @samples: the run: it gets symbols and modules, and must outlive the names
 * @processes: what is known of its processes; also
 * @spaces: what is known of their memory, sorted; also
 *
 * Return: the names, which passing_names_close() frees.
 */
struct passing_names *passing_names_open(struct samples *samples,
					 const struct processes *processes,
					 const struct address_spaces *spaces);

/**
 * passing_names_listed() - name the function of a sample of the kernel or the vdso
 * @names: the names
 * @sample: the sample, in the module KERNEL_NAME or VDSO_NAME; it may get another module
 *
 * Says why if the kernel's have no names.
 */
void passing_names_listed(struct passing_names *names, struct sample *sample);

/**
 * passing_names_made() - name the function of a sample that may be of code that its program
 *			  has made
 * @names: the names
 * @sample: the sample, whose address is that in memory; it may get a module
 *
 * Says why if the program's list is not used.
 *
 * Return: whether it has a name.
 */
bool passing_names_made(struct passing_names *names, struct sample *sample);

/**
 * passing_names_miss() - say in the end that there is no list, if there is none
 * @names: the names
 * @sample: a sample that passing_names_made() could not name
 */
void passing_names_miss(struct passing_names *names, const struct sample *sample);

/**
 * passing_names_close() - put the run's symbols in order, and free the names
 * @names: the names
 */
void passing_names_close(struct passing_names *names);

#endif /* PERFCNT_PROFILE_PASSING_NAMES_H */
