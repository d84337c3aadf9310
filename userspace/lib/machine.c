// SPDX-License-Identifier: LGPL-2.1-or-later
/* What the machine has, and which process has which counter. */
#include <errno.h>
#include <stdlib.h>

#include "handle.h"
#include "kernel.h"

struct perfcnt_machine {
	struct perfcnt_describe describe;
};

PERFCNT_API struct perfcnt_machine *perfcnt_machine_new(struct perfcnt *perfcnt)
{
	struct perfcnt_machine *machine = calloc(1, sizeof(*machine));

	if (!machine || !perfcnt_kernel_describe(perfcnt, &machine->describe))
		return machine;
	perfcnt_machine_free(machine);
	return NULL;
}

PERFCNT_API void perfcnt_machine_free(struct perfcnt_machine *machine)
{
	perfcnt_handle_free(machine);
}

PERFCNT_API unsigned int
perfcnt_machine_counters(const struct perfcnt_machine *machine)
{
	return machine->describe.counters;
}

PERFCNT_API unsigned int
perfcnt_machine_tcs(const struct perfcnt_machine *machine)
{
	return machine->describe.tcs;
}

PERFCNT_API unsigned int
perfcnt_machine_vpes(const struct perfcnt_machine *machine)
{
	return machine->describe.vpes;
}

PERFCNT_API uint32_t
perfcnt_machine_modes(const struct perfcnt_machine *machine)
{
	return machine->describe.modes;
}

PERFCNT_API uint32_t
perfcnt_machine_flags(const struct perfcnt_machine *machine)
{
	return machine->describe.flags;
}

PERFCNT_API unsigned int
perfcnt_machine_events(const struct perfcnt_machine *machine)
{
	return machine->describe.events;
}

PERFCNT_API const char *
perfcnt_machine_driver(const struct perfcnt_machine *machine)
{
	return machine->describe.driver;
}

PERFCNT_API const char *
perfcnt_machine_version(const struct perfcnt_machine *machine)
{
	return machine->describe.version;
}

PERFCNT_API uint32_t
perfcnt_machine_claimed(const struct perfcnt_machine *machine)
{
	return machine->describe.claimed;
}

PERFCNT_API int perfcnt_machine_owner(const struct perfcnt_machine *machine,
				      unsigned int counter, uint32_t *pid)
{
	if (counter >= PERFCNT_MAX_COUNTERS ||
	    !(machine->describe.claimed & 1u << counter)) {
		errno = ENODATA;
		return -1;
	}
	*pid = machine->describe.owner[counter];
	return 0;
}
