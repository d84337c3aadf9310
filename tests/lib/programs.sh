#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# The example programs, and one that was built with the installed package.
# shellcheck source=../selftests/check.sh
. ./check.sh

driver=$(cat /sys/module/perfcnt/parameters/pmu)

# A simulated machine counts nothing by itself.
if [ "$driver" = sim ]; then
	export PERFCNT_READ=device
fi

# instructions LEAST MOST COMMAND...: it prints how many it has counted, twice the same.
instructions()
{
	least=$1
	most=$2
	shift 2
	first=$("$@") && second=$("$@") || return
	echo "$first, $second"
	[ "$first" = "$second" ] && [ "${first#* }" = instructions ] || return
	[ "$driver" != sim ] || least=0
	[ "${first% *}" -ge "$least" ] && [ "${first% *}" -le "$most" ]
}

# some_instructions COMMAND...: what starts another program varies by some of them.
some_instructions()
{
	said=$("$@") || return
	echo "$said"
	[ "${said#* }" = instructions ] &&
		{ [ "$driver" = sim ] || [ "${said% *}" -ge 1000 ]; }
}

# The shell and what it has started.
threads_have_rows()
{
	./threads sh -c 'true | true' >threads.out && cat threads.out &&
	awk -v sim="$driver" '
		$1 != "sh" && $1 != "true" || $4 != "instructions" { exit 1 }
		sim != "sim" && $3 < 100 { exit 1 }
		END { if (NR < 2) exit 1 }' threads.out
}

# More of them than there are counters: most have had a slice. Where nothing happens by itself no
# slice differs, and no error is known.
many_are_estimated()
{
	./many instructions:u cycles:u instructions:uk cycles:uk instructions:k cycles:k \
		>many.out && cat many.out &&
	awk -v driver="$driver" '/ had too few slices$/ { next }
		$2 !~ /^[0-9]+$/ || $3 !~ /^[+]-[0-9]/ { exit 1 }
		{ counted++ }
		END { if (NR != 6 || (driver == "sim") != !counted) exit 1 }' many.out
}

# A machine may take no samples.
sample_prints_places()
{
	# shellcheck disable=SC2016 # the command expands it
	./sample sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done' >sample.out 2>&1 ||
		{ cat sample.out; ! grep -v '^sample: ' sample.out; return; }
	head -n 5 sample.out
	[ "$driver" = sim ] || [ -s sample.out ] && ! grep -qv '^[0-9]* 0x[0-9a-f]*$' sample.out
}

# Only if somebody asks.
regions_are_recorded()
{
	./regions && ! ls regions.*.regions 2>/dev/null &&
		PERFCNT_REGIONS_DIR=. ./regions && ls regions.*.regions
}

# By its name, and not by that of the module, which is there.
misspelt_event_is_said()
{
	pc_regions -e no-such-event:u -- ./regions 2>said
	[ $? -eq 125 ] && cat said && grep -q "'no-such-event:u': no such event" said || return
	rm -f regions.*.regions
	PERFCNT_REGIONS_DIR=. PERFCNT_REGIONS_EVENTS=no-such-event:u ./regions &&
		pc_regions regions.*.regions >table || return
	cat table
	grep -q 'could not be counted: .*no-such-event' table && ! grep -q loaded table
}

# example_says_so EXAMPLE: in a sentence, that it needs the module.
example_says_so()
{
	PERFCNT_READ=device "./$1" true >said 2>&1 && return 1
	cat said
	[ "$(wc -l <said)" -eq 1 ] && grep -q "^$1: .*/dev/perfcnt: $no_module$" said
}

# Where nothing can be counted each says so.
examples_say_so()
{
	for example in self part threads many sample; do
		echo "$example"
		example_says_so "$example" || return
	done
}

# A command is counted by perf, also where the module's counters were a simulation's.
child_counts_without_module()
{
	said=$(./child true)
	status=$?
	echo "$said"
	[ "$status" -eq 0 ] && [ "${said#* }" = instructions ] && [ "${said% *}" -ge 1000 ]
}

# package EXAMPLE: what it prints.
package()
{
	LD_LIBRARY_PATH=. "./package-$1"
}

# The most that the 20000 iterations of its work() and two readings can be.
most=200000

package_runs()
{
	number=$(package manual)
	echo "$number"
	[ "$number" ] && [ "$number" -le "$most" ] &&
	{ [ "$driver" = sim ] || [ "$number" -ge 40000 ]; }
}

no_module='No such file or directory; is the perfcnt module loaded?'

# says_so EXAMPLE: without the module, in a sentence.
says_so()
{
	PERFCNT_READ=device package "$1" >said 2>&1
	status=$?
	cat said
	[ $status -eq 1 ] && grep "/dev/perfcnt: $no_module$" said
}

# beside COMMAND...: while a program of the same priority is busy on every CPU.
beside()
{
	pids=
	for _ in $(seq "$(grep -c ^processor /proc/cpuinfo)"); do
		while :; do :; done &
		pids="$pids $!"
	done
	"$@"
	status=$?
	# shellcheck disable=SC2086 # one by one
	kill $pids
	# shellcheck disable=SC2086
	wait $pids 2>/dev/null
	return "$status"
}

# counts_itself EXAMPLE: beside another program it says what it has said alone.
counts_itself()
{
	for _ in 1 2 3; do
		number=$(package "$1") || return
		echo "alone $alone, $number beside another"
		[ $((number * 100)) -le $((alone * 101)) ] &&
			[ $((number * 101)) -ge $((alone * 100)) ] || return
	done
}

# What counts all programs counts the other one, too, which is busy on every CPU.
counts_all()
{
	number=$(./everything) || return
	echo "alone $all, $number beside another"
	[ "$number" -ge $((all + all / 4)) ]
}

# teja_counts PROGRAM EVENTS: each packet of the Netra DPS manual's example takes the same
# instructions, also while it is dumped now and then; the first has to bind functions.
teja_counts()
{
	PERFCNT_REGIONS_EVENTS=$2 "./$1" 2>teja.out
	head -n 8 teja.out
	[ "$(grep -c START teja.out)" -eq 10 ] || return
	first=''
	before=''
	step=''
	for value in $(sed -n '/^[0-9a-f]*,[0-9a-f]*,2,/p' teja.out | head -n 60 |
			cut -d , -f 7); do
		value=$((0x$value))
		if [ "$step" ] && [ $((value - before)) -ne "$step" ]; then
			echo "$value - $before is not $step"
			return 1
		fi
		[ ! "$first" ] || step=$((value - before))
		first=$before
		before=$value
	done
	echo "each packet: $step"
	if [ "$driver" = sim ]; then
		[ "$step" -eq 0 ]
	else
		[ "$step" -ge 200 ] && [ "$step" -le 5000 ]
	fi
}

# teja_starts PROGRAM TYPES: with the events that the program itself asks for, of which
# a 34K has all.
teja_starts()
{
	"./$1" 2>teja.out
	head -n 4 teja.out
	grep -q "^[0-9a-f]*,[0-9a-f]*,1,.*,1,$2\$" teja.out &&
		[ "$(grep -c '^[0-9a-f]*,[0-9a-f]*,2,.*,0,64$' teja.out)" -ge 10 ]
}

makes_every_call()
{
	LD_LIBRARY_PATH=. "./$1"
}

# Python's loop of 100,000 turns.
python_counts()
{
	said=$(LD_LIBRARY_PATH=. python3.11 "$@") || return
	echo "$said"
	[ "${said#* }" = instructions ] &&
		{ [ "$driver" = sim ] || [ "${said% *}" -ge 100000 ]; }
}

# What a PMU has is another matter.
if [ "$driver" != perf ]; then
	check "a C program makes every call" makes_every_call every_call
fi
# where the tests have a compiler for it, and Python is small
if [ "$(uname -m)" = x86_64 ]; then
	check "a C++17 program makes every call" makes_every_call every_call_cxx
	check "the Python example counts a part" python_counts part.py
	check "the Python example counts a program" python_counts self.py
fi
check "part: is exact" instructions 2000 5000 ./part
check "self: counts itself and a command" some_instructions ./self true
check "child: counts a command" some_instructions ./child true
check "threads: each has a row" threads_have_rows
check "many: events are multiplexed" many_are_estimated
check "sample: prints places" sample_prints_places
check "regions: are recorded if that is asked for" regions_are_recorded
! command -v pc_regions >/dev/null ||
	check "regions: an event that is misspelt is said" misspelt_event_is_said
for program in teja_t1 teja_t2; do
	check "$program: each packet takes the same instructions" \
		teja_counts "$program" instructions:u
done
if [ "$driver" = mips ]; then
	check "teja_t1: counts its own events" teja_starts teja_t1 100,4
	check "teja_t2: counts its own events" teja_starts teja_t2 23,13
fi
check "a program that was built with the package runs" package_runs
alone=$(package manual)
for example in manual header; do
	check "the example of the $example counts itself alone, beside a busy program" \
		beside counts_itself "$example"
done
if [ "$driver" != sim ]; then
	all=$(./everything)
	check "a program that counts all programs counts the busy one" \
		beside counts_all
fi
unload
for example in manual header; do
	check "the example of the $example says that there is no module" says_so "$example"
done
check "so do all examples" examples_say_so
check "but child: perf counts a command" child_counts_without_module
finish
