/* SPDX-License-Identifier: GPL-2.0 */
/* Machines as the driver perf describes them, for tests of kmod's pure files. */
#ifndef TESTS_PERF_MACHINES_H
#define TESTS_PERF_MACHINES_H

/* What initializes a struct perfcnt_limits: all of a machine with CPUs of one kind. */
#define PERF_MACHINE(counters_, cpus, cores)			\
	.counters = (counters_),				\
	.tcs = (cpus),						\
	.vpes = (cores),					\
	.modes = PERFCNT_CTL_U | PERFCNT_CTL_K,			\
	.native = true,						\
	.any_filter = true

/* The PMUs of two kinds of CPU, as Arm and as x86 have them. */
#define BIG_LITTLE	.pmus = { 2, { { 9, "big" }, { 10, "little" } } }
#define HYBRID							\
	.pmus = { 2, { { PERF_TYPE_RAW, "cpu_core" }, { 10, "cpu_atom" } } }

#endif /* TESTS_PERF_MACHINES_H */
