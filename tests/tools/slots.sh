#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# slots.sh all|short|level-1: pc_topdown on a PC whose PMU has both levels of
# PERF_METRICS, beside perf or without, or has level 1 alone. A line that begins with @NAME belongs to the file
# NAME, for the host. Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh
# shellcheck source=slots_parts.sh
. ./slots_parts.sh

# is LOOP BOTTLENECK: and the shares stay in LOOP.shares
is()
{
	ours "$1" || return
	found=$(bottleneck)
	shares | tee "$1.shares"
	[ "$found" = "$2" ]
}

events=slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound
events=$events,topdown-heavy-ops,topdown-br-mispredict,topdown-fetch-lat
events=$events,topdown-mem-bound

# perf's events as lines of our names and percentages.
perf_shares()
{
	awk -F , '
		BEGIN {
			split("retiring retiring bad-spec bad_speculation fe-bound frontend_bound be-bound backend_bound heavy-ops heavy_operations br-mispredict branch_mispredicts fetch-lat fetch_latency mem-bound memory_bound", words, " ")
			for (i = 1; i in words; i += 2)
				name["topdown-" words[i]] = words[i + 1]
		}
		{ sub(/:u$/, "", $3) }
		$3 == "slots" { slots = $1 }
		$3 in name { print name[$3], 100 * $1 / slots }' "$1"
}

# agree LOOP COUNT: ours of the check before and perf's, in the file perf, have so many
# parts in common, which differ by one point at most
agree()
{
	awk -v count="$2" '
		NR == FNR { ours[$1] = $2; next }
		{
			both++
			differ = ours[$1] - $2
			print $1, ours[$1], $2
			if (!($1 in ours) || differ > 1 || differ < -1)
				bad = 1
		}
		END { exit bad || both != count }' "$1.shares" perf
}

beside_group()
{
	warm "$1" &&
		on_cpu_0 perf stat -x , -o stat -e "{$events}:u" \
			./waste "$1" "$(times_of "$1")" &&
		perf_shares stat >perf && agree "$1" 8
}

# With eight events as well.
beside_perf_topdown()
{
	warm "$1" &&
		on_cpu_0 perf stat --topdown --all-user --no-metric-only -x , -o stat \
			./waste "$1" "$(times_of "$1")" &&
		perf_shares stat >perf && agree "$1" 8
}

# The command's own status and output; what it begins is counted, too.
status()
{
	pc_topdown sh -c 'echo out; ./waste branches 1; exit 3' >out 2>said
	[ $? = 3 ] || return
	cat out said
	[ "$(cat out)" = out ] && grep -q 'Branch mispredicts .*<==' said &&
		grep -q 'exited with status 3' said
}

# partial_csv WHY [INTERVALS]: the parts of a command that was not done, each marked; a row of an
# interval before the end is not.
partial_csv()
{
	cat out
	tr -d '\r' <out | awk -F , -v why="$1" -v intervals="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{
			last = $at["partial"]
			if (last ~ /^"/)
				last = last "," $(at["partial"] + 1)
			marked[last]++
		}
		$at["name"] == "retiring" { all += $at["all"] }
		END { exit all < 1000000 || last != why || marked[why] != 12 ||
			(intervals ? !marked[""] : marked[""]) }'
}

killed()
{
	# shellcheck disable=SC2016 # for the shell that dies
	kill='./waste branches 1; kill -9 $$'
	pc_topdown -f csv -o out sh -c "$kill" 2>said
	[ $? = 137 ] && cat said && grep -q 'pc_topdown: sh was killed by signal 9' said &&
		partial_csv 'sh was killed by signal 9 (Killed)' || return
	pc_topdown --repeat 2 sh -c "$kill" 2>said
	[ $? = 137 ] && cat said &&
		grep -qx 'partial: run 1 of 2: sh was killed by signal 9 (Killed)' said &&
		grep -q 'Branch mispredicts .*<==' said &&
		! grep -q 'pc_topdown: .*killed' said
}

# interrupted OPTION...: by a signal that a shell sends its parent.
interrupted()
{
	# shellcheck disable=SC2016 # for the shell that sends it
	pc_topdown -f csv -o out "$@" sh -c './waste branches 1; kill -TERM $PPID; sleep 9' 2>said
	[ $? = 143 ] && cat said && grep -q 'pc_topdown: interrupted: Terminated' said &&
		partial_csv 'interrupted: Terminated' "$1"
}

# A set-group-ID program, behind a shell: its slots are not counted, and that is no success.
left_at_execve()
{
	cp waste left && chgrp 1 left && chmod 2755 left || return
	why='left at execve: a set-user-ID or set-group-ID program, or one that its user may not read'
	for line in './left branches 1; true' 'exec ./left branches 1'; do
		pc_topdown sh -c "$line" 2>said
		[ $? = 125 ] && cat said && grep -qx "partial: $why" said || return
	done
	pc_topdown -f csv sh -c './waste branches 1; ./left branches 1; true' 2>out
	[ $? = 125 ] && sed -i '/^pc_topdown: /d' out && partial_csv "\"$why\"" || return
	pc_topdown -f json --repeat 2 sh -c './left branches 1; true' 2>said
	[ $? = 125 ] && cat said && grep -q "\"partial\":\"run 1 of 2: $why\"" said || return
	# from there on
	pc_topdown -I 20 -f csv -o out sh -c 'sleep 0.1; ./left branches 1; ./waste misses 1' \
		2>said
	[ $? = 125 ] && cat said out && grep -q "^pc_topdown: $why" said &&
		[ "$(grep -c "left at execve" out)" -lt "$(grep -c , out)" ] &&
		tail -n 1 out | grep -q "left at execve"
}

# Programs that may be counted are not said to have left, and a status of theirs stays.
none_left()
{
	# shellcheck disable=SC2016 # for the shell that starts them
	pc_topdown sh -c 'n=0; while [ $n -lt 100 ]; do sh -c /bin/true & n=$((n + 1)); done
		wait; exit 4' 2>said
	[ $? = 4 ] && cat said && ! grep -q partial said
}

# All runs together.
repeated()
{
	ours branches || return
	once=$(awk -F , 'NR == 2 { print $5 }' ours.csv)
	ours branches --repeat 3 || return
	three=$(awk -F , 'NR == 2 { print $5 }' ours.csv)
	echo "$once, $three"
	[ "$three" -gt $((once * 26 / 10)) ] && [ "$three" -lt $((once * 32 / 10)) ]
}

# A CPU counts what runs there alone, and a core its CPUs.
cpus()
{
	pc_topdown -a --per-cpu --idle --strict -f csv --output cpus.csv taskset 2 ./waste misses 1 \
		>/dev/null 2>&1 || return
	cat cpus.csv
	tr -d '\r' <cpus.csv | awk -F , '
		NR > 1 && $6 == "retiring" { slots[$19] = $5; cpu[$19] = $20 }
		$13 == "yes" && $19 == "CPU1" { bottleneck = $6 }
		END {
			exit cpu["CPU0"] != "0" || cpu["CPU1"] != "1" ||
				slots["CPU1"] < 20 * slots["CPU0"] ||
				bottleneck != "memory_bound"
		}'
}

idle_is_hidden()
{
	pc_topdown -a --per-core -f csv --output cores.csv taskset 2 ./waste misses 1 \
		>/dev/null 2>&1 || return
	cat cores.csv
	[ "$(tr -d '\r' <cores.csv | cut -d , -f 19 | sort -u | xargs)" = 'S0-C1 place' ]
}

one_cpu()
{
	pc_topdown -C 0 -f csv --output cpu.csv taskset 1 ./waste branches 1 \
		>/dev/null 2>&1 || return
	tr -d '\r' <cpu.csv | awk -F , '
		NR > 1 && ($20 != "0" || $19 != "") { exit 1 }
		$13 == "yes" { found = $6 }
		END { exit found != "branch_mispredicts" }'
}

# Until the process ends; and what a signal ends has its results.
process()
{
	sh -c 'sleep 0.3; ./waste branches 2; true' &
	pc_topdown -p $! -f csv --output process.csv || return
	cat process.csv
	awk -F , '$13 == "yes" { print $6 }' process.csv | grep -qx branch_mispredicts &&
		pc_topdown -p 999999 2>said
	[ $? = 125 ] && grep -q 'process 999999: No such process' said
}

# Until it ends, alone: not what it begins, nor other threads.
thread()
{
	./waste --thread branches >tid &
	until [ -s tid ]; do
		sleep 0.01
	done
	echo "of $!: $(cat tid)"
	[ "$(cat tid)" != $! ] || return
	pc_topdown -t "$(cat tid)" -f csv --output thread.csv || return
	cat thread.csv
	awk -F , '$13 == "yes" { print $6 }' thread.csv | grep -qx branch_mispredicts ||
		return
	sh -c 'sleep 0.3; ./waste branches 1; true' &
	pc_topdown -t $! -f csv --output thread.csv || return
	awk -F , 'NR == 2 { exit $5 > 3000000 }' thread.csv &&
		pc_topdown -t 999999 2>said
	[ $? = 125 ] && grep -q 'thread 999999: No such process' said
}

until_signal()
{
	pc_topdown -a -f csv --output all.csv &
	sleep 0.2
	kill -TERM $!
	wait $! && [ "$(wc -l <all.csv)" = 13 ]
}

# Of no bottleneck, then of each of three; nothing runs between them.
phases='./waste retiring; sleep 1; ./waste branches; sleep 1; ./waste misses 2; sleep 1;
	./waste much_code 2; sleep 2'

phases()
{
	pc_topdown -u -I 100 -f csv --output phases.csv sh -c "$phases" &&
		sed 's/^/@phases.csv /' phases.csv >&3
}

intervals()
{
	pc_topdown -u -I 50 --output lines \
		sh -c './waste branches 2; sleep 0.1; ./waste much_code 1' || return
	cat lines
	awk '$2 ~ /^[0-9]/ {
			gsub(/,/, "", $2)
			name = $7 " " $8
			if ($2 > 1000000 && name != last)
				print last = name
		}' lines >seen
	cat seen
	[ "$(tr '\n' ' ' <seen | tr -s ' ')" = 'Branch mispredicts Fetch latency ' ]
}

# A group is read while a part of it is made for the next child.
forks()
{
	# shellcheck disable=SC2016 # for the shell that begins them
	pc_topdown -I 10 -f csv --output forks.csv \
		sh -c 'n=0; while [ $n -lt 300 ]; do ./waste retiring 0; n=$((n + 1)); done' \
		>/dev/null || return
	wc -l forks.csv
	[ "$(wc -l <forks.csv)" -gt 600 ]
}

json()
{
	pc_topdown -f json --output json ./waste misses 1 2>/dev/null &&
		pc_topdown -a --per-cpu -I 100 -f json --output more sleep 0.35 &&
		[ "$(wc -l <json)" = 1 ] && sed 's/^/@json /' json more >&3
}

plot()
{
	pc_topdown -I 20 --format=plot --output plot \
		sh -c './waste retiring 1; sleep 0.1; ./waste branches 1' &&
		sed 's/^/@plot /' plot >&3
}

# What perf stat --topdown and pc_topdown take of `true`, in instructions of all.
cost()
{
	for tool in 'pc_topdown --output /dev/null' 'perf stat --topdown -o /dev/null'; do
		# shellcheck disable=SC2086 # words
		perf stat -x , -e instructions -o "cost" $tool true || return
		awk -F , '$3 ~ /instructions/ { print $1 }' cost
	done >costs
	awk '{ n[NR] = $1 }
		END {
			printf "pc_topdown %d, perf stat --topdown %d: %.3f\n", n[1],
				n[2], n[1] / n[2]
			exit NR != 2 || !n[1] || n[1] > 0.5 * n[2]
		}' costs >said
	result=$?
	cat said
	sed 's/^/# /' said >&3
	return $result
}

# Said once, and no part of level 2.
level_1_alone()
{
	pc_topdown ./waste misses 1 2>said || return
	cat said
	[ "$(grep -c 'this core has no level 2' said)" = 1 ] &&
		[ "$(grep -c '%' said)" = 4 ] && ! grep -q '^  ' said
}

level_1_is_enough()
{
	pc_topdown -l 1 ./waste misses 1 2>said || return
	cat said
	! grep -q 'level 2' said && [ "$(grep -c '%' said)" = 4 ]
}

strict()
{
	pc_topdown --strict touch ran 2>said
	[ $? = 125 ] && [ ! -e ran ] &&
		grep -q -- '--strict: this core has no level 2' said
}

# Who is counted, and how it ends.
short()
{
	check "the command's own status, output and children" status
	check "what a command has done that is killed is shown, and partial" killed
	check "what was counted until a signal is shown, and partial" interrupted
	check "with intervals the last of them is partial" interrupted -I 10
	check "a program that the kernel lets nobody count" left_at_execve
	check "programs that it lets everybody count" none_left
	check "each CPU separately" cpus
	check "one CPU" one_cpu
	check "a process that runs already" process
	check "a thread alone" thread
	check "all CPUs, until a signal" until_signal
	check "JSON of a program, of CPUs and of intervals" json
}

exec 3>&1
case $1 in
short) short ;;
all)
	short
	check "a loop of instructions: no bottleneck" is retiring ''
	check "branches that go by chance: branch mispredicts" \
		is branches branch_mispredicts
	check "loads far from each other: memory bound" is misses memory_bound
	check "code that goes on and on: fetch latency" is much_code fetch_latency
	for loop in retiring branches misses much_code; do
		check "$loop: as perf's group of events" beside_group "$loop"
		check "$loop: as perf stat --topdown" beside_perf_topdown "$loop"
	done
	check "three runs are counted together" repeated
	check "a core that does nothing is left out" idle_is_hidden
	check "phases for 5 s, every 100 ms" phases
	check "a line for each interval" intervals
	check "a program that begins others all the time" forks
	check "a picture of phases" plot
	check "pc_topdown takes at most half of perf stat --topdown" cost
	;;
level-1)
	check "level 1 alone, and that is said once" level_1_alone
	check "level 1 alone, as it was wanted" level_1_is_enough
	check "without level 2 it is an error" strict
	;;
esac
finish
