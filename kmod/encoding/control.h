/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/* What a counter counts: the control word and what goes beyond it. */
#ifndef PERFCNT_CONTROL_H
#define PERFCNT_CONTROL_H

#include "../../uapi/linux/perfcnt.h"
#include "event.h"
#include "pure.h"
#include "reason.h"

struct perf_event_attr;

/**
 * struct perfcnt_limits - what the machine has
 * @counters: 1 to PERFCNT_MAX_COUNTERS
 * @tcs: thread contexts, at least 1: those of a 34K core, or logical CPUs
 * @vpes: VPEs, at least 1: those of a 34K core, or cores, which become more when
 *	  CPUs come; see perfcnt_limits_vpes()
 * @modes: mode bits that the hardware can count separately; without S and EXL these
 *	   are part of kernel mode
 * @native: there are native events
 * @any_filter: every event can have every filter, whatever its scope
 * @cpu: the model of the CPUs
 * @pmus: whose events the native ones are; more when CPUs come
 */
struct perfcnt_limits {
	unsigned int counters;
	unsigned int tcs;
	unsigned int vpes;
	u32 modes;
	bool native;
	bool any_filter;
	struct perfcnt_cpu_model cpu;
	struct perfcnt_cpu_pmus pmus;
};

/* The current number of VPEs. */
static inline unsigned int perfcnt_limits_vpes(const struct perfcnt_limits *limits)
{
	return READ_ONCE(limits->vpes);
}

/**
 * struct perfcnt_control - what a counter counts
 * @word: the control word, without M
 * @unit: number of the TC or VPE that MT_EN selects; the word has it also, if it fits
 * @native: the event if the word's is PERFCNT_EVENT_NATIVE
 * @multiplexed: it is an event of a multiplexer
 * @stopped: of a change: nobody wants what the counter counts until then
 * @renewed: of a change: nobody does if the change succeeds
 */
struct perfcnt_control {
	u32 word;
	u32 unit;
	struct perfcnt_native native;
	bool multiplexed;
	bool stopped;
	bool renewed;
};

/* A word, taken apart. */
unsigned int perfcnt_control_event(u32 word);
unsigned int perfcnt_control_mt_en(u32 word);
u32 perfcnt_unit_most(unsigned int mt_en);
unsigned int perfcnt_unit_shift(unsigned int mt_en);

const char *perfcnt_wrong_bank(unsigned int counter);
int perfcnt_refuse_without_pmu(const struct perfcnt_native *native,
			       const struct perfcnt_limits *limits,
			       struct perfcnt_reason *reason);
int perfcnt_refuse_unit(unsigned int mt_en, const struct perfcnt_limits *limits,
			int code, size_t offset, struct perfcnt_reason *reason);
u32 perfcnt_control_visible(const struct perfcnt_control *control,
			    unsigned int counter,
			    const struct perfcnt_limits *limits);
bool perfcnt_control_same(const struct perfcnt_control *a,
			  const struct perfcnt_control *b);
int perfcnt_control_check(const struct perfcnt_control *control,
			  unsigned int counter,
			  const struct perfcnt_limits *limits,
			  struct perfcnt_reason *reason);
int perfcnt_control_from_word(u32 word, unsigned int counter,
			      const struct perfcnt_limits *limits,
			      struct perfcnt_control *control,
			      struct perfcnt_reason *reason);

/* What a counter counts and which events there are, as the ioctls say it. */
int perfcnt_control_from_what(const struct perfcnt_what *what,
			      unsigned int counter,
			      const struct perfcnt_limits *limits,
			      struct perfcnt_control *control,
			      struct perfcnt_reason *reason);
void perfcnt_control_to_what(const struct perfcnt_control *control,
			     struct perfcnt_what *what);
unsigned int perfcnt_event_rows(const struct perfcnt_limits *limits);
void perfcnt_event_row(unsigned int index, struct perfcnt_event_row *row);

/* What a counter counts, by name: name[:modes][@tcN|@vpeN]. */
int perfcnt_control_from_name(const char *word, size_t length,
			      unsigned int counter,
			      const struct perfcnt_limits *limits,
			      struct perfcnt_control *control,
			      struct perfcnt_reason *reason);

/* The kernel's perf event for what a counter counts. */
int perfcnt_perf_encode(const struct perfcnt_control *control,
			unsigned int counter,
			const struct perfcnt_limits *limits,
			struct perf_event_attr *attr);
bool perfcnt_perf_is_raw(u32 type);
bool perfcnt_perf_is_clock(u32 type, u64 config);
bool perfcnt_perf_attr_for_pmu(struct perf_event_attr *attr,
			       const struct perfcnt_cpu_pmu *pmu);

#endif /* PERFCNT_CONTROL_H */
