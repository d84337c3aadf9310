#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# perf stat and perfcnt count the same program at the same time.
# shellcheck source=check.sh
. ./check.sh

command -v perf >/dev/null || skip 'perf is not here'

# many, beside which what perf's own work differs by is little
iterations=10000000
instructions=$((2 * iterations))

# What perf stat counted of a program of so many iterations.
perf_counts()
{
	taskset 1 perf stat -x , -o /tmp/stat -e instructions:u ./spin "$1" &&
	sed -n 's/^\([0-9]*\),.*instructions:u.*/\1/p' /tmp/stat
}

# What perfcnt counted at that time, on the program's CPU.
ours()
{
	sed -n 's/^PerfCnt\[0\].Cnt : //p' /proc/perf
}

# The program with N iterations: sets perf and ours.
measure()
{
	echo '0 instructions:u@tc0 0' >/proc/perf
	perf=$(perf_counts "$1")
	ours=$(ours)
	echo '0 0 0' >/proc/perf
}

perf_is_exact()
{
	echo "$perf1, $perf2" && [ $((perf2 - perf1)) -eq "$instructions" ]
}

# perf's own work is in it, and it is nearly the same every time.
ours_is_right()
{
	echo "$ours1, $ours2"
	[ "$ours1" -ge "$perf1" ] &&
	[ $((ours2 - ours1)) -ge $((instructions * 9 / 10)) ] &&
	[ $((ours2 - ours1)) -le $((instructions * 11 / 10)) ]
}

at_one_place measure $iterations
at_one_place measure $iterations
perf1=$perf ours1=$ours
at_one_place measure $((2 * iterations))
perf2=$perf ours2=$ours
check "perf stat counts $instructions instructions more, beside perfcnt" \
	perf_is_exact
check "perfcnt counts them too, and perf's own beside them" ours_is_right
finish
