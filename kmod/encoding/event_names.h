/* SPDX-License-Identifier: GPL-2.0 */
/* What a counter counts, by name: name[:modes][@tcN|@vpeN]. */
#ifndef PERFCNT_EVENT_NAMES_H
#define PERFCNT_EVENT_NAMES_H

#include "control.h"

int perfcnt_control_from_name(const char *word, size_t length,
			      unsigned int counter,
			      const struct perfcnt_limits *limits,
			      struct perfcnt_control *control,
			      struct perfcnt_reason *reason);

#endif /* PERFCNT_EVENT_NAMES_H */
