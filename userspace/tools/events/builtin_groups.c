// SPDX-License-Identifier: GPL-2.0
/* The assembler puts the file in; its path is from the folder of the tools. */
#include "builtin_groups.h"

__asm__(".pushsection .rodata\n"
	".globl builtin_groups\n"
	"builtin_groups:\n"
	".incbin \"events/groups.txt\"\n"
	".byte 0\n"
	".popsection\n");
