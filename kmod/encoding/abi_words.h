/* SPDX-License-Identifier: GPL-2.0 */
/* What a counter counts and which events there are, as the ioctls say it. */
#ifndef PERFCNT_ABI_WORDS_H
#define PERFCNT_ABI_WORDS_H

#include "control.h"

int perfcnt_control_from_what(const struct perfcnt_what *what,
			      unsigned int counter,
			      const struct perfcnt_limits *limits,
			      struct perfcnt_control *control,
			      struct perfcnt_refusal *refusal);
void perfcnt_control_to_what(const struct perfcnt_control *control,
			     struct perfcnt_what *what);
unsigned int perfcnt_event_rows(const struct perfcnt_limits *limits);
void perfcnt_event_row(unsigned int index, struct perfcnt_event_row *row);

#endif /* PERFCNT_ABI_WORDS_H */
