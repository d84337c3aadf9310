/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What /proc/perf must refuse on a 34K with four counters: the text, the
 * errno, and where the error stands.  Whoever includes this has defined
 * MALFORMED(text, error, line, column, words).
 */

/* the counter's number */
MALFORMED("4 0x28 0", EINVAL, 1, 1, "4")
MALFORMED("16 0x28 0", EINVAL, 1, 1, "16")
MALFORMED("4294967296 0x28 0", EINVAL, 1, 1, "4294967296")
MALFORMED("18446744073709551616 0x28 0", ERANGE, 1, 1, "18446744073709551616")
MALFORMED("-1 0x28 0", EINVAL, 1, 1, "-1")
MALFORMED("+0 0x28 0", EINVAL, 1, 1, "+0")
MALFORMED("0x0 0x28 0", EINVAL, 1, 1, "0x0")
MALFORMED("a 0x28 0", EINVAL, 1, 1, "a")
MALFORMED("0, 0x28, 0", EINVAL, 1, 1, "0,")
MALFORMED("PerfCnt[0].Ctl : 0x80000028", EINVAL, 1, 1, "PerfCnt[0].Ctl")
MALFORMED("hello", EINVAL, 1, 1, "hello")
MALFORMED("\a\033[2J", EINVAL, 1, 1, "??[2J")
MALFORMED("//", EINVAL, 1, 1, "//")
MALFORMED("SUSPEND", EINVAL, 1, 1, "SUSPEND")
MALFORMED("suspended 0", EINVAL, 1, 1, "suspended")

/* the control word, in hexadecimal */
MALFORMED("0", EINVAL, 1, 2, "")
MALFORMED("0 ", EINVAL, 1, 3, "")
MALFORMED("0 0x 0", EINVAL, 1, 3, "0x")
MALFORMED("0 0x2g 0", EINVAL, 1, 3, "0x2g")
MALFORMED("0 -28 0", EINVAL, 1, 3, "-28")
MALFORMED("0 0x0x28 0", EINVAL, 1, 3, "0x0x28")
MALFORMED("0 0x100000028 0", ERANGE, 1, 3, "0x100000028")
MALFORMED("0 ffffffffffffffffffff 0", ERANGE, 1, 3, "ffffffffffffffffffff")
MALFORMED("0 0x40000028 0", EINVAL, 1, 3, "0x40000028")
MALFORMED("0 0x1028 0", EINVAL, 1, 3, "0x1028")
MALFORMED("0 0x2028 0", EINVAL, 1, 3, "0x2028")
MALFORMED("0 0x4028 0", EINVAL, 1, 3, "0x4028")
MALFORMED("0 0x8028 0", EINVAL, 1, 3, "0x8028")
MALFORMED("0 0x488 0", EINVAL, 1, 3, "0x488")
MALFORMED("1 0x488 0", EINVAL, 1, 3, "0x488")
MALFORMED("3 0x800002ff 0", EINVAL, 1, 3, "0x800002ff")
MALFORMED("0 0x368 0", EINVAL, 1, 3, "0x368")
MALFORMED("2 0xfe8 0", EINVAL, 1, 3, "0xfe8")
MALFORMED("1 0x708 0", EINVAL, 1, 3, "0x708")
MALFORMED("0 0x300028 0", EINVAL, 1, 3, "0x300028")
MALFORMED("0 0x100008 0", EINVAL, 1, 3, "0x100008")
MALFORMED("0 0x200008 0", EINVAL, 1, 3, "0x200008")
MALFORMED("0 0x2005e8 0", EINVAL, 1, 3, "0x2005e8")
MALFORMED("0 0x1f0028 0", EINVAL, 1, 3, "0x1f0028")
MALFORMED("0 0x3fe00028 0", EINVAL, 1, 3, "0x3fe00028")

/* the control word, as a name */
MALFORMED("0 instruction", EINVAL, 1, 3, "instruction")
MALFORMED("0 instructionss", EINVAL, 1, 3, "instructionss")
MALFORMED("0 Instructions", EINVAL, 1, 3, "Instructions")
MALFORMED("0 :u", EINVAL, 1, 3, ":u")
MALFORMED("0 @tc0", EINVAL, 1, 3, "@tc0")
MALFORMED("1 branches", EINVAL, 1, 3, "branches")
MALFORMED("2 stores:uk", EINVAL, 1, 3, "stores:uk")
MALFORMED("0 instructions:", EINVAL, 1, 16, "instructions:")
MALFORMED("0 instructions:@tc0", EINVAL, 1, 16, "instructions:@tc0")
MALFORMED("0 instructions:x", EINVAL, 1, 16, "instructions:x")
MALFORMED("0 instructions:ukx", EINVAL, 1, 18, "instructions:ukx")
MALFORMED("0 instructions:uu", EINVAL, 1, 17, "instructions:uu")
MALFORMED("0 instructions:u:k", EINVAL, 1, 17, "instructions:u:k")
MALFORMED("0 instructions@", EINVAL, 1, 16, "instructions@")
MALFORMED("0 instructions@tc", EINVAL, 1, 18, "instructions@tc")
MALFORMED("0 instructions@cpu0", EINVAL, 1, 16, "instructions@cpu0")
MALFORMED("0 instructions:u@tcx", EINVAL, 1, 20, "instructions:u@tcx")
MALFORMED("0 instructions:u@tc-1", EINVAL, 1, 20, "instructions:u@tc-1")
MALFORMED("0 instructions:u@tc0@vpe0", EINVAL, 1, 20, "instructions:u@tc0@vpe0")
MALFORMED("0 instructions:u@tc256", ERANGE, 1, 20, "instructions:u@tc256")
MALFORMED("0 instructions:u@vpe16", ERANGE, 1, 21, "instructions:u@vpe16")
MALFORMED("0 instructions:u@tc255", EINVAL, 1, 18, "instructions:u@tc255")
MALFORMED("0 instructions:u@vpe15", EINVAL, 1, 18, "instructions:u@vpe15")
MALFORMED("0 cycles:u@vpe0", EINVAL, 1, 12, "cycles:u@vpe0")
MALFORMED("0 cycles@tc0", EINVAL, 1, 10, "cycles@tc0")
MALFORMED("0 relax-bubbles@tc0", EINVAL, 1, 17, "relax-bubbles@tc0")

/* the count */
MALFORMED("0 0x28 0x10", EINVAL, 1, 8, "0x10")
MALFORMED("0 0x28 ten", EINVAL, 1, 8, "ten")
MALFORMED("0 0x28 1e6", EINVAL, 1, 8, "1e6")
MALFORMED("0 0x28 -", EINVAL, 1, 8, "-")
MALFORMED("0 0x28 -2", ERANGE, 1, 8, "-2")
MALFORMED("0 0x28 --1", EINVAL, 1, 8, "--1")
MALFORMED("0 0x28 -01", ERANGE, 1, 8, "-01")
MALFORMED("0 0x28 18446744073709551616", ERANGE, 1, 8, "18446744073709551616")
MALFORMED("0 0x28 99999999999999999999999", ERANGE, 1, 8,
	  "99999999999999999999999")

/* words too many */
MALFORMED("0 0x28 0 0", EINVAL, 1, 10, "0")
MALFORMED("0 0x28 0 # comment", EINVAL, 1, 10, "#")
MALFORMED("\t0  0x28\t0   1 0x28 0", EINVAL, 1, 14, "1")
MALFORMED("0 0x28 0\r\n", EINVAL, 1, 8, "0?")

/* commands */
MALFORMED("suspend 4", EINVAL, 1, 9, "4")
MALFORMED("suspend all", EINVAL, 1, 9, "all")
MALFORMED("resume 0 1 2 3 4", EINVAL, 1, 16, "4")
MALFORMED("resume -1", EINVAL, 1, 8, "-1")

/* a good line before or after is not taken either */
MALFORMED("0 0x28 7\n1 0x28 7\n2 0x28 7\n3 0x28 7\n4 0x28 7\n",
	  EINVAL, 5, 1, "4")
MALFORMED("0 0x28 7\n\n# comment\n \t\n1 0x48 7x\n2 0x28 7\n",
	  EINVAL, 5, 8, "7x")
MALFORMED("suspend\n0 0x28 7\nresumed\n", EINVAL, 3, 1, "resumed")
MALFORMED("0 0x28 7\n  suspend 9\n", EINVAL, 2, 11, "9")

#undef MALFORMED
