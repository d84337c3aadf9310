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

# loop: a shell that does nothing else, $busy, and it does so when a second is over.
loop()
{
	sh -c 'while :; do :; done' & busy=$!
	sleep 1
}

# Each sample of that shell is in a file that it has mapped since before, and by number it has at
# least half of the events: it has a VPE all the time, and all others have no more than the other.
has_its_samples()
{
	awk -v pid="$busy" 'FNR == NR { mapped[$1]; next }
		$1 == "module" { path[modules++] = $3 }
		$1 == "sample" { events = $5 * (1 + $11); sum += events }
		$1 == "sample" && $6 == pid && !(path[$3] in mapped) { print path[$3]; others++ }
		$1 == "sample" && $6 == pid { own += events }
		END { print own " of " sum; exit !(own && !others && 2 * own >= sum) }' mapped saved
}

samples_the_machine()
{
	loop
	pc_profile --machine -s 200003,0,instructions:u -f csv -o rows --save saved sleep 3
	status=$?
	awk '$6 ~ "^/" { print $6 }' /proc/$busy/maps >mapped
	kill $busy
	[ $status = 0 ] && has_its_samples && grep -x 'lost 0 0 0 0 0' saved
}

# What the VPEs count together has happened on either.
refuses_what_vpes_share()
{
	says 125 'pc_profile: cannot sample cycles:u on all CPUs: VPEs count it together, so that nobody knows which one it was' \
		pc_profile --machine -s 200003,0,cycles:u true
}

samples_a_process()
{
	loop
	other=$busy
	loop
	pc_profile --pid $busy -s 200003,0,instructions:u -f csv -o rows --save saved sleep 3 2>said
	status=$?
	awk '$6 ~ "^/" { print $6 }' /proc/$busy/maps >mapped
	kill $busy $other
	cat said
	[ $status = 0 ] && grep "counts are missing: $no_perf: a process alone is not counted" said &&
		has_its_samples && [ "$(awk '$1 == "sample" { print $6 }' saved | sort -u)" = $busy ] &&
		[ "$(awk '$1 == "total" { print $3 }' saved)" = "$(awk '
			$1 == "sample" { sum += $5 * (1 + $11) } END { print sum }' saved)" ]
}

check "sleep sleeps" sleeps
check "the whole machine is counted while a command waits" counts_while_it_waits
check "pc_sweep follows no command, and says what counts" \
	says 125 "pc_sweep: $no_perf: counters cannot follow a task; $instead" pc_sweep true
check "neither does pc_profile" \
	says 125 "pc_profile: $no_perf: no command can be sampled; use --machine, or --pid" \
	pc_profile true
check "it samples the machine" samples_the_machine
check "but nothing that its VPEs count together" refuses_what_vpes_share
check "and a process, of which there is no count" samples_a_process
check "--check cannot tell" says 125 \
	"not checked: $no_perf: counters cannot follow a task; $instead" pc_sweep --check
check "and --report has the rest" reports
check "an event that the machine lacks is in the list" \
	says 125 'pc_sweep: no events left to count; see pc_sweep --list' \
	pc_sweep --machine -e cache-misses true
finish
