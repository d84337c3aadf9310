/* SPDX-License-Identifier: GPL-2.0 */
/* Registers that become half full at the end of a sample's period. */
#ifndef PERFCNT_OVERFLOW_H
#define PERFCNT_OVERFLOW_H

#include "register_file.h"

void perfcnt_overflow_init(struct perfcnt_regfile *file);
int perfcnt_overflow_sample(struct perfcnt_regfile *file, unsigned int counter,
			    struct perfcnt_trigger *trigger,
			    struct perfcnt_reason *reason);

#endif /* PERFCNT_OVERFLOW_H */
