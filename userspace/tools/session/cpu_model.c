// SPDX-License-Identifier: GPL-2.0
/* Which CPUs this machine has. */
#include <stdio.h>
#include <string.h>

#include "cpu_model.h"

void cpu_model_read(struct perfcnt_cpu_model *model)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	unsigned int number;
	char line[256];

	memset(model, 0, sizeof(*model));
	/* CPU 0's lines, to the first empty one */
	while (file && fgets(line, sizeof(line), file) && *line != '\n') {
		if (!strcmp(line, "vendor_id\t: GenuineIntel\n"))
			model->vendor = PERFCNT_VENDOR_INTEL;
		if (sscanf(line, "cpu family : %u", &number) == 1)
			model->family = number;
		if (sscanf(line, "model : %u", &number) == 1)
			model->model = number;
	}
	if (file)
		fclose(file);
}
