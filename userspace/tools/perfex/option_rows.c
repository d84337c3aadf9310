// SPDX-License-Identifier: GPL-2.0
/* The options of IRIX's perfex, and what goes beyond them. */
#include <stddef.h>

#include "option_rows.h"

const struct option_row option_rows[] = {
	{ .help = "Events (default: cycles):" },
	{ "event", 'e', "EVENT", "a number from 0 to 31, or a name; may be repeated",
	  EVENT },
	{ "all", 'a', NULL, "all of these, by turns; counts are scaled", ALL },
	{ "exl", 'x', NULL, "count at exception level, too", EXL },
	{ "kernel", 'k', NULL, "count in kernel mode, too", KERNEL },
	{ .help = "Whose events:" },
	{ "mp", 0, NULL, "each thread's counts, too; also -mp", THREADS },
	{ "signals", 's', NULL, "count between SIGUSR1 and SIGUSR2 only", SIGNALS },
	{ "machine", 0, NULL, "count the whole machine, not the command alone",
	  WHOLE_MACHINE },
	{ .help = "Costs:" },
	{ "times", 'y', NULL, "estimate times, and print statistics", TIMES },
	{ "costs", 'c', "FILE", "read a cost table, for -y or -t", COSTS },
	{ "table", 't', NULL, "print the cost table that -y uses", TABLE },
	{ "calibrate", 0, NULL, "measure this machine's cost table and print it",
	  CALIBRATE },
	{ "mhz", 0, "MHZ", "the clock of the processor, in MHz", MHZ },
	{ "l1-line", 0, "BYTES", "the line size of the level 1 data cache", L1_LINE },
	{ "l2-line", 0, "BYTES", "the line size of the level 2 cache", L2_LINE },
	{ .help = "Results:" },
	{ "output", 'o', "FILE", "write results to FILE (default: standard error)",
	  OUTPUT },
	{ "append", 0, "FILE", "append results to FILE", APPEND },
	{ "format", 0, "FORMAT", "text (default), csv or json", FORMAT },
	{ "repeat", 0, "N", "run the command N times, take the median", REPEAT },
	{ .help = "Other:" },
	{ "slot", 0, "MS", "with -a: how long a turn is (default 10)", SLOT },
	{ "strict", 0, NULL, "with -a: fail on unsupported events", STRICT },
	{ "dry-run", 0, NULL, "show what would be counted, run nothing", DRY_RUN },
	{ "list", 0, NULL, "show what counts each event here", LIST },
	{ "pretend", 0, "MACHINE", "plan or list for another machine: 34k or perf",
	  PRETEND },
	{ "help", 'h', NULL, "show this help", HELP },
	{ "version", 'V', NULL, "show the version", VERSION_ },
	{ "l", 'l', "NN", NULL, UNKNOWN_L },
	{ 0 }
};
