#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# A CPU that has no time for softirqs while a register goes all the way round: who
# looks for its wrap may not wait for one.
# shellcheck source=check.sh
. ./check.sh

grep -q 'MIPS 34K' /proc/cpuinfo || skip 'this is no 34K'
[ -e preload.ko ] || skip 'there is no preload.ko'
[ -e intruder.ko ] || skip 'there is no intruder.ko'
[ -e /sys/module/perfcnt ] || skip 'the module is not loaded'

lap=4294967296

count()
{
	sed -n 's/^PerfCnt\[0\].Cnt : //p' /proc/perf
}

# The interrupt at half full comes at once, and then nobody reads. 14 s are more than
# a lap of cycles, and less than what the kernel calls a stall.
all_laps_are_counted()
{
	preload 0 7fffff00 && echo '0 0x8000001f 0' >/proc/perf || return
	before=$(cut -d ' ' -f 1 /proc/uptime)
	insmod intruder.ko late=14 && rmmod intruder || return
	after=$(count)
	echo "$after cycles; uptime was $before, is $(cut -d ' ' -f 1 /proc/uptime)"
	[ "$after" -gt "$lap" ] && [ "$after" -lt $((2 * lap)) ]
}

check "no lap is lost while softirqs wait" all_laps_are_counted
check "nothing is left behind" eval 'echo "0 0 0" >/proc/perf'
finish
