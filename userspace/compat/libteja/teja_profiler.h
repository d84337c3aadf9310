/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The calls of the profiler of Sun Netra DPS, by libperfcnt: programs that were written
 * for it compile as they are.  See teja_profiler(3).
 *
 *	teja_profiler_start(TEJA_PROFILER_CMT_CPU, TEJA_PROFILER_CMT_CPU_IC_MISS);
 *	work();
 *	teja_profiler_update(TEJA_PROFILER_CMT_CPU, packets);
 *	teja_profiler_dump(pthread_self());
 *
 * The masks are those of an UltraSPARC T1, or of a T2 if TEJA_PROFILER_T2 is defined.
 * With PERFCNT_NO_REGIONS defined, the calls are compiled to nothing.
 */
#ifndef TEJA_PROFILER_H
#define TEJA_PROFILER_H

#include "perfcnt.h"

/* Groups of events. */
#define TEJA_PROFILER_CMT_CPU		1
#define TEJA_PROFILER_DRAM		2
#define TEJA_PROFILER_JBUS		3

/* In a group: the events are a T2's. */
#define PERFCNT_TEJA_T2			0x100u

/* The types of calls in a dump. */
#define TEJA_PROFILER_CALL_START	1
#define TEJA_PROFILER_CALL_UPDATE	2

#define TEJA_PROFILER_MAX_EVENTS	2

/* The names of types are the original's. */
#define teja_profiler_group_t	unsigned int
#define teja_profiler_event_t	uint64_t
#define teja_profiler_value_t	uint64_t
#define teja_profiler_values_t	struct teja_profiler_values

/**
 * struct teja_profiler_values - what was counted since the start
 * @events: that of the higher bit, and that of the lower one
 */
struct teja_profiler_values {
	uint64_t events[TEJA_PROFILER_MAX_EVENTS];
};

/* The events of the group CPU; perfcnt_teja_start() refuses those that nothing counts here. */
#ifdef TEJA_PROFILER_T2
#define TEJA_PROFILER_GROUP(group)	((group) | PERFCNT_TEJA_T2)
#define TEJA_PROFILER_CMT_CPU_COMPLETED_BRANCHES	(1ull << 0)
#define TEJA_PROFILER_CMT_CPU_TAKEN_BRANCHES		(1ull << 1)
#define TEJA_PROFILER_CMT_CPU_FGU_ARITHMETIC_INSTR	(1ull << 2)
#define TEJA_PROFILER_CMT_CPU_LOAD_INSTR		(1ull << 3)
#define TEJA_PROFILER_CMT_CPU_STORE_INSTR		(1ull << 4)
#define TEJA_PROFILER_CMT_CPU_SETHI_INSTR		(1ull << 5)
#define TEJA_PROFILER_CMT_CPU_OTHER_INSTR		(1ull << 6)
#define TEJA_PROFILER_CMT_CPU_ATOMICS			(1ull << 7)
#define TEJA_PROFILER_CMT_CPU_ALL_INSTR			(1ull << 8)
#define TEJA_PROFILER_CMT_CPU_IC_MISS			(1ull << 9)
#define TEJA_PROFILER_CMT_CPU_DC_MISS			(1ull << 10)
#define TEJA_PROFILER_CMT_CPU_L2_INSTR_MISS		(1ull << 11)
#define TEJA_PROFILER_CMT_CPU_L2_LOAD_MISS		(1ull << 12)
#define TEJA_PROFILER_CMT_CPU_ITLB_REF_L2		(1ull << 13)
#define TEJA_PROFILER_CMT_CPU_DTLB_REF_L2		(1ull << 14)
#define TEJA_PROFILER_CMT_CPU_ITLB_MISS_L2		(1ull << 15)
#define TEJA_PROFILER_CMT_CPU_DTLB_MISS_L2		(1ull << 16)
#define TEJA_PROFILER_CMT_CPU_STREAM_LD_TO_PCX		(1ull << 17)
#define TEJA_PROFILER_CMT_CPU_STREAM_ST_TO_PCX		(1ull << 18)
#define TEJA_PROFILER_CMT_CPU_CPU_LD_TO_PCX		(1ull << 19)
#define TEJA_PROFILER_CMT_CPU_CPU_IFETCH_TO_PCX		(1ull << 20)
#define TEJA_PROFILER_CMT_CPU_CPU_ST_TO_PCX		(1ull << 21)
#define TEJA_PROFILER_CMT_CPU_MMU_LD_TO_PCX		(1ull << 22)
#define TEJA_PROFILER_CMT_CPU_DES_3DES_OP		(1ull << 23)
#define TEJA_PROFILER_CMT_CPU_AES_OP			(1ull << 24)
#define TEJA_PROFILER_CMT_CPU_RC4_OP			(1ull << 25)
#define TEJA_PROFILER_CMT_CPU_MD5_SHA1_SHA256_OP	(1ull << 26)
#define TEJA_PROFILER_CMT_CPU_MA_OP			(1ull << 27)
#define TEJA_PROFILER_CMT_CPU_CRC_TCPIP_CKSUM_OP	(1ull << 28)
#define TEJA_PROFILER_CMT_CPU_DES_3DES_BUSY_CYCLE	(1ull << 29)
#define TEJA_PROFILER_CMT_CPU_AES_BUSY_CYCLE		(1ull << 30)
#define TEJA_PROFILER_CMT_CPU_RC4_BUSY_CYCLE		(1ull << 31)
#define TEJA_PROFILER_CMT_CPU_MD5_SHA1_SHA256_BUSY_CYCLE	(1ull << 32)
#define TEJA_PROFILER_CMT_CPU_MA_BUSY			(1ull << 33)
#define TEJA_PROFILER_CMT_CPU_CRC_MPA_CKSUM		(1ull << 34)
#define TEJA_PROFILER_CMT_CPU_ITLB_MISS			(1ull << 35)
#define TEJA_PROFILER_CMT_CPU_DTLB_MISS			(1ull << 36)
#define TEJA_PROFILER_CMT_CPU_TLB_MISS			(1ull << 37)
#else
#define TEJA_PROFILER_GROUP(group)	(group)
#define TEJA_PROFILER_CMT_CPU_SB_FULL			0x1ull
#define TEJA_PROFILER_CMT_CPU_FP_INSTR_CNT		0x2ull
#define TEJA_PROFILER_CMT_CPU_IC_MISS			0x4ull
#define TEJA_PROFILER_CMT_CPU_DC_MISS			0x8ull
#define TEJA_PROFILER_CMT_CPU_ITLB_MISS			0x10ull
#define TEJA_PROFILER_CMT_CPU_DTLB_MISS			0x20ull
#define TEJA_PROFILER_CMT_CPU_L2_IMISS			0x40ull
#define TEJA_PROFILER_CMT_CPU_L2_DMISS_LD		0x80ull
#define TEJA_PROFILER_CMT_CPU_INSTR_CNT			0x100ull
#endif

/* The events of the groups DRAM and JBUS, which are always refused. */
#define TEJA_PROFILER_DRAM_MEM_READS			(1ull << 0)
#define TEJA_PROFILER_DRAM_MEM_WRITES			(1ull << 1)
#define TEJA_PROFILER_DRAM_BANK_BUSY_STALLS		(1ull << 2)
#define TEJA_PROFILER_DRAM_RD_QUEUE_LATENCY		(1ull << 3)
#define TEJA_PROFILER_DRAM_WR_QUEUE_LATENCY		(1ull << 4)
#define TEJA_PROFILER_DRAM_RW_QUEUE_LATENCY		(1ull << 5)
#define TEJA_PROFILER_DRAM_WR_BUF_HITS			(1ull << 6)
#define TEJA_PROFILER_JBUS_JBUS_CYCLES			(1ull << 0)
#define TEJA_PROFILER_JBUS_DMA_READS			(1ull << 1)
#define TEJA_PROFILER_JBUS_DMA_READ_LATENCY		(1ull << 2)
#define TEJA_PROFILER_JBUS_DMA_WRITES			(1ull << 3)
#define TEJA_PROFILER_JBUS_DMA_WRITE8			(1ull << 4)
#define TEJA_PROFILER_JBUS_ORDERING_WAITS		(1ull << 5)
#define TEJA_PROFILER_JBUS_PIO_READS			(1ull << 6)
#define TEJA_PROFILER_JBUS_PIO_READ_LATENCY		(1ull << 7)
#define TEJA_PROFILER_JBUS_PIO_WRITES			(1ull << 8)
#define TEJA_PROFILER_JBUS_AOK_DOK_OFF_CYCLES		(1ull << 9)
#define TEJA_PROFILER_JBUS_AOK_OFF_CYCLES		(1ull << 10)
#define TEJA_PROFILER_JBUS_DOK_OFF_CYCLES		(1ull << 11)

/* A word of user data.  In C++ a list of uint64_t wants no other types. */
#ifdef __cplusplus
struct perfcnt_teja_word {
	uint64_t value;

	template < class number >
	perfcnt_teja_word(number from) : value(uint64_t(from)) {}
};

#define PERFCNT_TEJA_WORD	struct perfcnt_teja_word
#else
#define PERFCNT_TEJA_WORD	uint64_t
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * perfcnt_teja_start() - start to count events, and note a start
 * @place: where; teja_profiler_start() makes it
 * @group: TEJA_PROFILER_CMT_CPU, perhaps with PERFCNT_TEJA_T2
 * @event: one or two bits
 *
 * A group that was started already is started again; if that fails, it is not started.
 *
 * Return: 0 or -1: EINVAL for an unknown group or event, none, or more than two; ENOENT
 * if this machine has no such event; otherwise as perfcnt_start().
 */
int perfcnt_teja_start(struct perfcnt_region_place *place, unsigned int group,
		       uint64_t event);

/**
 * perfcnt_teja_update() - make a record of what was counted since the start
 * @place: where; teja_profiler_update() makes it
 * @group: the group
 * @count: how many words of user data there are
 * @words: these
 *
 * Return: 0 or -1: EPERM if the group is not started; EINVAL if there is no room for so
 * many words: the record has the first of them; ENOBUFS if too many regions are open.
 */
int perfcnt_teja_update(struct perfcnt_region_place *place, unsigned int group,
			unsigned int count, const uint64_t *words);

/**
 * perfcnt_teja_stop() - stop counting
 * @group: the group
 *
 * Return: 0 or -1: EPERM if it is not started.
 */
int perfcnt_teja_stop(unsigned int group);

/**
 * perfcnt_teja_get_values() - what was counted since the start
 * @group: the group
 * @values: gets the counts, TEJA_PROFILER_MAX_EVENTS of them
 *
 * Return: 0 or -1: EPERM if it is not started, EIO if it cannot be read, or counts since
 * the start were lost.
 */
int perfcnt_teja_get_values(unsigned int group, uint64_t *values);

/**
 * perfcnt_teja_dump() - write the records of a thread
 * @thread: pthread_self() of the thread
 *
 * To the file that PERFCNT_REGIONS_OUTPUT names, at its end, or to standard error.  What
 * was dumped before is not dumped again.
 *
 * Return: 0 or -1: ESRCH if the thread has no records, or why it cannot be written.
 */
int perfcnt_teja_dump(uintptr_t thread);

#ifdef __cplusplus
}
#endif

#ifndef PERFCNT_NO_REGIONS

#define teja_profiler_start(group, event) (__extension__ ({		\
	PERFCNT_REGION_PLACE(teja_place, "");					\
	perfcnt_teja_start(&teja_place, TEJA_PROFILER_GROUP(group), event); }))

#define teja_profiler_update(group, ...) (__extension__ ({		\
	PERFCNT_REGION_PLACE(teja_place, "");					\
	const PERFCNT_TEJA_WORD teja_words[] = { 0, ##__VA_ARGS__ };	\
	perfcnt_teja_update(&teja_place, group,				\
			    sizeof(teja_words) / sizeof(*teja_words) - 1, \
			    (const uint64_t *)(teja_words + 1)); }))

#define teja_profiler_stop(group)	perfcnt_teja_stop(group)
#define teja_profiler_dump(thread)	perfcnt_teja_dump((uintptr_t)(thread))
#define teja_profiler_get_values(group, values)				\
	perfcnt_teja_get_values(group, (values)->events)

#else /* arguments are still checked */

#define teja_profiler_start(group, event) (__extension__ ({		\
	(void)sizeof((group) | (event)); 0; }))
#define teja_profiler_update(group, ...) (__extension__ ({		\
	(void)sizeof(group);						\
	(void)sizeof((const PERFCNT_TEJA_WORD[]) { 0, ##__VA_ARGS__ }); 0; }))
#define teja_profiler_stop(group) (__extension__ ({			\
	(void)sizeof(group); 0; }))
#define teja_profiler_dump(thread) (__extension__ ({			\
	(void)sizeof(thread); 0; }))
#define teja_profiler_get_values(group, values) (__extension__ ({	\
	(void)sizeof(group);						\
	*(values) = (teja_profiler_values_t){ { 0 } }; 0; }))

#endif /* PERFCNT_NO_REGIONS */

#endif /* TEJA_PROFILER_H */
