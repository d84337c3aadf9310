// SPDX-License-Identifier: GPL-2.0
/* A table of types, and what comments say of others. */
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "events.h"

/* What names of events, with their modes, are made of. */
#define NAME_LETTERS	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:/=+@"

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

static struct region_name *find(const struct region_names *names, uint64_t type)
{
	size_t i;

	for (i = 0; i < names->count; i++)
		if (names->names[i].type == type)
			return &names->names[i];
	return NULL;
}

static void add(struct region_names *names, uint64_t type, const char *word, size_t length)
{
	struct region_name *name = find(names, type);

	if (name) {
		if (strncmp(name->name, word, length) || name->name[length])
			*name->name = '\0';
		return;
	}
	names->names = grow(names->names, names->count, sizeof(*names->names));
	name = &names->names[names->count++];
	name->type = type;
	snprintf(name->name, sizeof(name->name), "%.*s", (int)length, word);
}

void region_names_read(struct region_names *names, const char *line)
{
	static const char begin[] = "# perfcnt: set ", is[] = " is ";
	uint64_t type;

	if (strncmp(line, begin, strlen(begin)))
		return;
	line += strlen(begin);
	if (number_take(&line, 10, UINT_MAX, &type) || *line++ != ':')
		return;
	while (*line++ == ' ') {
		size_t length;

		if (number_take(&line, 16, UINT64_MAX, &type) || strncmp(line, is, strlen(is)))
			return;
		line += strlen(is);
		length = strspn(line, NAME_LETTERS);
		if (!length || length >= REGION_EVENT_NAME_SIZE || (line[length] &&
								    line[length] != ';'))
			return;
		add(names, type, line, length);
		line += length;
		line += *line == ';';
	}
}

void region_event_name(const struct region_names *names, uint64_t group, uint64_t type,
		       char name[REGION_EVENT_NAME_SIZE])
{
	const struct region_name *own = group == REGION_GROUP_OWN ? find(names, type) : NULL;
	size_t i;

	if (own && *own->name) {
		strcpy(name, own->name);
		return;
	}

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
