#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2016,SC2317 # for other shells; called by check
# profile.sh MACHINE: pc_profile inside a machine, where instructions can be sampled.
# Prints TAP.
# shellcheck source=../selftests/check.sh
. ./check.sh
cp hot phases plugged one.so two.so /tmp
cd "$(mktemp -d)" || exit
share=/proc/sys/kernel/perf_cpu_time_max_percent
perf_rate=/proc/sys/kernel/perf_event_max_sample_rate
rate=/sys/module/perfcnt/parameters/sample_rate
spec=200003,0,instructions:u

says_why()
{
	! pc_profile -s 1000000,0,instructions:u -o report true 2>said && cat said &&
		grep 'cannot sample instructions:u' said
}

# a PC without a PMU
if [ "$(uname -m)" = x86_64 ] && [ ! -e /sys/bus/event_source/devices/cpu ]; then
	check "it says why nothing is sampled" says_why
	finish
fi

# of which the phases have not the same in a time, if the PMU has it
event=instructions
! pc_sweep --list | grep -q '^ *yes *branches ' || event=branches

# unthrottled COMMAND...: an emulator's interrupts take long, and its ticks come late, so
# perf would throttle them, or does so already: what it once made slower, it leaves slow.
unthrottled()
{
	local before status

	before=$(cat $share)
	echo 1000000 >$perf_rate
	echo 100 >$share
	"$@"
	status=$?
	echo "$before" >$share
	return $status
}

# sampled_as SPEC COMMAND...: and between its interrupts an emulator is fast, so the
# module would leave periods out.
sampled_as()
{
	local spec=$1 status

	shift
	echo 0 >$rate
	unthrottled pc_profile -s "$spec" -f csv -o rows --save saved "$@" >/dev/null
	status=$?
	echo 10000 >$rate
	cat rows
	sed -n '/^trigger/p; /^total/p; /^lost/p; /^ended/p' saved
	return $status
}

sampled()
{
	sampled_as "$spec" "$@"
}

# At least 95 % of the samples are in the hot function, whose file is known.
is_hot()
{
	awk -F , '$2 == "hot" && $1 == "hot" && $4 ~ /hot[.]c$/ {
			good = $6 > 100 && $7 >= 0.95
		}
		END { exit !good }' rows
}

# The samples stand for what was counted, but for an end on each CPU, and for what other programs
# have executed between: a period has that, too, and ends there as often, without a sample, so that
# as much can be missing as is too much.
adds_up()
{
	awk -v cpus="$(nproc)" '$1 == "trigger" { period = $2 }
		$1 == "total" { count = $3 }
		$1 == "lost" { lost = $2 + $3 + $4 }
		$1 == "sample" { sum += $5 * (1 + $11) }
		END {
			print "# " count " counted, " sum " sampled"
			exit !(!lost && sum <= count * 1.01 &&
				sum >= count * 0.99 - cpus * period)
		}' saved
}

finds_the_hot_function()
{
	sampled /tmp/hot 10000000 && is_hot && adds_up
}

# What the command starts, and what that executes, is sampled, too.
follows()
{
	sampled sh -c '/tmp/hot 10000000; (/tmp/hot 10000000 & wait)' && is_hot && adds_up
}

# Libraries that come and go, called by threads: each has half of the samples.
finds_plugs()
{
	sampled /tmp/plugged 10000000 /tmp/one.so /tmp/two.so &&
		awk -F , '$1 == $2 ".so" && $6 > 100 && $7 > 0.45 && $7 < 0.55 { good++ }
			END { exit good != 2 }' rows && adds_up
}

# Of each function with 1 % of perf record's samples, at the same period, the share is
# the same within 2 %.
like_perf()
{
	unthrottled perf record -q -o data -e instructions:u -c 50021 "$@" >/dev/null
	perf script -i data -F ip,sym | awk 'NF { print $2 }' >symbols
	sampled_as 50021,0,instructions:u "$@" || return
	awk -F , 'FNR == NR { perf[$1]++; all++; next }
		FNR > 1 && $5 == "instructions:u" { ours[$2] += 100 * $7 }
		END {
			for (name in perf) {
				share = 100 * perf[name] / all
				if (share < 1)
					continue
				print "# " name ": " share " by perf, " ours[name] " by us"
				judged++
				wrong += ours[name] < share - 2 || ours[name] > share + 2
			}
			print "# " all " samples by perf"
			exit !(all > 500 && judged && !wrong)
		}' symbols rows
}

# What the program with the phases has of an event, exactly: in dense, sparse and all.
count_phases()
{
	local turns

	for turns in '0 0 0' "$1 0 0" "0 $2 0" "$1 $2 0"; do
		# shellcheck disable=SC2086 # they are words
		pc_sweep -u -e $event --quiet -f csv -o counts /tmp/phases $turns >/dev/null || return
		awk -F , -v event=$event 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
			$at["name"] == event { print $at["value"] }' counts
	done | awk '{ count[NR] = $1 } END {
		print count[2] - count[1], count[3] - count[1], count[4]; exit NR != 4 }'
}

# in_margins DENSE SPARSE ALL [PERIOD]: are the shares what they are? With a period shorter than
# 5000 so many can be left out that more than 5 % are so after the last sample: that is said.
in_margins()
{
	awk -F , -v dense="$1" -v sparse="$2" -v all="$3" -v period="${4-5000}" '
		function judge(name, share) {
			print "# " name ": " $7 " +- " $9 ", exact " share
			judged += $7 - $9 <= share && share <= $7 + $9
		}
		$2 == "dense" { judge($2, dense / all) }
		$2 == "sparse" { judge($2, sparse / all) }
		NR > 1 && $10 !~ /^\r?$/ &&
			(period >= 5000 || $10 !~ /^[0-9.]* % of [^;]* are in no sample\r?$/) {
			partial = 1
		}
		END { exit judged != 2 || partial }' rows
}

# Where the event is dense many more periods are left out: each format has the same, and that is
# what was counted.
weighs()
{
	local period=$1 exact

	exact=$(count_phases 3000000 1000000) || return
	echo "# $event: $exact"
	unthrottled pc_profile -s "$period,5%,$event:u" -f csv -o rows --save saved \
		/tmp/phases 3000000 1000000 >/dev/null || return
	# shellcheck disable=SC2086 # they are words
	in_margins $exact "$period" || return
	awk '$1 == "total" { print $3 }
		$1 == "sample" {
			events = $5 * (1 + $11)
			sum += events
			left_out += $11
			largest = events > largest ? events : largest
		}
		END { print sum; print largest; exit !left_out }' saved >sums &&
		pc_profile report -f samples saved | awk -F , '{ n += $6 } END { print n }' >>sums &&
		pc_profile report -f perf-script saved |
		awk '$6 ~ /:u:$/ { n += $5 } END { print n }' >>sums &&
		pc_profile report -f folded saved | awk '{ n += $NF } END { print n }' >>sums || return
	cat sums
	# on each CPU a period has not ended, before which twice as many can be left out; folded
	# is of what was counted, but for a rounding of each line
	awk -v cpus="$(nproc)" '{ sum[NR] = $1 } END {
		exit !(NR == 6 && sum[2] <= sum[1] * 1.01 &&
			sum[2] > sum[1] - cpus * 2 * sum[3] && sum[2] == sum[4] &&
			sum[2] == sum[5] && sum[6] > sum[1] - 100 && sum[6] < sum[1] + 100) }' sums
}

# The event's rate changes a hundredfold, and the shares are right.
keeps_a_frequency()
{
	local exact

	exact=$(count_phases 3000000 1000000) || return
	unthrottled pc_profile -F 4000 -s "$event:u" -f csv -o rows --save saved \
		/tmp/phases 3000000 1000000 >/dev/null || return
	# shellcheck disable=SC2086 # they are words
	in_margins $exact && grep "^frequency 4000 [0-9]* 0 $event:u$" saved &&
		! unthrottled pc_profile -F 20000 true 2>said && cat said && grep 'sample_rate allows 10000' said
}

# perf has its own limit, and does not count beyond it: that is said in each format.
says_what_perf_has_stopped()
{
	local before format status=0

	before=$(cat $perf_rate)
	echo 0 >$rate
	echo 1000 >$perf_rate
	pc_profile -s 1000,0,instructions:u -o report --save saved /tmp/hot 10000000 \
		>/dev/null 2>err || status=$?
	echo "$before" >$perf_rate
	echo 10000 >$rate
	cat err
	[ "$status" = 125 ] &&
		grep 'perf has stopped an event [1-9][0-9]* times, for [0-9.]* ms; .*longer period' err &&
		grep '^  Counted:  at least ' report || return
	for format in csv json samples folded perf-script pprof; do
		pc_profile report -f $format -o report saved 2>again && cmp err again || return
	done
}

reports_again()
{
	pc_profile report -f csv saved | diff rows -
}

# The loop's jump back, in words; samples are on instructions that are known.
shows_instructions()
{
	pc_profile report -r instruction --detail-cutoff 50,100,1 saved >text || return
	sed -n '/^Function Details/,$p' text
	grep ' [{]self[}]+0x' text && ! grep ',0x[0-9a-f]*  [-.]' text
}

# Text that the kernel makes: nearly all of its functions have names.
names_the_kernel()
{
	sampled_as 20003,0,instructions:uk cat /proc/kallsyms || return
	pc_profile report -f folded saved >stacks && grep -F '[kernel];' stacks
	grep '^cat.*;\[kernel\];vsnprintf [1-9]' stacks &&
		awk '/;\[kernel\];/ { all += $NF }
			/;\[kernel\];[*]unknown[*]/ { unknown += $NF }
			END { exit !(all > 50 && unknown * 10 < all) }' stacks
}

# The module's own functions, while it is read, and little else is done.
names_a_module()
{
	sampled_as 20003,0,instructions:uk sh -c 'i=0
		while [ $i -lt 1000 ]; do read -r line </proc/perf; i=$((i + 1)); done' ||
		return
	pc_profile report -f folded saved >stacks && grep -F '[perfcnt];' stacks
	grep ';\[perfcnt\];[a-z_0-9]* [1-9]' stacks
}

# To look names up can take long, and whatever ran meanwhile would be interrupted: the
# counters are given back before. A FIFO is there for the list of the kernel's names.
counts_nothing_while_it_looks_names_up()
{
	local pid counter file status=1

	mkfifo names && mount -o bind names /proc/kallsyms || return
	exec 3<>names
	pc_profile -s 20003,0,instructions:uk -o report \
		dd if=/dev/zero of=/dev/null count=5000 >said 2>&1 3>&- & pid=$!
	while ! grep -q '^State:.Z' /proc/$pid/status && [ $status = 1 ]; do
		for file in /proc/"$pid"/fd/*; do
			case $(readlink "$file") in
			*kallsyms) status=0 ;;
			esac
		done
		usleep 10000
	done
	for counter in 0 1 2 3; do
		# one that is claimed is refused
		echo "$counter 0 0" >/proc/perf || status=1
	done
	exec 3>&-
	wait $pid
	umount /proc/kallsyms
	cat said report
	return $status
}

# A measurement samples two events, and counts others as far as there are counters.
measures()
{
	local status=0

	unthrottled pc_profile -m cycles -o report /tmp/hot 10000000 >/dev/null || status=$?
	cat report
	[ "$status" = 0 ] && grep '^Measured: *Cycles and instructions$' report &&
		[ "$(grep -c '^Sampled: ' report)" = 2 ] &&
		[ "$(grep -cE '^(C|Not c)ounted: *(stalls|ifu-stalls|alu-stalls):u' report)" = 3 ] &&
		grep '^ .* hot::hot  *hot[.]c$' report
}

# What no machine has is refused; what this one does not have is told.
misspelt()
{
	rm -f ran
	pc_profile -s 1000000,0,instructions:u --counts 'cycles:u instrutions:u' -o report \
		touch ran 2>said
	[ $? = 125 ] && cat said && [ ! -e ran ] &&
		grep "^pc_profile: --counts: 'instrutions:u': .* did you mean 'instructions'?$" said &&
		{ pc_profile -s 1000000,0,instrutions:u touch ran 2>said; [ $? = 125 ]; } &&
		cat said && [ ! -e ran ] &&
		grep "^pc_profile: cannot sample 'instrutions:u': .* did you mean 'instructions'?$" said
}

# What no counter is left for is counted in further runs, as many as it takes.
repeats()
{
	local all='instructions:k instructions:uk cycles:u cycles:k cycles:uk' left runs

	pc_profile -s 1000000,0,instructions:u --counts "$all" -o once /tmp/hot 1000000 \
		>/dev/null || return
	left=$(grep -c '^Not counted: ' once)
	: >ran
	pc_profile -s 1000000,0,instructions:u --counts "$all" --repeat-runs -o report \
		sh -c 'echo >>ran; /tmp/hot 1000000' >/dev/null || return
	runs=$(wc -l <ran)
	cat once report
	! grep '^Not counted: ' report &&
		[ "$(sed -n 's/.*(in run \(.*\))$/\1/p' report | sort -n | tail -1)" = \
			"$([ "$runs" = 1 ] || echo "$runs")" ] &&
		[ "$(grep -c '(in run [1-9][0-9]*)$' report)" = "$left" ] &&
		awk '$2 ~ /^instructions:uk,/ { both = $3 }
			$1 == "Counted:" && !user { user = $2 }
			END { exit !(user > 1000000 && both > user) }' report
}

# The first status that is not 0; a signal in a further run ends all, too.
repeats_statuses()
{
	local counts='cycles:u cycles:k instructions:k instructions:uk cycles:uk' status=0

	grep -q '(in run 2)' report || return 0
	: >ran
	pc_profile -s 1000000,0,instructions:u --counts "$counts" --repeat-runs -o report \
		sh -c 'echo >>ran; exit $(($(wc -l <ran) - 1))' >/dev/null 2>said ||
		status=$?
	cat said
	[ "$status" = 1 ] && grep 'run 2: sh exited with status 1' said || return
	: >ran
	status=0
	pc_profile -s 1000000,0,instructions:u --counts "$counts" --repeat-runs -o report \
		sh -c 'echo >>ran; [ $(wc -l <ran) = 1 ] || kill -TERM $PPID; sleep 1' \
		>/dev/null || status=$?
	cat report
	[ "$status" = 143 ] && [ "$(wc -l <ran)" = 2 ] && grep '^Not counted: ' report
}

lists()
{
	pc_profile --list >list && cat list && grep '^dcache  *L1 data cache misses$' list &&
		grep ' instructions  *[A-Z]' list
}

statuses()
{
	local status=0

	sampled sh -c 'exit 3' || status=$?
	[ "$status" = 3 ] || return
	sampled sh -c 'kill -SEGV $$' || status=$?
	[ "$status" = 139 ] && grep 'killed by signal 11' saved &&
		! pc_profile nothing 2>said && grep 'nothing: No such file' said
}

# What the kernel lets nobody count has no samples, and that is not all there is to it.
left_at_execve()
{
	local said='left at execve: a set-user-ID or set-group-ID program' status=0

	cp /tmp/hot left && chgrp 1 left && chmod 2755 left || return
	: >ran
	sampled_as "$spec" --counts 'cycles:u cycles:k instructions:k instructions:uk cycles:uk' \
		--repeat-runs sh -c 'echo >>ran; ./left 10000000; true' 2>err || status=$?
	cat err
	[ "$status" = 125 ] && grep "counts are missing: $said" err &&
		[ "$(wc -l <ran)" = 1 ] &&
		pc_profile report saved >text &&
		grep "^Ended: *exited with status 0; counts are missing: $said" text || return
	# what leaves in a further run alone was not counted again
	: >ran
	status=0
	sampled_as "$spec" --counts 'cycles:u cycles:k instructions:k instructions:uk cycles:uk' \
		--repeat-runs sh -c 'echo >>ran; [ $(wc -l <ran) = 1 ] || ./left 1; true' \
		2>err || status=$?
	cat err
	[ "$(wc -l <ran)" = 1 ] || { [ "$status" = 125 ] &&
		grep "sh was not counted again: $said" err; }
}

# A signal ends the sampling; what there is so far is shown.
ends_early()
{
	local pid

	pc_profile -s "$spec" -o report /tmp/hot 4000000000 >/dev/null & pid=$!
	while ! pidof hot >/dev/null; do usleep 10000; done
	sleep 1
	kill -TERM $pid
	wait $pid
	cat report
	grep '^Ended: *interrupted: Terminated' report && grep ' hot::hot ' report
}

# Ctrl-C on a terminal: it shows how far it is, then the report, without that line.
ends_by_ctrl_c()
{
	local progress='[1-9] s, [1-9][0-9]+ samples' status=0

	at_terminal "$progress" pc_profile -s "$spec" /tmp/hot 4000000000 >text ||
		status=$?
	tr '\r' '\n' <text
	[ "$status" = 130 ] &&
		tr '\r' '\n' <text | grep -E "$progress(\^C)?\$" &&
		grep '^Ended: *interrupted: Interrupt' text && grep ' hot::hot ' text
}

no_progress_without_terminal()
{
	pc_profile -s "$spec" sh -c 'sleep 2' 2>text >/dev/null && cat text &&
		! grep ' samples$' text
}

# is_all_of PID: samples are of that process alone.
is_all_of()
{
	awk -v pid="$1" '$1 == "sample" && $6 != pid { print; others++ } END { exit others }' saved
}

# One that ran before, and has mapped all that it needs, to its end: each of the periods.
samples_a_process()
{
	local status=0

	echo 0 >$rate
	/tmp/hot 40000000 >/dev/null & hot=$!
	unthrottled pc_profile --pid $hot -s "$spec" -f csv -o rows --save saved || status=$?
	echo 10000 >$rate
	cat rows
	sed -n '/^command/p; /^total/p; /^ended/p; /^lost/p' saved
	[ "$status" = 0 ] && is_hot && adds_up && is_all_of $hot &&
		grep -x "command process $hot" saved && grep -x 'ended the process has ended' saved
}

# While a command runs, then to a signal, which is the usual end: status 0.
samples_a_process_until()
{
	local status=0

	/tmp/hot 4000000000 >/dev/null & hot=$!
	sampled --pid $hot sleep 1 && is_hot && is_all_of $hot &&
		grep -x "command process $hot: sleep 1" saved || status=$?
	pc_profile --pid $hot -s "$spec" -f csv -o rows --save saved & tool=$!
	sleep 2
	kill -TERM $tool
	wait $tool || status=$?
	kill $hot
	cat rows
	[ "$status" = 0 ] && is_hot && is_all_of $hot && grep -x 'ended until a signal' saved &&
		! pc_profile --pid $hot true 2>said && cat said && grep "process $hot: No such" said
}

# Those that it has: none of these samples is of the first one, which waits for them.
samples_its_threads()
{
	local status=0

	/tmp/plugged 4000000000 /tmp/one.so >/dev/null & plugged=$!
	sleep 1
	sampled --pid $plugged sleep 1 || status=$?
	kill $plugged
	[ "$status" = 0 ] && is_all_of $plugged && awk '
		$1 == "sample" && $7 == $6 { print; first++ }
		$1 == "sample" && !seen[$7]++ { threads++ }
		END { exit !(!first && threads > 1) }' saved
}

# And what it starts from then on: a shell that waits, then runs a program, and ends.
samples_its_children()
{
	sh -c 'sleep 2; /tmp/hot 20000000; exit' >/dev/null & shell=$!
	sampled --pid $shell && is_hot && adds_up && grep -x 'ended the process has ended' saved
}

# Two programs: one that was there, and one that comes; each by its name, and the kernel.
samples_the_machine()
{
	/tmp/hot 4000000000 >/dev/null & hot=$!
	sampled_as 200003,0,instructions:uk --machine sh -c '/tmp/plugged 20000000 /tmp/one.so /tmp/two.so; sleep 1'
	kill $hot
	pc_profile report -f folded saved >stacks && cat stacks
	grep '^hot;hot;hot [1-9]' stacks && grep '^plugged;one.so;one [1-9]' stacks &&
		grep '^[^;]*;\[kernel\];[a-z_0-9]* [1-9]' stacks &&
		grep '^command whole machine: sh -c' saved
}

check "the hot function has the samples, which add up to the count" finds_the_hot_function
check "a saved run is reported again" reports_again
check "instructions are in words" shows_instructions
check "functions of the kernel have names" names_the_kernel
check "so have those of a module" names_a_module
check "nothing is counted while names are looked up" \
	counts_nothing_while_it_looks_names_up
for period in 10000 2000; do
	check "what was left out is in the shares: every $period" weighs $period
done
check "a frequency, while the rate changes" keeps_a_frequency
# the module takes a 34K's samples itself
[ "$(uname -m)" = mips ] ||
	check "what perf has stopped is said in each format" says_what_perf_has_stopped
check "what a command starts is sampled" follows
check "threads, and libraries that are unloaded" finds_plugs
check "a process that runs already" samples_a_process
check "a process while a command runs, or to a signal" samples_a_process_until
check "the threads of a process" samples_its_threads
check "and what it starts" samples_its_children
check "the whole machine" samples_the_machine
check "measurements are listed, and events" lists
check "a measurement" measures
check "an event to be counted is misspelt" misspelt
check "further runs count what is left" repeats
check "their statuses and signals" repeats_statuses
if command -v perf >/dev/null; then
	check "shares as perf record has them" like_perf /tmp/hot 10000000
	check "shares of libraries as perf record has them" \
		like_perf /tmp/plugged 10000000 /tmp/one.so /tmp/two.so
fi
check "statuses are the command's" statuses
check "a program that the kernel lets nobody count" left_at_execve
check "a signal ends it, with a report" ends_early
check "so does Ctrl-C on a terminal, which shows how far it is" ends_by_ctrl_c
check "elsewhere that is not shown" no_progress_without_terminal
finish
