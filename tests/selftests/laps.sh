#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# A register that goes round three times while nobody reads it. Without the interrupt
# the timer alone looks.
# shellcheck source=check.sh
. ./check.sh

grep -q 'MIPS 34K' /proc/cpuinfo || skip 'this is no 34K'
[ -e /sys/module/perfcnt ] || skip 'the module is not loaded'

half=2147483648

count()
{
	sed -n 's/^PerfCnt\[0\].Cnt : //p' /proc/perf
}

# In hundredths.
uptime()
{
	sed 's/ .*//; s/\.//' /proc/uptime
}

# How many cycles a hundredth of a second has, and then three laps and a half: one that is
# lost is no error of measuring.
laps()
{
	echo '0 0x8000001f 0' >/proc/perf || return
	began=$(uptime)
	sleep 5
	rate=$(($(count) / ($(uptime) - began)))
	[ "$rate" -gt 0 ] && echo '0 0x8000001f 0' >/proc/perf || return
	began=$(uptime)
	sleep $((7 * half / rate / 100))
	cycles=$(count)
	want=$((($(uptime) - began) * rate))
	echo "$cycles cycles, about $want were to be expected"
	[ $((cycles - want)) -lt "$half" ] && [ $((want - cycles)) -lt "$half" ]
}

check "no lap is lost" laps
check "nothing is left behind" eval 'echo "0 0 0" >/proc/perf'
finish
