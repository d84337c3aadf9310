#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# A 34K whose control registers lack bits: S, and TCID beyond TC 7. What was written
# there is not what is read, and that is nobody else's doing.
# shellcheck source=check.sh
. ./check.sh

grep -q 'MIPS 34K' /proc/cpuinfo || skip 'this is no 34K'
[ -e preload.ko ] || skip 'there is no preload.ko'
[ -e /sys/module/perfcnt ] || skip 'the module is not loaded'

count()
{
	sed -n 's/^PerfCnt\[0\].Cnt : //p' /proc/perf
}

# counts WORD: and goes on, reading after reading.
counts()
{
	echo "0 $1 0" >/proc/perf || return
	first=$(count)
	second=$(count)
	echo "$first $second"
	[ "$first" -gt 0 ] && [ "$second" -gt "$first" ]
}

shows()
{
	grep "^PerfCnt\[0\].Ctl : $1\$" /proc/perf
}

# passes_half: the interrupt masks IE, which is a write, too. The module looks on the way, or
# the register would have gone too far: what is set again with its count is a look.
passes_half()
{
	for at in 20000000 40000000 60000000 7fffff00; do
		preload 0 "$at" && echo '0 0x8000002f' >/proc/perf || return
	done
	sleep 0.2
	first=$(count)
	echo "$first"
	[ "$first" -gt 0 ]
}

check "instructions in all modes, S among them" counts 0x2f
check "are shown as they were set" shows 0x8000002f
check "also past half full" passes_half
check "TC 0 alone, in all modes" counts 0x0020002f
check "is shown as it was set" shows 0x8020002f
check "nothing is left behind" eval 'echo "0 0 0" >/proc/perf'
finish
