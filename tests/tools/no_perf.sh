#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# The tools inside a 34K whose kernel has no perf. Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh

no_perf='this kernel is built without CONFIG_PERF_EVENTS'
instead='pc_sweep --machine counts the whole machine'

# says STATUS WORDS COMMAND...: it ends so, and these are a whole line of what it prints.
says()
{
	expected=$1
	words=$2
	shift 2
	status=0
	"$@" >said 2>&1 || status=$?
	cat said
	[ "$status" = "$expected" ] && grep -qxF -- "$words" said
}

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

# Linux has a tick 200 times a second or more, and each takes more than 125 instructions.
counts_while_it_waits()
{
	nothing=$(counted true) && second=$(counted sleep 1) || return
	echo "true: $nothing, sleep 1: $second"
	[ "$nothing" -gt 0 ] && [ $((second - nothing)) -gt 25000 ]
}

# report_row WHAT WORDS: a row of the table.
report_row()
{
	grep -q "^| $1 |.* | | $2 |\$" said
}

# What it is that does not count, nevertheless; and no row is empty.
reports()
{
	says 125 "not checked: $no_perf: counters cannot follow a task; $instead" \
		pc_sweep --check --report &&
	grep -q '^- processor: MIPS 34K' said && grep -q "^- system: $(uname -srm)\$" said &&
	grep -q '^- counters: 4, ' said || return
	for row in instructions:u branches:u cycles:u 'instructions:u, each counter in turn' \
		'instructions:u, counters at the same time'; do
		report_row "$row" "not checked: $no_perf: .*" || return
	done
}

check "sleep sleeps" sleeps
check "the whole machine is counted while a command waits" counts_while_it_waits
check "pc_sweep follows no command, and says what counts" \
	says 125 "pc_sweep: $no_perf: counters cannot follow a task; $instead" pc_sweep true
check "neither does pc_profile" \
	says 125 "pc_profile: $no_perf: nothing can be sampled; $instead" pc_profile true
check "--check cannot tell" says 125 \
	"not checked: $no_perf: counters cannot follow a task; $instead" pc_sweep --check
check "and --report has the rest" reports
check "an event that the machine lacks is in the list" \
	says 125 'pc_sweep: no events left to count; see pc_sweep --list' \
	pc_sweep --machine -e cache-misses true
finish
