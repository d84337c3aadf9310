/* SPDX-License-Identifier: GPL-2.0 */
/* The measurements that pc_profile has in itself: the files in measurements. */
#ifndef PERFCNT_PROFILE_BUILTIN_MEASUREMENTS_H
#define PERFCNT_PROFILE_BUILTIN_MEASUREMENTS_H

/**
 * struct builtin_measurement - a file
 * @name: its name
 * @text: what it has
 */
struct builtin_measurement {
	const char *name;
	const char *text;
};

/* Their texts, each up to a NUL. */
extern const char measurement_cycles[];
extern const char measurement_fprof[];
extern const char measurement_dcache[];
extern const char measurement_icache[];
extern const char measurement_branch[];
extern const char measurement_itlb[];
extern const char measurement_dtlb[];

/* Up to a NULL name. */
extern const struct builtin_measurement builtin_measurements[];

#endif /* PERFCNT_PROFILE_BUILTIN_MEASUREMENTS_H */
