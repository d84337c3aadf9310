/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What /proc/perf must refuse on a 34K with four counters: the text, the
 * errno, where the error is, the word that is wrong, and why.  A file that includes
 * this has defined MALFORMED(text, error, line, column, words, reason).
 */

#define NO_COUNTER    "no such counter; this machine has 0 to 3"
#define NO_INDEX \
	"expected a decimal counter number, 'suspend' or 'resume'"
#define NOT_ZERO      "bit 30 and bits 15 to 12 must be zero"
#define LONG_WORD     "control word too large (at most 32 bits)"
#define LARGE_COUNT \
	"count out of range: 0 to 2^64 - 1, or -1 to keep the current count"
#define NO_TC_NUMBER  "expected a decimal number after @tc"
#define NO_CONTROL    "missing control word or event name"
#define NO_MODE       "missing mode after ':'; use u, s, k or e"
#define OTHER_MODE    "unknown mode; use u, s, k or e"
#define NO_TC         "no such TC; this machine has 0 to 1"
#define NO_VPE        "no such VPE; this machine has 0 to 1"
#define NO_EVENT      "not a hexadecimal control word or a known event name"
#define EVEN_EVENT    "only even counters have this event"
#define ODD_EVENT     "only odd counters have this event"
#define NO_COUNT      "the count must be decimal"
#define VPE_EVENT     "this event can be filtered by VPE, but not by TC"
#define CORE_EVENT \
	"this event counts for the whole core: it cannot be filtered by VPE or TC"
#define EXTRA_WORD    "unexpected extra word"
#define OTHER_FILTER  "unknown filter; use @tcN or @vpeN"
#define RESERVED(code) "no such event: code " #code " is reserved"

/* the counter's number */
MALFORMED("4 0x28 0", EINVAL, 1, 1, "4", NO_COUNTER)
MALFORMED("16 0x28 0", EINVAL, 1, 1, "16", NO_COUNTER)
MALFORMED("4294967296 0x28 0", EINVAL, 1, 1, "4294967296", NO_COUNTER)
MALFORMED("18446744073709551616 0x28 0", ERANGE, 1, 1, "18446744073709551616",
	  "counter number too large")
MALFORMED("-1 0x28 0", EINVAL, 1, 1, "-1", NO_INDEX)
MALFORMED("+0 0x28 0", EINVAL, 1, 1, "+0", NO_INDEX)
MALFORMED("0x0 0x28 0", EINVAL, 1, 1, "0x0", NO_INDEX)
MALFORMED("a 0x28 0", EINVAL, 1, 1, "a", NO_INDEX)
MALFORMED("0, 0x28, 0", EINVAL, 1, 1, "0,", NO_INDEX)
MALFORMED("PerfCnt[0].Ctl : 0x80000028", EINVAL, 1, 1, "PerfCnt[0].Ctl",
	  NO_INDEX)
MALFORMED("hello", EINVAL, 1, 1, "hello", NO_INDEX)
MALFORMED("\a\033[2J", EINVAL, 1, 1, "??[2J", NO_INDEX)
MALFORMED("//", EINVAL, 1, 1, "//", NO_INDEX)
MALFORMED("SUSPEND", EINVAL, 1, 1, "SUSPEND", NO_INDEX)
MALFORMED("suspended 0", EINVAL, 1, 1, "suspended", NO_INDEX)

/* the control word, in hexadecimal */
MALFORMED("0", EINVAL, 1, 2, "", NO_CONTROL)
MALFORMED("0 ", EINVAL, 1, 3, "", NO_CONTROL)
MALFORMED("0 0x 0", EINVAL, 1, 3, "0x", NO_EVENT)
MALFORMED("0 0x2g 0", EINVAL, 1, 3, "0x2g", NO_EVENT)
MALFORMED("0 -28 0", EINVAL, 1, 3, "-28", NO_EVENT)
MALFORMED("0 0x0x28 0", EINVAL, 1, 3, "0x0x28", NO_EVENT)
MALFORMED("0 0x100000028 0", ERANGE, 1, 3, "0x100000028", LONG_WORD)
MALFORMED("0 ffffffffffffffffffff 0", ERANGE, 1, 3, "ffffffffffffffffffff",
	  LONG_WORD)
MALFORMED("0 0x40000028 0", EINVAL, 1, 3, "0x40000028", NOT_ZERO)
MALFORMED("0 0x1028 0", EINVAL, 1, 3, "0x1028", NOT_ZERO)
MALFORMED("0 0x2028 0", EINVAL, 1, 3, "0x2028", NOT_ZERO)
MALFORMED("0 0x4028 0", EINVAL, 1, 3, "0x4028", NOT_ZERO)
MALFORMED("0 0x8028 0", EINVAL, 1, 3, "0x8028", NOT_ZERO)
MALFORMED("0 0x488 0", EINVAL, 1, 3, "0x488", RESERVED(36))
MALFORMED("1 0x488 0", EINVAL, 1, 3, "0x488", RESERVED(36))
MALFORMED("3 0x8000059f 0", EINVAL, 1, 3, "0x8000059f", EVEN_EVENT)
MALFORMED("0 0x368 0", EINVAL, 1, 3, "0x368", ODD_EVENT)
MALFORMED("2 0xfe8 0", EINVAL, 1, 3, "0xfe8", RESERVED(127))
MALFORMED("1 0x708 0", EINVAL, 1, 3, "0x708", RESERVED(56))
MALFORMED("0 0x300028 0", EINVAL, 1, 3, "0x300028", "MT_EN must be 0, 1 or 2")
MALFORMED("0 0x100008 0", EINVAL, 1, 3, "0x100008", CORE_EVENT)
MALFORMED("0 0x200008 0", EINVAL, 1, 3, "0x200008", CORE_EVENT)
MALFORMED("0 0x2005e8 0", EINVAL, 1, 3, "0x2005e8", VPE_EVENT)
MALFORMED("0 0x1f0028 0", EINVAL, 1, 3, "0x1f0028", NO_VPE)
MALFORMED("0 0x3fe00028 0", EINVAL, 1, 3, "0x3fe00028", NO_TC)

/* the control word, as a name */
MALFORMED("0 instruction", EINVAL, 1, 3, "instruction", NO_EVENT)
MALFORMED("0 instructionss", EINVAL, 1, 3, "instructionss", NO_EVENT)
MALFORMED("0 Instructions", EINVAL, 1, 3, "Instructions", NO_EVENT)
MALFORMED("0 :u", EINVAL, 1, 3, ":u", NO_EVENT)
MALFORMED("0 @tc0", EINVAL, 1, 3, "@tc0", NO_EVENT)
MALFORMED("1 branches", EINVAL, 1, 3, "branches", EVEN_EVENT)
MALFORMED("2 stores:uk", EINVAL, 1, 3, "stores:uk", ODD_EVENT)
MALFORMED("0 instructions:", EINVAL, 1, 16, "instructions:", NO_MODE)
MALFORMED("0 instructions:@tc0", EINVAL, 1, 16, "instructions:@tc0", NO_MODE)
MALFORMED("0 instructions:x", EINVAL, 1, 16, "instructions:x", OTHER_MODE)
MALFORMED("0 instructions:ukx", EINVAL, 1, 18, "instructions:ukx", OTHER_MODE)
MALFORMED("0 instructions:uu", EINVAL, 1, 17, "instructions:uu",
	  "duplicate mode")
MALFORMED("0 instructions:u:k", EINVAL, 1, 17, "instructions:u:k", OTHER_MODE)
MALFORMED("0 instructions@", EINVAL, 1, 16, "instructions@", OTHER_FILTER)
MALFORMED("0 instructions@tc", EINVAL, 1, 18, "instructions@tc", NO_TC_NUMBER)
MALFORMED("0 instructions@cpu0", EINVAL, 1, 16, "instructions@cpu0",
	  OTHER_FILTER)
MALFORMED("0 instructions:u@tcx", EINVAL, 1, 20, "instructions:u@tcx",
	  NO_TC_NUMBER)
MALFORMED("0 instructions:u@tc-1", EINVAL, 1, 20, "instructions:u@tc-1",
	  NO_TC_NUMBER)
MALFORMED("0 instructions:u@tc0@vpe0", EINVAL, 1, 20, "instructions:u@tc0@vpe0",
	  NO_TC_NUMBER)
MALFORMED("0 instructions:u@tc256", ERANGE, 1, 20, "instructions:u@tc256",
	  NO_TC)
MALFORMED("0 instructions:u@vpe16", ERANGE, 1, 21, "instructions:u@vpe16",
	  NO_VPE)
MALFORMED("0 instructions:u@tc255", EINVAL, 1, 18, "instructions:u@tc255",
	  NO_TC)
MALFORMED("0 instructions:u@vpe15", EINVAL, 1, 18, "instructions:u@vpe15",
	  NO_VPE)
MALFORMED("0 cycles:u@vpe0", EINVAL, 1, 12, "cycles:u@vpe0", CORE_EVENT)
MALFORMED("0 cycles@tc0", EINVAL, 1, 10, "cycles@tc0", CORE_EVENT)
MALFORMED("0 relax-bubbles@tc0", EINVAL, 1, 17, "relax-bubbles@tc0", VPE_EVENT)

/* the count */
MALFORMED("0 0x28 0x10", EINVAL, 1, 8, "0x10", NO_COUNT)
MALFORMED("0 0x28 ten", EINVAL, 1, 8, "ten", NO_COUNT)
MALFORMED("0 0x28 1e6", EINVAL, 1, 8, "1e6", NO_COUNT)
MALFORMED("0 0x28 -", EINVAL, 1, 8, "-", NO_COUNT)
MALFORMED("0 0x28 -2", ERANGE, 1, 8, "-2", LARGE_COUNT)
MALFORMED("0 0x28 --1", EINVAL, 1, 8, "--1", NO_COUNT)
MALFORMED("0 0x28 -01", ERANGE, 1, 8, "-01", LARGE_COUNT)
MALFORMED("0 0x28 18446744073709551616", ERANGE, 1, 8, "18446744073709551616",
	  LARGE_COUNT)
MALFORMED("0 0x28 99999999999999999999999", ERANGE, 1, 8,
	  "99999999999999999999999", LARGE_COUNT)

/* words too many */
MALFORMED("0 0x28 0 0", EINVAL, 1, 10, "0", EXTRA_WORD)
MALFORMED("0 0x28 0 # comment", EINVAL, 1, 10, "#", EXTRA_WORD)
MALFORMED("\t0  0x28\t0   1 0x28 0", EINVAL, 1, 14, "1", EXTRA_WORD)
MALFORMED("0 0x28 0\r\n", EINVAL, 1, 8, "0?", NO_COUNT)

/* commands */
MALFORMED("suspend 4", EINVAL, 1, 9, "4", NO_COUNTER)
MALFORMED("suspend all", EINVAL, 1, 9, "all",
	  "expected a decimal counter number")
MALFORMED("resume 0 1 2 3 4", EINVAL, 1, 16, "4", NO_COUNTER)
MALFORMED("resume -1", EINVAL, 1, 8, "-1", "expected a decimal counter number")

/* a good line before or after is not taken either */
MALFORMED("0 0x28 7\n1 0x28 7\n2 0x28 7\n3 0x28 7\n4 0x28 7\n",
	  EINVAL, 5, 1, "4", NO_COUNTER)
MALFORMED("0 0x28 7\n\n# comment\n \t\n1 0x48 7x\n2 0x28 7\n",
	  EINVAL, 5, 8, "7x", NO_COUNT)
MALFORMED("suspend\n0 0x28 7\nresumed\n", EINVAL, 3, 1, "resumed", NO_INDEX)
MALFORMED("0 0x28 7\n  suspend 9\n", EINVAL, 2, 11, "9", NO_COUNTER)

#undef MALFORMED
#undef NO_COUNTER
#undef NO_INDEX
#undef NOT_ZERO
#undef LONG_WORD
#undef LARGE_COUNT
#undef NO_TC_NUMBER
#undef NO_CONTROL
#undef NO_MODE
#undef OTHER_MODE
#undef NO_TC
#undef NO_VPE
#undef NO_EVENT
#undef EVEN_EVENT
#undef ODD_EVENT
#undef NO_COUNT
#undef VPE_EVENT
#undef CORE_EVENT
#undef EXTRA_WORD
#undef OTHER_FILTER
#undef RESERVED
