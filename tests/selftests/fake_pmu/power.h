/* SPDX-License-Identifier: GPL-2.0 */
/* Suspend to RAM takes the power of the CPU that is left. */
#ifndef FAKE_PMU_POWER_H
#define FAKE_PMU_POWER_H

void fake_power_init(void (*lost)(void));
void fake_power_exit(void);

#endif /* FAKE_PMU_POWER_H */
