/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/*
 * Events, by code and by name: those of a 34K; and those without a 34K code, by the
 * kernel's name for them, or r<hex> as the PMU encodes them, with the PMUs whose they are.
 */
#ifndef PERFCNT_EVENT_H
#define PERFCNT_EVENT_H

#include "pure.h"

/* How narrow a filter an event can have, from wide to narrow. */
enum perfcnt_event_scope {
	PERFCNT_SCOPE_CORE,
	PERFCNT_SCOPE_VPE,
	PERFCNT_SCOPE_TC,
};

/* Odd counters have other events than even ones (MD00548, section 3.1). */
enum perfcnt_event_bank {
	PERFCNT_BANK_EVEN,
	PERFCNT_BANK_ODD,
};

/**
 * struct perfcnt_event - one row of the 34K event table
 * @code: 0 to PERFCNT_EVENT_CODES - 1
 * @bank: which counters count it
 * @scope: the narrowest filter it can have
 * @name: what /proc/perf takes for it
 */
struct perfcnt_event {
	unsigned int code;
	enum perfcnt_event_bank bank;
	enum perfcnt_event_scope scope;
	const char *name;
};

enum perfcnt_event_bank perfcnt_event_bank(unsigned int counter);
const struct perfcnt_event *perfcnt_event_find(unsigned int code,
					       unsigned int counter);
const struct perfcnt_event *perfcnt_event_find_name(const char *name,
						    size_t length,
						    unsigned int counter);
size_t perfcnt_event_count(void);
const struct perfcnt_event *perfcnt_event_at(size_t index);

/* Numbers in words that are not NUL-terminated. */
int perfcnt_number_decimal(const char *word, size_t length, u64 *value);
int perfcnt_number_hexadecimal(const char *word, size_t length, u64 *value);

/*
 * The PMUs of a machine's CPUs: one, none, or one for each kind of CPU.
 *
 * A table only grows, and only one task adds at a time; readers need no lock.
 */

/* Kinds of CPU that a machine can have. */
#define PERFCNT_MAX_PMUS 4

/**
 * struct perfcnt_cpu_pmu - one of them
 * @type: its number, what perf_event_open(2) takes as a type
 * @name: as in /sys/bus/event_source/devices, cut short if it is longer
 */
struct perfcnt_cpu_pmu {
	u32 type;
	char name[32];
};

/**
 * struct perfcnt_cpu_pmus - all of them
 * @count: how many there are; see perfcnt_cpu_pmus_count()
 * @pmu: in the order in which they were found
 */
struct perfcnt_cpu_pmus {
	unsigned int count;
	struct perfcnt_cpu_pmu pmu[PERFCNT_MAX_PMUS];
};

unsigned int perfcnt_cpu_pmus_count(const struct perfcnt_cpu_pmus *pmus);
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_add(struct perfcnt_cpu_pmus *pmus, u32 type, const char *name);
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_of_type(const struct perfcnt_cpu_pmus *pmus, u32 type);
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_of_name(const struct perfcnt_cpu_pmus *pmus, const char *name,
			 size_t length);
void perfcnt_cpu_pmus_list(const struct perfcnt_cpu_pmus *pmus,
			   const char *between, const char *after, char *buf,
			   size_t size);

/* The modes of the processor in which a native event can occur. */
enum perfcnt_native_modes {
	PERFCNT_NATIVE_ANY,	/* in any mode, counted per mode */
	PERFCNT_NATIVE_KERNEL,	/* in kernel mode only */
	PERFCNT_NATIVE_BOTH,	/* in any mode, not counted per mode */
};

/* Who has made a CPU; OTHER also where that is not known. */
enum perfcnt_cpu_vendor {
	PERFCNT_VENDOR_OTHER,
	PERFCNT_VENDOR_INTEL,
};

/**
 * struct perfcnt_cpu_model - the model of a machine's CPUs: which raw events mean what
 * @vendor: PERFCNT_VENDOR_*
 * @family: as in /proc/cpuinfo
 * @model: as in /proc/cpuinfo
 */
struct perfcnt_cpu_model {
	enum perfcnt_cpu_vendor vendor;
	unsigned int family;
	unsigned int model;
};

/**
 * struct perfcnt_native - a native event
 * @known: false if there is no event; the rest has no meaning then
 * @modes: PERFCNT_NATIVE_*
 * @type: PERF_TYPE_*, see perf_event_open(2), or the number of a CPU PMU, whose
 *	  raw event it is
 * @config: the event of that type; of PERF_TYPE_HARDWARE and HW_CACHE with the
 *	    number of a CPU PMU in the upper 32 bits if it is for that one alone
 * @config1: more of it, for a PMU whose format has it
 */
struct perfcnt_native {
	bool known;
	u8 modes;
	u32 type;
	u64 config;
	u64 config1;
};

bool perfcnt_native_same(const struct perfcnt_native *a,
			 const struct perfcnt_native *b);
int perfcnt_native_from_name(const char *name, size_t length,
			     struct perfcnt_native *native);
u32 perfcnt_native_pmu(const struct perfcnt_native *native,
		       const struct perfcnt_cpu_pmus *pmus);
int perfcnt_native_of_event(unsigned int code, enum perfcnt_event_bank bank,
			    const struct perfcnt_cpu_model *cpu,
			    struct perfcnt_native *native);
int perfcnt_native_set_pmu(struct perfcnt_native *native, u32 pmu);
const char *perfcnt_native_name(const struct perfcnt_native *native);
size_t perfcnt_native_count(void);
const char *perfcnt_native_name_at(size_t index);
enum perfcnt_native_modes perfcnt_native_modes(const struct perfcnt_native *native);

#endif /* PERFCNT_EVENT_H */
