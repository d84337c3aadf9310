// SPDX-License-Identifier: GPL-2.0
/* A table of types. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include "base/memory.h"
#include "events.h"

struct region_event {
	uint64_t group;
	uint64_t type;
	const char *name;
};

static const struct region_event events[] = {
	/* T1: the bit of the event's number in the field SL of the register PCR */
	{ REGION_GROUP_CPU, 0x1, "SB_full" },
	{ REGION_GROUP_CPU, 0x2, "FP_instr_cnt" },
	{ REGION_GROUP_CPU, 0x4, "IC_miss" },
	{ REGION_GROUP_CPU, 0x8, "DC_miss" },
	{ REGION_GROUP_CPU, 0x10, "ITLB_miss" },
	{ REGION_GROUP_CPU, 0x20, "DTLB_miss" },
	{ REGION_GROUP_CPU, 0x40, "L2_Imiss" },
	{ REGION_GROUP_CPU, 0x80, "L2_Dmiss_LD" },
	{ REGION_GROUP_CPU, REGION_T1_INSTRUCTIONS, "Instr_cnt" },
	/* T2: the bits of the event, then four bits that select its kind */
	{ REGION_GROUP_CPU, 0x12, "Completed_branches" },
	{ REGION_GROUP_CPU, 0x22, "Taken_branches" },
	{ REGION_GROUP_CPU, 0x42, "FGU_arithmatic_instr" },
	{ REGION_GROUP_CPU, 0x82, "Load_instr" },
	{ REGION_GROUP_CPU, 0x102, "Store_instr" },
	{ REGION_GROUP_CPU, 0x202, "Sethi_instr" },
	{ REGION_GROUP_CPU, 0x402, "Other_instr" },
	{ REGION_GROUP_CPU, 0x802, "Atomics" },
	{ REGION_GROUP_CPU, REGION_T2_INSTRUCTIONS, "All_instr" },
	{ REGION_GROUP_CPU, 0x13, "Icache_misses" },
	{ REGION_GROUP_CPU, 0x23, "Dcache_misses" },
	{ REGION_GROUP_CPU, 0x103, "L2_instr_misses" },
	{ REGION_GROUP_CPU, 0x203, "L2_load_misses" },
	{ REGION_GROUP_CPU, 0x44, "ITLB_ref_L2" },
	{ REGION_GROUP_CPU, 0x84, "DTLB_ref_L2" },
	{ REGION_GROUP_CPU, 0x104, "ITLB_miss_L2" },
	{ REGION_GROUP_CPU, 0x204, "DTLB_miss_L2" },
	{ REGION_GROUP_CPU, 0x15, "Stream_LD_to_PCX" },
	{ REGION_GROUP_CPU, 0x25, "Stream_ST_to_PCX" },
	{ REGION_GROUP_CPU, 0x45, "CPU_LD_to_PCX" },
	{ REGION_GROUP_CPU, 0x85, "CPU_Ifetch_to_PCX" },
	{ REGION_GROUP_CPU, 0x105, "CPU_ST_to_PCX" },
	{ REGION_GROUP_CPU, 0x205, "MMU_LD_to_PCX" },
	{ REGION_GROUP_CPU, 0x16, "DES_3DES_OP" },
	{ REGION_GROUP_CPU, 0x26, "AES_OP" },
	{ REGION_GROUP_CPU, 0x46, "RC4_OP" },
	{ REGION_GROUP_CPU, 0x86, "MD5_SHA1_SHA256_OP" },
	{ REGION_GROUP_CPU, 0x106, "MA_OP" },
	{ REGION_GROUP_CPU, 0x206, "CRC_TCPIP_Cksum_OP" },
	{ REGION_GROUP_CPU, 0x17, "DES_3DES_Busy_cycle" },
	{ REGION_GROUP_CPU, 0x27, "AES_Busy_cycle" },
	{ REGION_GROUP_CPU, 0x47, "RC4_Busy_cycle" },
	{ REGION_GROUP_CPU, 0x87, "MD5_SHA1_SHA256_Busy_cycle" },
	{ REGION_GROUP_CPU, 0x107, "MA_Busy" },
	{ REGION_GROUP_CPU, 0x207, "CRC_MPA_Cksum" },
	{ REGION_GROUP_CPU, 0x4b, "ITLB_miss" },
	{ REGION_GROUP_CPU, 0x8b, "DTLB_miss" },
	{ REGION_GROUP_CPU, 0xcb, "TLB_miss" },
};

void region_event_name(uint64_t group, uint64_t type,
		       char name[REGION_EVENT_NAME_SIZE])
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (events[i].group != group || events[i].type != type)
			continue;
		snprintf(name, REGION_EVENT_NAME_SIZE, "%s", events[i].name);
		return;
	}
	snprintf(name, REGION_EVENT_NAME_SIZE, "group%" PRIx64 "_type%" PRIx64,
		 group, type);
}

bool region_event_counts_instructions(uint64_t group, uint64_t type)
{
	return group == REGION_GROUP_CPU && (type == REGION_T1_INSTRUCTIONS ||
					     type == REGION_T2_INSTRUCTIONS);
}
