/* SPDX-License-Identifier: GPL-2.0 */
/* The machines on which a text or a word is tried. */
#ifndef PERFCNT_FUZZ_MACHINES_H
#define PERFCNT_FUZZ_MACHINES_H

#include "encoding/control.h"

#define MACHINES 6

extern const struct perfcnt_limits machines[MACHINES];

/* Room for what name_of() writes. */
#define NAME_ROOM 160

/* A control as name[:modes][@filter]; 0 for one without modes, which has none. */
size_t name_of(const struct perfcnt_control *control, unsigned int counter,
	       const struct perfcnt_limits *machine, char *name);

/* Is it one that may be in force on the machine? */
void check_control(const struct perfcnt_control *control, unsigned int counter,
		   const struct perfcnt_limits *machine);

bool same_control(const struct perfcnt_control *a,
		  const struct perfcnt_control *b);

#endif /* PERFCNT_FUZZ_MACHINES_H */
