/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The calls as Fortran knows them; C programs use libperfex.h. */
#ifndef PERFEX_FORTRAN_H
#define PERFEX_FORTRAN_H

#include <stddef.h>

int start_counters_(const int *e0, const int *e1);
int read_counters_(const int *e0, long long *c0, const int *e1, long long *c1);
int print_counters_(const int *e0, const long long *c0, const int *e1,
		    const long long *c1);
int print_costs_(const int *e0, const long long *c0, const int *e1,
		 const long long *c1);
int load_costs_(const char *name, size_t length);

#endif /* PERFEX_FORTRAN_H */
