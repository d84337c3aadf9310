// SPDX-License-Identifier: GPL-2.0
/* The options of MD00548's Table 4, and what goes beyond it. */
#include <stddef.h>

#include "option_rows.h"

/*
 * Options that Table 5 and the text of MD00548 call by another name than Table 4
 * are there under both.
 */
const struct option_row option_rows[] = {
	{ .help = "Modes (at least one):" },
	{ "user", 'u', NULL, "user mode", USER },
	{ "supervisor", 0, NULL, "supervisor mode", SUPERVISOR },
	{ "kernel", 0, NULL, "kernel mode", KERNEL },
	{ "exl", 0, NULL, "exception handling", EXL },
	{ "modes", 0, NULL, "count each mode separately", MODES },
	{ .help = "Events (may be combined; default --ipc):" },
	{ "all", 'a', NULL, "all events", ALL },
	{ "ipc", 'i', NULL, "cycles and instructions", GROUP },
	{ "stalls", 's', NULL, "the most important stalls", GROUP },
	{ "stalls_all", 0, NULL, "all stalls; also --all_stalls", GROUP },
	{ "all_stalls", 0, NULL, NULL, GROUP },
	{ "queues", 'q', NULL, "occupancy of the core's queues", GROUP },
	{ "cache", 'c', NULL, "first level caches", GROUP },
	{ "branches", 'b', NULL, "branches and jumps; also --branch", GROUP },
	{ "branch", 0, NULL, NULL, GROUP },
	{ "misses", 0, NULL, "misses of caches and TLBs", GROUP },
	{ "instructions", 0, NULL, "kinds of instructions", GROUP },
	{ "tlb", 0, NULL, "instruction, data and joint TLB", GROUP },
	{ "l2", 0, NULL, "second level cache", GROUP },
	{ "itc", 0, NULL, "inter-thread communication", GROUP },
	{ "group", 0, "NAME", "a group of your own; see --definitions",
	  USER_GROUP },
	{ "evens", 0, "LIST", "event numbers or names for even counters", EVENS },
	{ "odds", 0, "LIST", "... for odd counters", ODDS },
	{ "events", 0, "LIST", "... for any counter, each with or without :MODES",
	  EVENTS },
	{ .help = "Whose events:" },
	{ "machine", 0, NULL, "count the whole machine, not the command alone",
	  WHOLE_MACHINE },
	{ "tc", 't', "LIST", "only these TCs (elsewhere CPUs), each separately",
	  TC },
	{ "vpe", 'v', "LIST", "only these VPEs (cores), each separately", VPE },
	{ "balance", 0, NULL, "each TC and each VPE separately", BALANCE },
	{ .help = "Results:" },
	{ "parse", 'p', NULL, "a table, as pc_parse prints it; --format=table",
	  PARSE },
	{ "format", 0, "FORMAT", "raw (default), table, bars, csv or json", FORMAT },
	{ "output", 0, "FILE", "write results to FILE (default: standard error)",
	  OUTPUT },
	{ "append", 0, "FILE", "append results to FILE", APPEND },
	{ "repeat", 0, "N", "do each run N times, take the median", REPEAT },
	{ "keep-outliers", 0, NULL, "keep outliers", KEEP_OUTLIERS },
	{ .help = "Other:" },
	{ "definitions", 0, "FILE", "read groups and metrics from FILE",
	  DEFINITIONS },
	{ "strict", 0, NULL, "fail on unsupported events (default: skip them)",
	  STRICT },
	{ "wait", 0, NULL, "wait until the counters are free", WAIT },
	{ "quiet", 0, NULL, "show neither the plan nor the progress", QUIET },
	{ "dry-run", 0, NULL, "show the plan, run nothing", DRY_RUN },
	{ "list", 0, NULL, "show the events", LIST },
	{ "pretend", 0, "MACHINE", "plan or list for another machine: 34k or perf",
	  PRETEND },
	{ "help", 'h', NULL, "show this help", HELP },
	{ "version", 'V', NULL, "show the version", VERSION_ },
	{ 0 }
};
