/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later */
/*
 * The events of the kernel's perf, for the driver perf: those that mean the same as
 * a 34K event, and those that have a name here although a 34K lacks them.
 *
 * A file that includes this defines one or more of
 *
 *	PERFCNT_PERF_MAP(code, bank, type, config, reason)
 *	PERFCNT_PERF_NAME(name, type, config, modes, description)
 *	PERFCNT_PERF_RAW(events, code, bank, config, reason)
 *	PERFCNT_PERF_CPU(vendor, family, first, last, events)
 *
 * code, bank	the 34K event, as in uapi/linux/perfcnt_events.h
 * type, config	their names in perf_event_open(2), without PERF_TYPE_ and
 *		PERF_COUNT_; for a cache event CACHE(cache, op, result)
 * reason	why the meaning is the same, and where it differs
 * events	a set of raw events, which the CPUs of these models have
 * vendor	INTEL
 * family	and models from first to last, as in /proc/cpuinfo, in hexadecimal
 * modes	ANY: it can be counted per mode; KERNEL: it occurs in kernel mode
 *		only; BOTH: it cannot be counted per mode
 *
 * The driver rejects a 34K event without a row here for the machine's CPU (ENOENT).
 */
#ifdef PERFCNT_PERF_MAP
PERFCNT_PERF_MAP(0, EVEN, HARDWARE, HW_CPU_CYCLES,
		 "cycles in which the CPU is not halted; a 34K counts cycles of the core")
PERFCNT_PERF_MAP(0, ODD, HARDWARE, HW_CPU_CYCLES,
		 "cycles in which the CPU is not halted; a 34K counts cycles of the core")
PERFCNT_PERF_MAP(1, EVEN, HARDWARE, HW_INSTRUCTIONS,
		 "completed instructions, without those of mispredicted paths")
PERFCNT_PERF_MAP(1, ODD, HARDWARE, HW_INSTRUCTIONS,
		 "completed instructions, without those of mispredicted paths")
PERFCNT_PERF_MAP(2, EVEN, HARDWARE, HW_BRANCH_INSTRUCTIONS,
		 "completed branches")
PERFCNT_PERF_MAP(2, ODD, HARDWARE, HW_BRANCH_MISSES,
		 "mispredicted branches")
PERFCNT_PERF_MAP(5, EVEN, HW_CACHE, CACHE(ITLB, READ, ACCESS),
		 "look-ups in the first-level TLB for instructions")
PERFCNT_PERF_MAP(5, ODD, HW_CACHE, CACHE(ITLB, READ, MISS),
		 "look-ups that missed")
PERFCNT_PERF_MAP(6, EVEN, HW_CACHE, CACHE(DTLB, READ, ACCESS),
		 "look-ups in the TLB for data; some PMUs count only loads")
PERFCNT_PERF_MAP(6, ODD, HW_CACHE, CACHE(DTLB, READ, MISS),
		 "look-ups that missed")
PERFCNT_PERF_MAP(7, EVEN, HW_CACHE, CACHE(ITLB, READ, MISS),
		 "a 34K looks in its joint TLB when the ITLB misses")
PERFCNT_PERF_MAP(8, EVEN, HW_CACHE, CACHE(DTLB, READ, MISS),
		 "a 34K looks in its joint TLB when the DTLB misses")
PERFCNT_PERF_MAP(9, EVEN, HW_CACHE, CACHE(L1I, READ, ACCESS),
		 "look-ups in the level 1 instruction cache")
PERFCNT_PERF_MAP(9, ODD, HW_CACHE, CACHE(L1I, READ, MISS),
		 "look-ups that missed")
PERFCNT_PERF_MAP(10, EVEN, HW_CACHE, CACHE(L1D, READ, ACCESS),
		 "look-ups in the level 1 data cache; some PMUs count only loads")
PERFCNT_PERF_MAP(11, EVEN, HW_CACHE, CACHE(L1D, READ, MISS),
		 "look-ups that missed")
PERFCNT_PERF_MAP(11, ODD, HW_CACHE, CACHE(L1D, READ, MISS),
		 "look-ups that missed")
PERFCNT_PERF_MAP(18, EVEN, HARDWARE, HW_STALLED_CYCLES_FRONTEND,
		 "perf defines it as stalled cycles during issue; a 34K issues in its RF stage")
PERFCNT_PERF_MAP(21, ODD, HW_CACHE, CACHE(LL, READ, ACCESS),
		 "a 34K's L2 is its last level cache")
PERFCNT_PERF_MAP(22, EVEN, HW_CACHE, CACHE(LL, READ, MISS),
		 "a 34K's L2 is its last level cache")
PERFCNT_PERF_MAP(22, ODD, HW_CACHE, CACHE(LL, READ, MISS),
		 "a 34K's L2 is its last level cache")
PERFCNT_PERF_MAP(37, EVEN, HARDWARE, HW_STALLED_CYCLES_FRONTEND,
		 "cycles stalled for lack of instructions, for any reason")
PERFCNT_PERF_MAP(37, ODD, HARDWARE, HW_STALLED_CYCLES_BACKEND,
		 "cycles stalled waiting for data or for a busy unit")
#endif

#ifdef PERFCNT_PERF_NAME
PERFCNT_PERF_NAME("page-faults", SOFTWARE, SW_PAGE_FAULTS, ANY,
		  "page faults in the selected modes")
PERFCNT_PERF_NAME("minor-faults", SOFTWARE, SW_PAGE_FAULTS_MIN, ANY,
		  "page faults without disk access")
PERFCNT_PERF_NAME("major-faults", SOFTWARE, SW_PAGE_FAULTS_MAJ, ANY,
		  "page faults with disk access")
PERFCNT_PERF_NAME("alignment-faults", SOFTWARE, SW_ALIGNMENT_FAULTS, ANY,
		  "unaligned accesses handled by the kernel")
PERFCNT_PERF_NAME("emulation-faults", SOFTWARE, SW_EMULATION_FAULTS, ANY,
		  "instructions emulated by the kernel")
PERFCNT_PERF_NAME("context-switches", SOFTWARE, SW_CONTEXT_SWITCHES, KERNEL,
		  "switches from one task to another")
PERFCNT_PERF_NAME("cpu-migrations", SOFTWARE, SW_CPU_MIGRATIONS, KERNEL,
		  "tasks that moved here from another CPU")
PERFCNT_PERF_NAME("cpu-clock", SOFTWARE, SW_CPU_CLOCK, BOTH,
		  "nanoseconds, for each CPU")
PERFCNT_PERF_NAME("task-clock", SOFTWARE, SW_TASK_CLOCK, BOTH,
		  "nanoseconds, for each CPU, whether idle or not")
PERFCNT_PERF_NAME("cache-references", HARDWARE, HW_CACHE_REFERENCES, ANY,
		  "cache accesses, usually of the last level cache")
PERFCNT_PERF_NAME("cache-misses", HARDWARE, HW_CACHE_MISSES, ANY,
		  "cache misses, usually of the last level cache")
PERFCNT_PERF_NAME("bus-cycles", HARDWARE, HW_BUS_CYCLES, ANY,
		  "bus cycles")
PERFCNT_PERF_NAME("ref-cycles", HARDWARE, HW_REF_CPU_CYCLES, ANY,
		  "cycles at the nominal frequency")
PERFCNT_PERF_NAME("stalled-cycles-frontend", HARDWARE,
		  HW_STALLED_CYCLES_FRONTEND, ANY,
		  "cycles stalled for lack of instructions")
PERFCNT_PERF_NAME("stalled-cycles-backend", HARDWARE,
		  HW_STALLED_CYCLES_BACKEND, ANY,
		  "cycles stalled waiting for operands or units")
#endif

/*
 * What perf has no generic event for.  The events are those of the files in
 * tools/perf/pmu-events/arch/x86 of Linux 6.12, the models those of its mapfile.csv that
 * have them: Sandy Bridge and later; Goldmont and later.
 */
#ifdef PERFCNT_PERF_RAW
PERFCNT_PERF_RAW(MEM_RETIRED, 15, EVEN, 0x81d0,
		 "MEM_INST_RETIRED.ALL_LOADS; before Skylake, and on Atoms, micro-operations")
PERFCNT_PERF_RAW(MEM_RETIRED, 15, ODD, 0x82d0,
		 "MEM_INST_RETIRED.ALL_STORES; before Skylake, and on Atoms, micro-operations")
#endif

#ifdef PERFCNT_PERF_CPU
PERFCNT_PERF_CPU(INTEL, 0x6, 0x2a, 0x2a, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x2d, 0x2d, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x3a, 0x3a, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x3c, 0x3f, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x45, 0x47, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x4e, 0x4f, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x55, 0x56, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x5c, 0x5c, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x5e, 0x5f, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x6a, 0x6a, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x6c, 0x6c, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x7a, 0x7a, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x7d, 0x7e, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x86, 0x86, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x8c, 0x8f, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x96, 0x97, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x9a, 0x9a, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x9c, 0x9c, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0x9e, 0x9e, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0xa5, 0xa7, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0xaa, 0xaa, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0xac, 0xaf, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0xb6, 0xb7, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0xba, 0xba, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0xbd, 0xbf, MEM_RETIRED)
PERFCNT_PERF_CPU(INTEL, 0x6, 0xcf, 0xcf, MEM_RETIRED)
#endif

#undef PERFCNT_PERF_RAW
#undef PERFCNT_PERF_CPU
#undef PERFCNT_PERF_MAP
#undef PERFCNT_PERF_NAME
