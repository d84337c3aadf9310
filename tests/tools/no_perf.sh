#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# The tools inside a 34K whose kernel has no perf. Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh

# now: hundredths of a second since boot
now()
{
	tr -d . </proc/uptime | cut -d ' ' -f 1
}

# Both times are cut off to hundredths: a second is 0.99 of theirs at least.
sleeps()
{
	before=$(now)
	sleep 1 || return
	after=$(now)
	echo "from $before to $after"
	[ $((after - before)) -ge 99 ]
}

# counted COMMAND...: the instructions of the whole machine while it runs
counted()
{
	pc_sweep --machine -uk -e instructions -f csv -o counts "$@" || return
	awk -F , '$4 == "instructions" { print $8 }' counts
}

# Linux has a tick 250 times a second, and each takes 100 instructions and more.
counts_while_it_waits()
{
	nothing=$(counted true) && second=$(counted sleep 1) || return
	echo "true: $nothing, sleep 1: $second"
	[ "$nothing" -gt 0 ] && [ $((second - nothing)) -gt 25000 ]
}

check "sleep sleeps" sleeps
check "the whole machine is counted while a command waits" counts_while_it_waits
finish
