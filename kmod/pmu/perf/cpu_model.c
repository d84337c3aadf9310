// SPDX-License-Identifier: GPL-2.0
/* Which CPUs the machine has: raw events mean something on these alone. */
#ifdef CONFIG_X86
#include <asm/processor.h>
#endif

#include "../../encoding/perf_names.h"
#include "cpu_model.h"

/**
 * perfcnt_cpu_model_find - the model of the machine's CPUs
 * @model: where it goes; of x86 only, of others it remains as it is
 *
 * Of a machine with two kinds of CPU both have the same.
 */
void perfcnt_cpu_model_find(struct perfcnt_cpu_model *model)
{
#ifdef CONFIG_X86
	const struct cpuinfo_x86 *cpu = &boot_cpu_data;

	model->vendor = cpu->x86_vendor == X86_VENDOR_INTEL ?
			PERFCNT_VENDOR_INTEL : model->vendor;
	model->family = cpu->x86;
	model->model = cpu->x86_model;
#endif
}
