/* SPDX-License-Identifier: GPL-2.0 */
/* Settings of counters: checking and applying them. */
#ifndef PERFCNT_SETTINGS_H
#define PERFCNT_SETTINGS_H

#include "../encoding/grammar.h"
#include "../encoding/reason.h"
#include "owner.h"

int perfcnt_settings_apply(const struct perfcnt_setting *settings,
			   struct perfcnt_owner *owner,
			   struct perfcnt_reason *reason);

#endif /* PERFCNT_SETTINGS_H */
