/* SPDX-License-Identifier: GPL-2.0 */
/* Loops for x86-64 that waste the slots of a CPU in one way, and one that wastes none. */
#ifndef PERFCNT_TEST_WASTERS_H
#define PERFCNT_TEST_WASTERS_H

/* The loop of a name: retiring, branches, misses or much_code; or NULL. */
void (*prepare_waster(const char *name))(void);

#endif /* PERFCNT_TEST_WASTERS_H */
