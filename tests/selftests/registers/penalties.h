/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the emulated 34K's model of time takes for what, in cycles, and how large its
 * caches are: the model's own constants, which Documentation/events-34k.md lists with
 * their places.  "Note" is MD00548; "assumed" is what no manual says.
 */
#ifndef PENALTIES_H
#define PENALTIES_H

#define LINE			32	/* of both caches, which have 32 KB */

/* A line from memory: note, section 5 */
#define MISS			50

/* Fills: so many at a time, whose ends are at least that far apart. */
#define FILLS			4	/* assumed */
#define FILL_NEXT		16	/* note, section 5: a 4:1 bus, four beats */

#define UNCACHED		50	/* a load: assumed, as a miss */

/* The TLBs in front of the one that software sees: the oldest entry goes. */
#define ITLB_ENTRIES		4
#define DTLB_ENTRIES		8
#define ITLB_MISS		3	/* assumed */
#define DTLB_MISS		5	/* assumed */

#define BRANCH_MISS		5	/* assumed */
#define JUMP_REGISTER		4	/* jr or jalr that nothing predicts: assumed */
#define RETURN_STACK		4	/* returns that are predicted: assumed */

/*
 * From an instruction to the first one that can use its value without a stall: as in
 * the 24K's manual, MD00343.  A load that misses has this and MISS.
 */
#define LOAD_LATENCY		2
#define ADDRESS_LATENCY		2	/* of an ALU's value that is an address */
#define MULTIPLY_LATENCY	5
#define DIVIDE_LATENCY		36	/* of more than 24 bits */
#define FPU_LATENCY		4	/* of an addition */

#endif
