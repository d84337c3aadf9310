#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2016,SC2317 # for other shells; called by check
# perfex.sh MACHINE: perfex inside a machine. Prints TAP, and behind it what
# tests/tools/sweep looks at on the host.
# shellcheck source=../selftests/check.sh
. ./check.sh
# shellcheck source=sweep_says.sh
. ./sweep_says.sh
here=$PWD
cd "$(mktemp -d)" || exit
machine=$1
event=instructions
# a PC without a PMU has the kernel's own events
if [ "$(uname -m)" = x86_64 ] && [ ! -e /sys/bus/event_source/devices/cpu ]; then
	event=page-faults
fi

# count COMMAND...: what the event comes to.
count()
{
	perfex -e "$event:u" -e "$event:uk" -o counts "$@" || return
	awk -v name="$event:u" '$1 ~ "^" name "[.]" { print $2 }' counts
}

# Another program on the same CPUs changes nothing of what a program executes. The first
# time its file may not be in memory yet.
counts_its_own()
{
	local alone beside other

	/bin/busybox true
	alone=$(count /bin/busybox true) || return
	spin 4000000000 & other=$!
	beside=$(count /bin/busybox true)
	kill "$other"
	echo "alone $alone beside $beside"
	[ "$alone" -gt 0 ] && [ "$alone" = "$beside" ]
}

# Of a shell and of what it starts, one after the other and in the background.
counts_descendants()
{
	local one two

	one=$(count sh -c '/bin/busybox true; :') &&
		two=$(count sh -c '/bin/busybox true; (/bin/busybox true & wait); :')
	echo "one $one two $two"
	[ "$two" -gt "$one" ]
}

threads_add_up()
{
	perfex -mp -e "$event:u" -e "$event:k" -o threads sh -c '/bin/busybox true; /bin/busybox true; :'
	cat threads
	awk -v name="$event:u" '
		/^Counts of thread/ { threads++ }
		/^Counts of all/ { all = $4; total = 1 }
		$1 ~ "^" name "[.]" { if (total) sum -= $2; else sum += $2 }
		END { exit !(threads == 3 && all == 3 && !sum && total) }' threads
}

# A process that runs already, which perfex has not started: its thread is counted while
# COMMAND runs, COMMAND is not; a signal ends the wait for a process, and all is shown.
counts_a_process()
{
	local busy perfex

	spin 4000000000 & busy=$!
	perfex -mp -e "$event:u" -e "$event:uk" --pid "$busy" -o threads sh -c 'usleep 300000; :'
	rm -f counts
	perfex -e "$event:u" -e "$event:uk" --pid "$busy" --format json -o counts & perfex=$!
	while [ ! -e counts ]; do usleep 10000; done
	usleep 300000
	kill -TERM "$perfex"
	wait "$perfex"
	status=$?
	kill "$busy"
	cat threads counts
	[ "$status" = 0 ] && grep -q "^Counts of thread $busy (spin), still running$" threads &&
		grep -q '^Counts of all 1 threads$' threads &&
		[ "$(grep -c "^ *$event:u[.]* *[0-9]" threads)" = 2 ] &&
		grep -q "\"command\":\[\],\"pid\":$busy," counts &&
		grep -q '"partial":null' counts || return
	[ "$event" = page-faults ] || grep -q "^ *$event:u[.]* *[1-9]" threads
}

# What was measured before the process ended is shown, and that it is less than was asked for.
counts_fewer_runs()
{
	local busy status=0

	spin 4000000000 & busy=$!
	rm -f second
	perfex -mp -e "$event:u" -e "$event:uk" --pid "$busy" --repeat 5 -o runs \
		sh -c "if [ -e second ]; then kill $busy; fi; echo >second; usleep 100000" 2>err ||
		status=$?
	cat runs err
	[ "$status" = 125 ] && grep -q '^medians of 2 runs' runs &&
		grep -q "^Counts of thread $busy (spin)" runs &&
		grep -q "^partial: run 3: pid $busy: no such " runs
}

# What it starts is counted, too, and the end of a process is the end of the counts.
counts_to_the_end()
{
	local one perfex

	mkfifo begin
	sh -c 'read -r line <begin; spin 1000000; :' & one=$!
	perfex -mp -e "$event:u" -e "$event:uk" --pid "$one" -o threads 2>err & perfex=$!
	while [ ! -e threads ]; do usleep 10000; done
	usleep 200000
	echo now >begin
	wait "$perfex" || return
	cat threads err
	[ ! -s err ] && grep -q '^Counts of all 2 threads$' threads &&
		grep -q '^Counts of thread [0-9]* (spin)' threads &&
		grep -q "^Counts of thread $one (sh)$" threads
}

# Nothing is counted before SIGUSR1.
signals_control()
{
	local none some pid

	perfex -s -e "$event:u" -e "$event:k" -o counts /bin/busybox true 2>err ||
		return
	none=$(awk '$1 ~ /:u[.]/ { print $2 }' counts)
	perfex -s -e "$event:u" -e "$event:k" -o counts \
		sh -c 'spin 4000000000 & sleep 2; kill $!' 2>err & pid=$!
	while ! grep -q "^perfex: pid $pid$" err; do usleep 10000; done
	usleep 100000
	kill -USR1 "$pid"
	usleep 200000
	kill -USR2 "$pid"
	wait "$pid" || return
	some=$(awk '$1 ~ /:u[.]/ { print $2 }' counts)
	echo "none $none some $some"
	[ "$none" = 0 ] && { [ "$event" = page-faults ] || [ "$some" -gt 0 ]; }
}

# fails STATUS WORDS COMMAND...
fails()
{
	local wanted="$1" words="$2" status=0

	shift 2
	"$@" 2>err || status=$?
	cat err
	[ "$status" = "$wanted" ] && grep -qF -- "$words" err
}

# Counts of what the kernel lets nobody count are not 0 without a word.
left_at_execve()
{
	cp "$(command -v pc_parse)" counted && cp counted left && chgrp 1 left &&
		chmod 2755 left &&
		perfex -e "$event:u" -e "$event:k" ./counted --version 2>said &&
		! grep 'left at execve' said &&
		fails 125 'partial: left at execve: a set-user-ID or set-group-ID program' \
			perfex -e "$event:u" -e "$event:k" ./left --version &&
		fails 125 'partial: left at execve' perfex -mp -e "$event:u" \
			-e "$event:k" --repeat 2 sh -c './left --version; true' &&
		perfex --machine -e "$event:u" -e "$event:k" ./left --version 2>said &&
		! grep 'left at execve' said
}

statuses()
{
	fails 3 '' perfex -e "$event:u" -e "$event:k" sh -c 'exit 3' &&
		grep -q "^   $event:u[.]* *[0-9]*$" err &&
		fails 139 'partial: sh was killed by signal 11' \
			perfex -e "$event:u" -e "$event:k" sh -c 'kill -SEGV $$' &&
		fails 127 'nothing: No such file' perfex nothing
}

streams_are_the_commands()
{
	echo hello >input
	perfex -e "$event:u" -e "$event:k" -o counts sh -c 'cat; echo error >&2' \
		<input >output 2>error
	cat output error
	[ "$(cat output)" = hello ] && [ "$(cat error)" = error ] &&
		grep -q "$event:u" counts
}

# A result that cannot be written stops all before the command begins.
result_comes_first()
{
	echo old >counts
	perfex -e "$event:u" -e "$event:k" -o counts sh -c '[ ! -s counts ]' &&
		grep -q "$event:u" counts &&
		fails 125 '/nothing/counts' perfex -e "$event:u" -e "$event:k" \
			-o /nothing/counts touch ran &&
		[ ! -e ran ]
}

repeats()
{
	perfex -e "$event:u" -e "$event:k" --repeat 3 --format json -o repeated \
		/bin/busybox true || return
	cat repeated
	grep -q '"repeats":3' repeated
}

# The whole machine has at least what the command has.
whole_machine()
{
	local own all

	own=$(count /bin/busybox true) && all=$(count --machine /bin/busybox true)
	cat counts
	echo "own $own all $all"
	grep -q 'whole machine' counts && [ "$all" -ge "$own" ]
}

costs()
{
	printf '%s 2 1 3 nsec\n' "$event" 0 15 >costs
	perfex -y -c costs --mhz 100 -e "$event:u" -e "$event:k" -o times sh -c : || return
	cat times
	grep -q '^Based on 100 MHz$' times && ! grep '^Statistics$' times &&
		grep -qE "^   $event:u[.]+ +[0-9]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$" times &&
		grep -q ', threads 1$' times
}

# What is counted in the tree of a program that does as it is told (perfex_tree.c):
# threads, or between signals.
in_a_tree()
{
	"$here/perfex_tree" "$1"
}

# The lines of a cost table for some events.
costs_of()
{
	awk -v events="$1" 'BEGIN { split(events, all); for (i in all) wanted[all[i]] }
		$1 in wanted { print $1, $2 + 0, $3 + 0, $4 + 0, $5 }'
}

# What -c says counts more than what the machine's table says.
tables()
{
	printf '26 3 2 4 nsec\n23 7 7 7 clks\n' >/etc/perfex.costs
	printf '26 5 5 5 clks\n' >costs
	perfex -t -c costs >table && perfex -t >own
	rm /etc/perfex.costs
	cat table own
	[ "$(costs_of '23 26' <table | sort | paste -sd ,)" = \
		'23 7 7 7 clks,26 5 5 5 clks' ] &&
		[ "$(costs_of '23 26' <own | sort | paste -sd ,)" = \
			'23 7 7 7 clks,26 3 2 4 nsec' ]
}

# The machine's table can be wrong, too; nothing is run then.
wrong_table()
{
	printf '26 3 2 4 nsec\n23 7 7 clks\n' >/etc/perfex.costs
	fails 125 "/etc/perfex.costs:2: maximum cost 'clks' is not a number" \
		perfex -y -e "$event:u" -e "$event:k" touch ran
	status=$?
	rm /etc/perfex.costs
	[ "$status" = 0 ] && [ ! -e ran ]
}

# as_promised EVENT OTHER: --dry-run and the run count the same events, or both nothing.
as_promised()
{
	local promised kept

	promised=$(perfex --dry-run -e "$1" -e "$2" 2>err | cut -c 1-2)
	rm -f counts
	perfex -e "$1" -e "$2" -o counts /bin/busybox true 2>err
	kept=$(sed '/^shared/d' counts 2>/dev/null | cut -c 1-2)
	[ "$promised" != "$kept" ] || return 0
	echo "$1 and $2: promised $promised, counted $kept"
	cat err
	return 1
}

# Each event alone, and each pair of those that the machine has.
keeps_promises()
{
	local one other events bad=0 pairs=0

	events=$(perfex --list | awk 'NR > 1 && $2 != "no" { print $1 }')
	for one in $(seq 0 31); do
		as_promised "$one" "$one" || bad=1
	done
	for one in $events; do
		for other in $events; do
			[ "$other" -gt "$one" ] || continue
			as_promised "$one" "$other" || bad=1
			pairs=$((pairs + 1))
		done
	done
	echo "$pairs pairs"
	[ "$bad" = 0 ] && [ "$pairs" -gt 100 ]
}

# A 34K's events of the same counters, of which each VPE needs one.
conflict()
{
	fails 125 'conflicting counters: events 18 (Graduated loads), 21 (Graduated floating point instructions) ' \
		perfex -e 18 -e 21 touch ran && [ ! -e ran ]
}

# next_pid: the same each time, for a shell writes that of its parent digit by digit.
next_pid()
{
	echo 20000 >/proc/sys/kernel/ns_last_pid
}

# same_as_perf_stat COMMAND...: in the environment that perf makes of its own, as a
# program looks through it when it begins.
same_as_perf_stat()
{
	local perf ours

	next_pid && perf stat -x , -o stat -e instructions:u "$@" &&
		perf=$(sed -n 's/^\([0-9]*\),.*instructions:u.*/\1/p' stat) &&
		next_pid && perf stat -o outer -e page-faults perfex -e instructions:u \
			-e instructions:uk -o counts "$@" || return
	ours=$(awk '$1 ~ "^instructions:u[.]" { print $2 }' counts)
	echo "perf stat $perf perfex $ours"
	[ "$perf" -gt 2000000 ] && [ "$perf" = "$ours" ]
}

# A shell does other things at other addresses.
as_perf_stat()
{
	same_as_perf_stat spin 1000000 &&
		same_as_perf_stat sh -c 'spin 200000; (spin 300000); spin 500000; :'
}

# The example of libperfex(3) prints the instructions of three loops.
example()
{
	"$here/libperfex_example" >counts 2>&1 || return
	cat counts
	awk '/^15 Graduated instructions[.]+ +[0-9]+$/ { count = $NF }
		END { exit !(count > 3 * 40000 && count < 3 * 200000 && NR == 2) }' counts
}

# By turns: each count says by how much it is scaled, and what had no turn says so.
# Where time is made of instructions, the instructions of a loop are known.
all_by_turns()
{
	local counts='scaled x[0-9.]+( [+]-[0-9.]+%?|, error not known)$'

	perfex -a --slot 5 -o turns spin 60000000 2>err &&
		perfex -a --slot 1000 -o none true 2>short || return
	cat turns err none short
	grep -q 'counts are estimates' err && grep -qE "$counts" turns &&
		! grep -vE "$counts|^shared: " turns &&
		grep -q 'ended before every event was counted' short &&
		grep -q '[.] *not counted$' none || return
	[ "$machine" != arm64 ] || awk -v wanted=120000000 '
		/^15 / { split($0, at, "[.][.] +"); count = at[2] + 0 }
		END { exit !(count > 0.95 * wanted && count < 1.05 * wanted) }' turns
}

# counts_of FILE: of each row of a perfex CSV its event, its count, that before it was
# scaled, and the name of its thread or "all"; but for sums of counters, not all of which
# each thread has had, and for what two VPEs share.
counts_of()
{
	tr -d '\r' <"$1" | awk -F , '$2 != "" && NR > 1 && $4 !~ /[+]/ && $13 == "no" &&
		$7 != "" {
		print $6, $7, $8 == "" ? $7 : $8, $17 == "" ? "all" : $19 }'
}

# By turns, for each thread: what the threads have counted is what all have, before it is
# scaled; after that it is near what is counted all the time. A loop lasts so many slices
# that 5 % are more than six times what estimates of it were seen to differ by. To exchange
# the events takes an emulated 34K so long that its slices are longer, and so are its loops.
threads_by_turns()
{
	local loop=40000000 slice=1 command

	# what a task does before its loop is shared by all events where slices are shorter
	[ "$machine" != arm64 ] || slice=5 # the end of a slice takes too much of 1 ms
	[ "$machine" != 34k ] || loop=160000000 slice=40
	command="spin $loop; spin $((2 * loop)); :"
	perfex -a -mp --slot "$slice" --format csv -o turns sh -c "$command" &&
		perfex -a -mp --slot "$slice" -o text spin 20000000 &&
		grep -q '^15 Graduated instructions.* scaled x' text &&
		perfex -mp -e 15 --format csv -o exact sh -c "$command" || return
	counts_of turns >estimates
	counts_of exact | sed 's/$/ exactly/' >>estimates
	awk '
		function differ(one, other) { return one > 1.05 * other || other > 1.05 * one }
		$5 == "exactly" {
			if ($1 == 15 && $4 == "spin") exact[++exacts] = $2
			next
		}
		$4 == "all" { raw[$1] -= $3; total[$1] = $2; next }
		{ raw[$1] += $3; sum[$1] += $2 }
		$1 == 15 && $4 == "spin" { near[++nears] = $2 }
		END {
			for (event in raw) {
				events++
				printf "event %s: %d of threads, %d of all\n", event, sum[event],
					total[event]
				if (raw[event])
					bad = 1
			}
			for (i = 1; i <= 2; i++) {
				printf "spin: %d, exactly %d\n", near[i], exact[i]
				if (differ(near[i], exact[i]))
					bad = 1
			}
			exit bad || events < 5 || nears != 2 || exacts != 2 ||
				differ(sum[15], total[15])
		}' estimates
}

for_the_host()
{
	perfex -mp -y --mhz 100 -e "$event:u" -e "$event:uk" --format json -o all.json \
		sh -c '/bin/busybox true; :' && sed 's/^/@perfex.json /' all.json
	perfex -mp -e "$event:u" -e "$event:uk" --format csv -o all.csv \
		sh -c '/bin/busybox true; :' && sed 's/^/@perfex.csv /' all.csv
}

# With one number, cycles are counted, too.
numbers()
{
	perfex -e 15 -o counts /bin/busybox true || return
	cat counts
	grep -qE '^ 0 Cycles[.]+ +[1-9][0-9]*$' counts &&
		grep -qE '^15 Graduated instructions[.]+ +[1-9][0-9]*$' counts
}

# 24 is branch-misses, of which the emulated arm64 has none, nor a PC without a PMU: nothing
# is run.
lacking()
{
	if [ "$machine" != arm64 ] && [ "$event" = instructions ]; then
		perfex -e 24 -e 15 -o counts touch ran && cat counts && rm ran
	else
		fails 125 'event 24 (Mispredicted branches): ' \
			perfex -e 24 -o counts touch ran && [ ! -e ran ] &&
			! grep 'only odd' err
	fi
}

check "a program beside another" at_one_place counts_its_own
check "what a command starts" counts_descendants
check "-mp: threads add up" threads_add_up
check "--pid: a process while a command runs" counts_a_process
check "--pid: a process that ends before --repeat does" counts_fewer_runs
check "--pid: a process to its end, and what it starts" counts_to_the_end
[ "$machine" != arm64 ] || check "the example of perfex(1)" examples perfex.1 1
check "-s: between two signals" signals_control
check "exit statuses" statuses
check "a program that the kernel lets nobody count" left_at_execve
check "standard streams are the command's" streams_are_the_commands
check "-o" result_comes_first
check "--repeat" repeats
check "--machine" at_one_place whole_machine
check "-y and -c" costs
check "cost tables" tables
check "a wrong cost table" wrong_table
if [ "$event" = instructions ]; then
	check "threads of a tree, each exactly, in the order of their exits" \
		in_a_tree threads
	check "a tree between two signals, exactly" in_a_tree signals
	check "events by number" numbers
	check "all events, by turns" all_by_turns
	check "-a -mp: all events of each thread, by turns" threads_by_turns
	check "libperfex" "$here/libperfex"
	check "the example of libperfex(3)" example
fi
if [ "$machine" = 34k ]; then
	check "events of the same counters" conflict
	check "--dry-run promises what is counted" keeps_promises
fi
if command -v perf >/dev/null; then
	check "perf stat says the same" at_one_place as_perf_stat
fi
check "an event that is not everywhere" lacking
for_the_host
finish
