/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The events of the MIPS32 34K core: Table 3 of MD00548, "Using the MIPS32
 * 34K Core Performance Counters", revision 01.01.
 *
 * This table is the only source of the kernel module, the programs, the tests and
 * the documentation.  A file that includes it defines what each row becomes:
 *
 *	PERFCNT_EVENT(code, bank, scope, name, description)
 *
 * code		the value of the control word's event field, 0 to 127
 * bank		EVEN (counters 0 and 2) or ODD (counters 1 and 3)
 * scope	the narrowest filter that the hardware can apply to the event:
 *		TC, VPE, or CORE (Table 3 writes T, V and P); a wider filter
 *		is always possible
 * name		its name in /proc/perf; a name that is in both banks means the same
 *		in both
 * description	Table 3's own words, some of them spelled in one way
 *
 * A code that a bank does not list is reserved there: a counter that is set to it
 * is UNPREDICTABLE.
 *
 * One row is not in Table 3: the file perfcnt_config of the same note, in section 4.2, sets
 * an odd counter to event 23.  Its meaning is that of MIPS's later table in oprofile,
 * events/mips/34K: "Single threaded cycles".
 *
 * Of some events another source says something else; their names are as Table 3 means them.
 * These rows may be left out:
 *
 *	PERFCNT_EVENT_DOUBT(code, bank, doubt)
 *
 * doubt	what the other source says, and which one it is
 */
#ifndef PERFCNT_EVENT
#error "define PERFCNT_EVENT(code, bank, scope, name, description) first"
#endif

PERFCNT_EVENT(0, EVEN, CORE, "cycles", "Cycles")
PERFCNT_EVENT(0, ODD, CORE, "cycles", "Cycles")
PERFCNT_EVENT(1, EVEN, TC, "instructions", "Instructions completed")
PERFCNT_EVENT(1, ODD, TC, "instructions", "Instructions completed")
PERFCNT_EVENT(2, EVEN, TC, "branches", "Branch instructions")
PERFCNT_EVENT(2, ODD, TC, "branch-misses", "Branch mispredictions")
PERFCNT_EVENT(3, EVEN, TC, "returns", "jr $31 (return) instructions")
PERFCNT_EVENT(3, ODD, TC, "return-misses", "jr $31 mispredictions")
PERFCNT_EVENT(4, EVEN, TC, "indirect-jumps", "jr $xx (not $31) instructions")
PERFCNT_EVENT(4, ODD, TC, "indirect-jump-misses",
	      "jr $31 not predicted (stack mismatch)")
PERFCNT_EVENT(5, EVEN, TC, "itlb-accesses", "ITLB accesses")
PERFCNT_EVENT(5, ODD, TC, "itlb-misses", "ITLB misses")
PERFCNT_EVENT(6, EVEN, TC, "dtlb-accesses", "DTLB accesses")
PERFCNT_EVENT(6, ODD, TC, "dtlb-misses", "DTLB misses")
PERFCNT_EVENT(7, EVEN, TC, "jtlb-instruction-accesses",
	      "JTLB instruction accesses")
PERFCNT_EVENT(7, ODD, TC, "jtlb-instruction-misses", "JTLB instruction misses")
PERFCNT_EVENT(8, EVEN, TC, "jtlb-data-accesses", "JTLB data accesses")
PERFCNT_EVENT(8, ODD, TC, "jtlb-data-misses", "JTLB data misses")
PERFCNT_EVENT(9, EVEN, TC, "icache-accesses", "Instruction cache accesses")
PERFCNT_EVENT(9, ODD, TC, "icache-misses", "Instruction cache misses")
PERFCNT_EVENT(10, EVEN, TC, "dcache-accesses", "Data cache accesses")
PERFCNT_EVENT(10, ODD, TC, "dcache-writebacks", "Data cache writebacks")
PERFCNT_EVENT(11, EVEN, TC, "dcache-misses", "Data cache misses")
PERFCNT_EVENT(11, ODD, TC, "dcache-misses", "Data cache misses")
PERFCNT_EVENT(12, EVEN, CORE, "interventions", "External intervention requests")
PERFCNT_EVENT(12, ODD, CORE, "interventions", "External intervention requests")
PERFCNT_EVENT(13, EVEN, CORE, "intervention-hits-dirty",
	      "External intervention hits dirty")
PERFCNT_EVENT(13, ODD, CORE, "intervention-hits-clean",
	      "External intervention hit clean")
PERFCNT_EVENT(14, EVEN, TC, "fpu-instructions", "FPU instructions completed")
PERFCNT_EVENT(14, ODD, TC, "integer-instructions",
	      "Integer instructions completed")
PERFCNT_EVENT(15, EVEN, TC, "loads", "Loads completed")
PERFCNT_EVENT(15, ODD, TC, "stores", "Stores completed")
PERFCNT_EVENT(16, EVEN, TC, "jumps", "j/jal completed")
PERFCNT_EVENT(16, ODD, TC, "mips16-instructions",
	      "MIPS16 instructions completed")
PERFCNT_EVENT(17, EVEN, TC, "nops", "No-ops completed")
PERFCNT_EVENT(17, ODD, TC, "multiplies-divides",
	      "Integer multiply/divide completed")
PERFCNT_EVENT(18, EVEN, CORE, "stalls",
	      "All stalls (no action in RF pipeline stage)")
PERFCNT_EVENT(18, ODD, TC, "replay-traps", "Replay traps (other than uTLB)")
PERFCNT_EVENT(19, EVEN, TC, "sc-instructions", "sc instructions completed")
PERFCNT_EVENT(19, ODD, TC, "sc-failures",
	      "sc instructions failed (because link bit cleared)")
PERFCNT_EVENT(20, EVEN, TC, "prefetches", "Prefetch instructions completed")
PERFCNT_EVENT(20, ODD, TC, "prefetch-hits",
	      "Prefetch instructions completed with cache hit")
PERFCNT_EVENT(21, EVEN, CORE, "l2-writebacks", "L2 cache writebacks")
PERFCNT_EVENT(21, ODD, CORE, "l2-accesses", "L2 cache accesses")
PERFCNT_EVENT(22, EVEN, CORE, "l2-misses", "L2 cache misses")
PERFCNT_EVENT(22, ODD, CORE, "l2-misses", "L2 cache misses")
PERFCNT_EVENT(23, EVEN, TC, "exceptions", "Exceptions taken")
/* in use in section 4.2; nothing says which filters it has, so it is given none */
PERFCNT_EVENT(23, ODD, CORE, "single-threaded-cycles",
	      "Single-threaded cycles")
PERFCNT_EVENT(24, EVEN, TC, "cache-fixups", "Cache fixup")
PERFCNT_EVENT(24, ODD, TC, "refetches", "Refetches")
PERFCNT_EVENT(25, EVEN, CORE, "ifu-stalls", "IFU stalls")
PERFCNT_EVENT(25, ODD, CORE, "alu-stalls", "ALU stalls")
PERFCNT_EVENT(26, EVEN, TC, "dsp-instructions", "DSP instructions completed")
PERFCNT_EVENT(26, ODD, TC, "alu-dsp-saturations", "ALU-DSP saturations done")
PERFCNT_EVENT(27, ODD, TC, "mdu-dsp-saturations", "MDU-DSP saturations done")
PERFCNT_EVENT(28, EVEN, TC, "pm-events", "Implementation-specific PM event")
PERFCNT_EVENT(28, ODD, TC, "cp2-events", "Implementation-specific CP2 event")
PERFCNT_EVENT(29, EVEN, TC, "ispram-events",
	      "Implementation-specific ISPRAM event")
PERFCNT_EVENT(29, ODD, TC, "dspram-events",
	      "Implementation-specific DSPRAM event")
PERFCNT_EVENT(30, EVEN, TC, "corextend-events",
	      "Implementation-specific CorExtend event")
PERFCNT_EVENT(30, ODD, TC, "system-events",
	      "Implementation-specific system event")
PERFCNT_EVENT(31, EVEN, TC, "xym-events", "Implementation-specific XYM event")
PERFCNT_EVENT(31, ODD, TC, "itc-events", "Implementation-specific ITC event")
PERFCNT_EVENT(32, EVEN, TC, "itc-loads", "ITC loads")
PERFCNT_EVENT(32, ODD, TC, "itc-stores", "ITC stores")
PERFCNT_EVENT(33, EVEN, TC, "uncached-loads", "Uncached loads")
PERFCNT_EVENT(33, ODD, TC, "uncached-stores", "Uncached stores")
PERFCNT_EVENT(34, EVEN, TC, "forks", "fork instructions completed")
PERFCNT_EVENT(34, ODD, TC, "yields", "yield instruction completed")
PERFCNT_EVENT(35, EVEN, TC, "cp2-arithmetic",
	      "CP2 arithmetic instructions completed")
PERFCNT_EVENT(35, ODD, TC, "cp2-moves", "CP2 to/from instructions completed")
PERFCNT_EVENT(37, EVEN, TC, "icache-miss-stalls",
	      "Instruction cache miss stall cycles")
PERFCNT_EVENT(37, ODD, TC, "dcache-miss-stalls", "Data cache miss stall cycles")
PERFCNT_EVENT(38, EVEN, CORE, "l2-instruction-miss-stalls",
	      "L2 cache instruction miss stall cycles")
PERFCNT_EVENT(38, ODD, CORE, "l2-data-miss-stalls",
	      "L2 cache data miss stall cycles")
PERFCNT_EVENT(39, EVEN, CORE, "dcache-miss-cycles", "Data cache miss cycles")
PERFCNT_EVENT(39, ODD, CORE, "l2-miss-cycles", "L2 miss cycles")
PERFCNT_EVENT(40, EVEN, TC, "uncached-stalls", "Uncached stall cycles")
PERFCNT_EVENT(40, ODD, TC, "itc-stalls", "ITC stall cycles")
PERFCNT_EVENT(41, EVEN, TC, "mdu-stalls", "MDU stall cycles")
PERFCNT_EVENT(41, ODD, TC, "fpu-stalls", "FPU stall cycles")
PERFCNT_EVENT(42, EVEN, TC, "cp2-stalls", "CP2 stall cycles")
PERFCNT_EVENT(42, ODD, TC, "corextend-stalls", "CorExtend stall cycles")
PERFCNT_EVENT(43, EVEN, TC, "ispram-stalls", "ISPRAM stall cycles")
PERFCNT_EVENT(43, ODD, TC, "dspram-stalls", "DSPRAM stall cycles")
PERFCNT_EVENT(44, EVEN, CORE, "cacheop-stalls",
	      "CACHE instruction stall cycles")
PERFCNT_EVENT(45, EVEN, TC, "load-use-stalls", "Load-to-use stalls")
PERFCNT_EVENT(45, ODD, TC, "alu-agen-stalls", "ALU to AGEN stalls")
PERFCNT_EVENT(46, EVEN, TC, "interlock-stalls", "Other interlock stalls")
PERFCNT_EVENT(46, ODD, CORE, "branch-miss-stalls", "Branch mispredict stalls")
PERFCNT_EVENT(47, EVEN, VPE, "relax-bubbles", "Relax bubbles")
PERFCNT_EVENT(48, EVEN, TC, "ifu-fb-refetches", "IFU FB full refetches")
PERFCNT_EVENT(48, ODD, CORE, "fb-allocations", "FB entry allocated")
PERFCNT_EVENT(50, EVEN, CORE, "fsb-under-quarter", "FSB < 1/4 full")
PERFCNT_EVENT(50, ODD, CORE, "fsb-quarter-to-half", "FSB 1/4-1/2 full")
PERFCNT_EVENT(51, EVEN, CORE, "fsb-over-half", "FSB > 1/2 full")
PERFCNT_EVENT(51, ODD, CORE, "fsb-full-stalls", "FSB full pipeline stalls")
PERFCNT_EVENT(52, EVEN, CORE, "ldq-under-quarter", "LDQ < 1/4 full")
PERFCNT_EVENT(52, ODD, CORE, "ldq-quarter-to-half", "LDQ 1/4-1/2 full")
PERFCNT_EVENT(53, EVEN, CORE, "ldq-over-half", "LDQ > 1/2 full")
PERFCNT_EVENT(53, ODD, CORE, "ldq-full-stalls", "LDQ full pipeline stalls")
PERFCNT_EVENT(54, EVEN, CORE, "wbb-under-quarter", "WBB < 1/4 full")
PERFCNT_EVENT(54, ODD, CORE, "wbb-quarter-to-half", "WBB 1/4-1/2 full")
PERFCNT_EVENT(55, EVEN, CORE, "wbb-over-half", "WBB > 1/2 full")
PERFCNT_EVENT(55, ODD, CORE, "wbb-full-stalls", "WBB full pipeline stalls")

/*
 * oprofile: events/mips/34K there, since "correct the performance counters for 34K" of 2010,
 * from MIPS.  Linux: arch/mips/kernel/perf_event_mipsxx.c, which filters all of a 34K's events
 * but those of its IS_RANGE_P_34K_EVENT().
 */
#ifdef PERFCNT_EVENT_DOUBT
PERFCNT_EVENT_DOUBT(13, EVEN, "in oprofile: stores that miss the data cache; Linux filters it")
PERFCNT_EVENT_DOUBT(13, ODD, "in oprofile: loads that miss the data cache; Linux filters it")
PERFCNT_EVENT_DOUBT(14, EVEN, "in oprofile: integer instructions")
PERFCNT_EVENT_DOUBT(14, ODD, "in oprofile: FPU instructions")
PERFCNT_EVENT_DOUBT(22, ODD, "in oprofile: single-bit errors of the L2 cache")
PERFCNT_EVENT_DOUBT(23, ODD, "reserved in Table 3 of MD00548, set in its section 4.2")
PERFCNT_EVENT_DOUBT(38, EVEN, "not in oprofile; Linux filters it")
PERFCNT_EVENT_DOUBT(38, ODD, "not in oprofile; Linux filters it")
#undef PERFCNT_EVENT_DOUBT
#endif
#undef PERFCNT_EVENT
