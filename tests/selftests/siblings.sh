#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2016,SC2317 # sh expands; the functions are called by check
# Cores of two CPUs each, of which the kernel sees one at a time: is it the same core?
# shellcheck source=check.sh
. ./check.sh

cpus=/sys/devices/system/cpu
[ "$(cat $cpus/cpu2/topology/thread_siblings_list 2>/dev/null)" = 2-3 ] ||
	skip 'CPU 2 and CPU 3 are no core'

# online CPU 0|1
online()
{
	echo "$2" >"$cpus/cpu$1/online"
}

# counts FILTER CPU: what happens on this CPU is counted, more than 1000000 instructions.
counts()
{
	local count

	echo "0 instructions:u@$1 0" >/proc/perf || return
	busybox taskset "$((1 << $2))" sh -c \
		'i=0; while [ "$i" -lt 20000 ]; do i=$((i + 1)); done' || return
	count=$(sed -n 's/^PerfCnt\[0\].Cnt : //p' /proc/perf)
	echo "0 0 0" >/proc/perf
	echo "$count instructions"
	[ "$count" -gt 1000000 ]
}

no_third_core()
{
	! echo '0 instructions:u@vpe2 0' >/proc/perf &&
		grep 'vpe' /sys/module/perfcnt/last_error
}

unload
check "one of the second core is offline" online 3 0
check "the module is loaded" load_perfcnt pmu=perf
check "its sibling is the second core" counts vpe1 2
check "which goes" online 2 0
check "the other one comes" online 3 1
check "and is no third core" no_third_core
check "but the second" counts vpe1 3
check "both are there" online 2 1
check "one is of that core" counts vpe1 2
check "and so is the other" counts vpe1 3
finish
