/* SPDX-License-Identifier: GPL-2.0 */
/* The events that counters go on with: making them, and putting away what is left. */
#ifndef PERFCNT_PREPARE_H
#define PERFCNT_PREPARE_H

#include <linux/types.h>

#include "../../encoding/reason.h"

int perfcnt_prepare(unsigned long changed, unsigned int generation,
		    struct perfcnt_reason *reason);
int perfcnt_prepare_capacity(unsigned long changed, struct perfcnt_reason *reason);
void perfcnt_put_away(unsigned long changed, bool keep);
void perfcnt_put_away_later(unsigned long changed);
void perfcnt_setup_lock(void);
void perfcnt_prepare_forget(void);
void perfcnt_prepare_exit(void);

#endif /* PERFCNT_PREPARE_H */
