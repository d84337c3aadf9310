// SPDX-License-Identifier: GPL-2.0
/* The assembler puts the file in; its path is from the folder of the tools. */
#include "builtin_metrics.h"

__asm__(".pushsection .rodata\n"
	".globl builtin_metrics\n"
	"builtin_metrics:\n"
	".incbin \"metrics/metrics.txt\"\n"
	".byte 0\n"
	".popsection\n");
