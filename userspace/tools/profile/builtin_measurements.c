// SPDX-License-Identifier: GPL-2.0
/* The assembler puts the files in; their paths are from the folder of the tools. */
#include "builtin_measurements.h"

#define MEASUREMENT(name) \
	__asm__(".pushsection .rodata\n" \
		".globl measurement_" #name "\n" \
		"measurement_" #name ":\n" \
		".incbin \"profile/measurements/" #name "\"\n" \
		".byte 0\n" \
		".popsection\n")

MEASUREMENT(cycles);
MEASUREMENT(fprof);
MEASUREMENT(dcache);
MEASUREMENT(icache);
MEASUREMENT(branch);
MEASUREMENT(itlb);
MEASUREMENT(dtlb);

const struct builtin_measurement builtin_measurements[] = {
	{ "cycles", measurement_cycles },
	{ "fprof", measurement_fprof },
	{ "dcache", measurement_dcache },
	{ "icache", measurement_icache },
	{ "branch", measurement_branch },
	{ "itlb", measurement_itlb },
	{ "dtlb", measurement_dtlb },
	{ 0 }
};
