/* SPDX-License-Identifier: GPL-2.0 */
/* What register.c gets from other places. */
#ifndef PERFCNT_GCOV_REGISTER_H
#define PERFCNT_GCOV_REGISTER_H

struct gcov_info;

/* The compiler's pointers to what it has of each object, by register.lds. */
extern struct gcov_info *perfcnt_counted[], *perfcnt_counted_end[];

/* gcov.ko */
void __gcov_init(struct gcov_info *info);

/* What main.c calls init_module(), by Kbuild.perfcnt. */
int perfcnt_init_module(void);

#endif /* PERFCNT_GCOV_REGISTER_H */
