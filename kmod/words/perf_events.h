/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's perf events, for the driver perf: which of them have the meaning of
 * a 34K event, and which have a name here though no 34K has them.
 *
 * Whoever includes this has defined one or both of
 *
 *	PERFCNT_PERF_MAP(code, bank, type, config, reason)
 *	PERFCNT_PERF_NAME(name, type, config, modes, description)
 *
 * code, bank	the 34K event, as in uapi/linux/perfcnt_events.h
 * type, config	what perf_event_open(2) calls them, without PERF_TYPE_ and
 *		PERF_COUNT_; of a cache event CACHE(cache, op, result)
 * reason	why the meaning is the same, and where it is not quite
 * modes	ANY: it happens in the mode that is asked for; KERNEL: it happens
 *		in kernel mode only; BOTH: it does not tell modes apart
 *
 * A 34K event that has no row is refused by that driver (ENOENT).
 */
#ifdef PERFCNT_PERF_MAP
PERFCNT_PERF_MAP(0, EVEN, HARDWARE, HW_CPU_CYCLES,
		 "cycles that the CPU is not halted; a 34K counts the core's")
PERFCNT_PERF_MAP(0, ODD, HARDWARE, HW_CPU_CYCLES,
		 "cycles that the CPU is not halted; a 34K counts the core's")
PERFCNT_PERF_MAP(1, EVEN, HARDWARE, HW_INSTRUCTIONS,
		 "instructions that were completed, none of a wrong path")
PERFCNT_PERF_MAP(1, ODD, HARDWARE, HW_INSTRUCTIONS,
		 "instructions that were completed, none of a wrong path")
PERFCNT_PERF_MAP(2, EVEN, HARDWARE, HW_BRANCH_INSTRUCTIONS,
		 "branches that were completed")
PERFCNT_PERF_MAP(2, ODD, HARDWARE, HW_BRANCH_MISSES,
		 "branches whose prediction was wrong")
PERFCNT_PERF_MAP(5, EVEN, HW_CACHE, CACHE(ITLB, READ, ACCESS),
		 "look-ups in the TLB that instruction fetches ask first")
PERFCNT_PERF_MAP(5, ODD, HW_CACHE, CACHE(ITLB, READ, MISS),
		 "those that found nothing there")
PERFCNT_PERF_MAP(6, EVEN, HW_CACHE, CACHE(DTLB, READ, ACCESS),
		 "look-ups in the TLB for data; some PMUs count loads alone")
PERFCNT_PERF_MAP(6, ODD, HW_CACHE, CACHE(DTLB, READ, MISS),
		 "those that found nothing there")
PERFCNT_PERF_MAP(7, EVEN, HW_CACHE, CACHE(ITLB, READ, MISS),
		 "a joint TLB is asked when the ITLB has nothing")
PERFCNT_PERF_MAP(8, EVEN, HW_CACHE, CACHE(DTLB, READ, MISS),
		 "a joint TLB is asked when the DTLB has nothing")
PERFCNT_PERF_MAP(9, EVEN, HW_CACHE, CACHE(L1I, READ, ACCESS),
		 "look-ups in the first instruction cache")
PERFCNT_PERF_MAP(9, ODD, HW_CACHE, CACHE(L1I, READ, MISS),
		 "those that found nothing there")
PERFCNT_PERF_MAP(10, EVEN, HW_CACHE, CACHE(L1D, READ, ACCESS),
		 "look-ups in the first data cache; some PMUs count loads alone")
PERFCNT_PERF_MAP(11, EVEN, HW_CACHE, CACHE(L1D, READ, MISS),
		 "those that found nothing there")
PERFCNT_PERF_MAP(11, ODD, HW_CACHE, CACHE(L1D, READ, MISS),
		 "those that found nothing there")
PERFCNT_PERF_MAP(18, EVEN, HARDWARE, HW_STALLED_CYCLES_FRONTEND,
		 "the kernel's words are stalled cycles during issue; RF is where a 34K issues")
PERFCNT_PERF_MAP(21, ODD, HW_CACHE, CACHE(LL, READ, ACCESS),
		 "a 34K's L2 is its last level cache")
PERFCNT_PERF_MAP(22, EVEN, HW_CACHE, CACHE(LL, READ, MISS),
		 "a 34K's L2 is its last level cache")
PERFCNT_PERF_MAP(22, ODD, HW_CACHE, CACHE(LL, READ, MISS),
		 "a 34K's L2 is its last level cache")
PERFCNT_PERF_MAP(37, EVEN, HARDWARE, HW_STALLED_CYCLES_FRONTEND,
		 "cycles that lack instructions, for that and other reasons")
PERFCNT_PERF_MAP(37, ODD, HARDWARE, HW_STALLED_CYCLES_BACKEND,
		 "cycles that wait for data, or for a unit that is in use")
#endif

#ifdef PERFCNT_PERF_NAME
PERFCNT_PERF_NAME("page-faults", SOFTWARE, SW_PAGE_FAULTS, ANY,
		  "page faults, taken in the mode that is asked for")
PERFCNT_PERF_NAME("minor-faults", SOFTWARE, SW_PAGE_FAULTS_MIN, ANY,
		  "page faults that needed no disk")
PERFCNT_PERF_NAME("major-faults", SOFTWARE, SW_PAGE_FAULTS_MAJ, ANY,
		  "page faults that needed a disk")
PERFCNT_PERF_NAME("alignment-faults", SOFTWARE, SW_ALIGNMENT_FAULTS, ANY,
		  "unaligned accesses that the kernel had to do")
PERFCNT_PERF_NAME("emulation-faults", SOFTWARE, SW_EMULATION_FAULTS, ANY,
		  "instructions that the kernel had to do")
PERFCNT_PERF_NAME("context-switches", SOFTWARE, SW_CONTEXT_SWITCHES, KERNEL,
		  "switches from one task to another")
PERFCNT_PERF_NAME("cpu-migrations", SOFTWARE, SW_CPU_MIGRATIONS, KERNEL,
		  "tasks that came from another CPU")
PERFCNT_PERF_NAME("cpu-clock", SOFTWARE, SW_CPU_CLOCK, BOTH,
		  "nanoseconds, of each CPU")
PERFCNT_PERF_NAME("task-clock", SOFTWARE, SW_TASK_CLOCK, BOTH,
		  "nanoseconds, of each CPU, idle or not")
PERFCNT_PERF_NAME("cache-references", HARDWARE, HW_CACHE_REFERENCES, ANY,
		  "accesses of, mostly, the last level cache")
PERFCNT_PERF_NAME("cache-misses", HARDWARE, HW_CACHE_MISSES, ANY,
		  "misses of, mostly, the last level cache")
PERFCNT_PERF_NAME("bus-cycles", HARDWARE, HW_BUS_CYCLES, ANY,
		  "cycles of the bus")
PERFCNT_PERF_NAME("ref-cycles", HARDWARE, HW_REF_CPU_CYCLES, ANY,
		  "cycles at the nominal frequency")
PERFCNT_PERF_NAME("stalled-cycles-frontend", HARDWARE,
		  HW_STALLED_CYCLES_FRONTEND, ANY,
		  "cycles that lack instructions")
PERFCNT_PERF_NAME("stalled-cycles-backend", HARDWARE,
		  HW_STALLED_CYCLES_BACKEND, ANY,
		  "cycles that wait for what an instruction needs")
#endif

#undef PERFCNT_PERF_MAP
#undef PERFCNT_PERF_NAME
