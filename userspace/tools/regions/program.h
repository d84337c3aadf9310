/* SPDX-License-Identifier: GPL-2.0 */
/* Programs and shared objects that have marks, as files. */
#ifndef PERFCNT_REGIONS_PROGRAM_H
#define PERFCNT_REGIONS_PROGRAM_H

#include "options.h"

/**
 * program_show() - print where the marks of programs are, if there is a program among
 * the files
 * @options: what was asked for
 *
 * Ends the tool then.
 */
void program_show(const struct options *options);

#endif /* PERFCNT_REGIONS_PROGRAM_H */
