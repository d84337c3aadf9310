#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# The example programs, and one that was built with the installed package.
# shellcheck source=../selftests/check.sh
. ./check.sh

driver=$(cat /sys/module/perfcnt/parameters/pmu)

# What region counts of so many iterations.
region()
{
	./region "$1" | sed -n "s/^$1 iterations: \([0-9]*\) instructions\$/\1/p"
}

# A simulated machine counts nothing by itself.
region_is_exact()
{
	first=$(region 1000)
	second=$(region 2000)
	third=$(region 3000)
	echo "$first, $second, $third"
	if [ "$driver" = sim ]; then
		[ "$first$second$third" = 000 ]
	else
		[ $((second - first)) -ge 2000 ] &&
		[ $((second - first)) -eq $((third - second)) ]
	fi
}

region_leaves_itself_out()
{
	[ "$(./region | head -n 1)" = "nothing: 0 instructions" ]
}

# Every thread has counted, and thread N what N + 1 times the iterations are.
threads_count_their_own()
{
	./threads 1000 >threads.out && cat threads.out &&
	awk -v sim="$driver" '
		$2 != NR - 1 ":" || $3 != NR * 1000 { exit 1 }
		sim == "sim" && $5 != 0 { exit 1 }
		sim != "sim" && ($5 < 2 * $3 || $5 > 4 * $3) { exit 1 }
		END { if (!NR) exit 1 }' threads.out
}

# The table has a row a counter, and names what a counter counts.
watch_shows_all()
{
	echo '1 instructions:uk 5' >/proc/perf &&
	./watch 1 | cat >watch.out && cat watch.out &&
	[ $(($(wc -l <watch.out) - 1)) -eq "$(grep -c "Cnt :" /proc/perf)" ] &&
	awk -v sim="$driver" '
		$1 == 1 { found = 1 }
		$1 == 1 && ($2 != "instructions" || $3 !~ /^u.k.$/) { exit 1 }
		$1 == 1 && sim != "sim" && ($4 <= 5 || $5 <= 0) { exit 1 }
		$1 == 1 && sim == "sim" && ($4 != 5 || $5 != 0) { exit 1 }
		END { if (!found) exit 1 }' watch.out
}

# Who has a counter is shown beside it.
watch_shows_owners()
{
	./threads 2000000000 >/dev/null &
	pid=$!
	./watch 1 | cat >watch.out
	kill "$pid"
	cat watch.out
	awk -v pid="$pid" '$1 == 0 && $6 == pid { found = 1 }
		END { exit !found }' watch.out
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

# says_so EXAMPLE: without the module, in a sentence.
says_so()
{
	package "$1" >said 2>&1
	status=$?
	cat said
	[ $status -eq 1 ] && grep '/dev/perfcnt: No such file or directory$' said
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

# Every call, and the last of them about the highest counter.
makes_every_call()
{
	LD_LIBRARY_PATH=. "./$1" >calls.out && cat calls.out &&
	grep "^counter 3: [0-9]*$" calls.out
}

# The simulated machine counts what it is told to.
python_counts()
{
	LD_LIBRARY_PATH=. PYTHONDONTWRITEBYTECODE=1 python3.11 regions.py
}

# Python's loop of 100,000 turns, on a CPU that is the thread's own: an event of all CPUs
# would make a reading wait for the others, and the kernel's watchdog has a thread of more
# than real-time priority, which runs every 4 s.
python_example()
{
	watchdog=/proc/sys/kernel/soft_watchdog
	echo 0 >$watchdog
	LD_LIBRARY_PATH=. python3.11 region.py instructions:u@self branches:u@self \
		>python.out
	status=$?
	echo 1 >$watchdog
	cat python.out
	[ "$status" -eq 0 ] || return
	awk -v sim="$driver" '
		$1 != (NR == 1 ? "instructions" : "branches") ":u@self:" { exit 1 }
		sim == "sim" ? $2 != 0 : $2 < 100000 { exit 1 }
		END { if (NR != 2) exit 1 }' python.out
}

# What a PMU has is another matter.
if [ "$driver" != perf ]; then
	check "a C program makes every call" makes_every_call every_call
fi
# where the tests have a compiler for it, and Python is small
if [ "$(uname -m)" = x86_64 ]; then
	check "a C++17 program makes every call" makes_every_call every_call_cxx
	[ "$driver" != sim ] ||
		check "a Python program counts its regions" python_counts
	check "the Python example prints what it counts" python_example
fi
check "region: leaves its own readings out" region_leaves_itself_out
check "region: is exact" region_is_exact
check "threads: each counts its own" threads_count_their_own
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
for example in manual header readme; do
	check "the example of the $example counts itself alone, beside a busy program" \
		beside counts_itself "$example"
done
if [ "$driver" != sim ]; then
	all=$(./everything)
	check "a program that counts all programs counts the busy one" \
		beside counts_all
fi
check "watch: shows all counters" watch_shows_all
echo '1 0 0' >/proc/perf
check "watch: shows who has a counter" watch_shows_owners
echo '1 0 0' >/proc/perf
unload
for example in manual header readme; do
	check "the example of the $example says that there is no module" says_so "$example"
done
finish
