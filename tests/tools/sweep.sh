#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # for other shells to expand; called by check
# sweep.sh MACHINE: pc_sweep inside a machine. Prints TAP, and behind it what
# tests/tools/sweep looks at on the host.
# shellcheck source=../selftests/check.sh
. ./check.sh
# shellcheck source=sweep_says.sh
. ./sweep_says.sh
# shellcheck source=sweep_figures.sh
. ./sweep_figures.sh
manual=$PWD/pc_parse.1
cd "$(mktemp -d)" || exit
machine=$1
# What there is to be counted: without a PMU the kernel's own events.
pmu=$machine
counted='all instructions'
if [ "$(uname -m)" = x86_64 ] && [ ! -e /sys/bus/event_source/devices/cpu ]; then
	pmu=none
	counted=page-faults
fi

grep_is_untouched()
{
	prints "$(grep root /etc/passwd)" sweep --output /dev/null \
		grep root /etc/passwd
}

# -c is grep's, and so is --.
command_keeps_options()
{
	prints 1 sweep --output /dev/null grep -c root /etc/passwd &&
	prints '-c' sweep --output /dev/null -- printf '%s\n' -c &&
	prints 'a--' sweep --output /dev/null -- printf '%s' a -- '
'
}

# A million instructions, and those at the end of a turn.
machine_counts()
{
	pc_sweep --check >checked
	status=$?
	cat checked
	[ "$status" = 0 ] && grep -qE '^10[0-9]{5} of .*: this machine counts$' checked
}

# report_row WHAT WORDS: a row of the table.
report_row()
{
	grep -q "^| $1 |.* | $2 |\$" reported
}

# Every counter is right; without a PMU it says why there is none.
reports()
{
	pc_sweep --check --report >reported
	status=$?
	cat reported
	counters=$(sed -n 's/^- counters: \([0-9]*\), .*/\1/p' reported)
	grep -q '^- processor: .' reported &&
	grep -q "^- system: $(uname -srm)\$" reported &&
	grep -q '^- perfcnt: pc_sweep [0-9.]*, module [0-9.]*, driver [a-z]*$' reported || return
	if [ "$pmu" = none ]; then
		[ "$status" = 1 ] && grep -q "^- perf's PMU: none of a CPU\$" reported &&
		report_row instructions:u 'not checked: counter 0: no PMU on this machine supports .*' &&
		grep -q '^instructions cannot be counted: counter 0: no PMU on this' reported &&
		pc_sweep true 2>&1 | grep -q ' left to count; pc_sweep --check says why$'
	else
		[ "$status" = 0 ] && report_row instructions:u right &&
		report_row 'instructions:u, each counter in turn' "right on $counters" &&
		report_row 'instructions:u, counters at the same time' 'right on [1-9][0-9]*' &&
		tail -n 1 reported | grep -q ': this machine counts$'
	fi
}

# workflow_commands: those that the section of pc_parse(1) has, a line each: to measure
# first, to measure again, and to compare.
workflow_commands()
{
	sed -n '/^\.Ss Continuous integration/,/^\.Sh/p' "$manual" | awk '
		sub(/^\.Dl \$ /, "") { print }
		command && !/^          / { print command; command = "" }
		/- run: >$/ { command = " " }
		command && sub(/^          /, "") { command = command $0 " " }'
}

# program TURNS: what the workflow measures.
program()
{
	printf '#!/bin/sh\nexec spin %s\n' "$1" >prog && chmod +x prog
}

# The same program has not grown; one that has grown by 1 % is found and named.
workflow()
{
	workflow_commands >commands
	cat commands
	first=$(sed -n 1p commands)
	again=$(sed -n 2p commands)
	compare=$(sed -n 3p commands)
	program 10000000 && eval "$first" 2>/dev/null && eval "$again" && eval "$compare" ||
		return
	program 10115000 && eval "$again" || return
	status=0
	eval "$compare" 2>err || status=$?
	cat err
	[ "$status" = 3 ] && grep -q 'instructions:U.*: [+]1[.][0-9]*%, the limit is 1%' err
}

# Each run has all of the input.
input_is_there_again()
{
	printf 'one\ntwo\n' >input
	# shellcheck disable=SC2094 # both are read
	prints "$(cat input input input)" sweep --repeat 3 --output /dev/null \
		cat <input
}

results_are_apart()
{
	sweep sh -c 'echo out; echo err >&2' >out 2>err
	[ "$(cat out)" = out ] && [ "$(head -n 1 err)" = err ] &&
	pc_parse err | grep "$counted" &&
	sweep --output results sh -c 'echo err >&2' 2>err &&
	[ "$(tail -n 1 err)" = err ] && pc_parse results | grep "$counted"
}

append()
{
	rm -f appended
	for n in 1 2; do
		sweep --format csv --append appended true 2>/dev/null ||
			return
	done
	cat appended
	[ "$(grep -c '^title,' appended)" = 1 ] &&
	[ "$(grep -c ",$counted," appended)" = 2 ] &&
	fails 125 'appended' sweep --format json --append appended touch ran &&
	[ ! -e ran ] &&
	sweep --output appended true 2>/dev/null &&
	! grep '^title,' appended && pc_parse appended | grep "$counted"
}

# on_terminal OPTION...: what is printed there, without the terminal's own line ends.
on_terminal()
{
	at_terminal 'nobody prints this' pc_sweep "$@" | tr -d '\r'
}

# Without a mode user mode; without a format a table on a terminal, and else a dump.
shortest_command()
{
	set -- true
	[ "$counted" != page-faults ] || set -- --events page-faults true
	on_terminal "$@" >shown
	cat shown
	grep "^\[U\] .*$counted: " shown && ! grep PerfCnt shown || return
	on_terminal -f raw "$@" | grep '^PerfCnt\[0\]\.Ctl : 0x.*8$' &&
	on_terminal --output dump "$@" && grep '^PerfCnt\[0\]\.Ctl : 0x.*8$' dump &&
	pc_sweep "$@" 2>err && grep '^PerfCnt\[0\]\.Ctl : 0x.*8$' err &&
	pc_parse err | grep "^\[U\] .*$counted: "
}

# What is there stays there until all is done.
output_is_kept()
{
	echo kept >kept
	sweep --output kept false 2>/dev/null
	! grep kept kept && echo kept >kept &&
	fails 127 'nothing' sweep --output kept nothing-there &&
	grep kept kept
}

statuses()
{
	sweep true 2>/dev/null &&
	fails 3 'sh exited with status 3' sweep sh -c 'exit 3' &&
	fails 127 'nothing: No such file' sweep nothing &&
	fails 127 '/nothing: No such file' sweep /nothing &&
	fails 126 '/etc/passwd: Permission denied' sweep /etc/passwd &&
	fails 126 '/etc: ' sweep /etc &&
	fails 139 'sh was killed by signal 11' sweep sh -c 'kill -SEGV $$' &&
	is_free
}

# A file that says it is a program, and one whose interpreter is not there.
programs()
{
	printf 'echo a shell\n' >script
	printf '#!/nothing\n' >broken
	chmod +x script broken
	prints 'a shell' sweep --output /dev/null ./script &&
	fails 127 './broken: No such file' sweep ./broken && is_free
}

# What has no result in the first time has none; the runs after that are not done.
# Its counts are not 0 without a word; those of one that is no different are there.
left_at_execve()
{
	cp "$(command -v pc_parse)" counted && cp counted left && chgrp 1 left &&
	chmod 2755 left &&
	pc_sweep -u -e instructions -p ./counted --version 2>said &&
	! grep 'left at execve' said &&
	fails 125 'run 1 of 1: left at execve: a set-user-ID or set-group-ID program' \
		pc_sweep -u -e instructions -p ./left --version &&
	fails 125 'partial: run 1 of 1: left at execve' \
		pc_sweep -u -e instructions -p sh -c './left --version; true'
}

partial()
{
	rm -f times
	fails 143 'partial: run 2 of 5: sh was killed by signal 15' pc_sweep -cuip \
		sh -c 'echo >>times; [ $(grep -c ^ times) -lt 2 ] || kill $$' &&
	grep -q 'all instructions' err && [ "$(grep -c ^ times)" = 2 ] &&
	[ "$(grep -c '(. / ' err)" -lt 10 ] || return
	# so it is when others read the dump
	rm -f times
	fails 143 '' pc_sweep -cui --output partial.perf \
		sh -c 'echo >>times; [ $(grep -c ^ times) -lt 2 ] || kill $$' &&
	pc_parse partial.perf | grep '^partial: run 2 of 5: sh was killed' &&
	pc_parse -f json partial.perf | grep '"partial":"run 2 of 5'
}

busy()
{
	sweep --output /dev/null sleep 1000 2>/dev/null &
	while is_free; do usleep 10000; done
	of='0 1 2 3'
	[ "$pmu" = 34k ] || of="$of 4 5 6 7 8 9 10 11"
	fails 125 "counters $of are in use by process " sweep true
	status=$?
	pid=$(sed -n 's/.*process \([0-9]*\) (pc_sweep)$/\1/p' err)
	grep -qx pc_sweep "/proc/$pid/comm" || status=1
	kill "$pid"
	wait
	return "$status"
}

waits()
{
	rm -f said
	sweep --output one sh -c 'until [ -e said ]; do usleep 10000; done' \
		2>/dev/null &
	while is_free; do usleep 10000; done
	sweep -p --wait true 2>err &
	waiting=$!
	while kill -0 "$waiting" && ! grep 'are in use by process' err; do
		usleep 10000
	done
	touch said
	wait "$waiting"
	status=$?
	wait
	cat err
	[ "$status" = 0 ] && grep 'are in use by process' err && grep "$counted" err
}

busy_proc()
{
	echo "2 ${counted#all } 0" >/proc/perf
	fails 125 'counter 2: in use through /proc/perf' sweep true
	status=$?
	echo '2 0 0' >/proc/perf
	return "$status"
}

# Nothing is run for these.
list_to_full_disk()
{
	pc_sweep --list >/dev/full
}

# An event that the machine can count is suggested for a name that is nearly its own.
suggestions()
{
	name=cycles
	pc_sweep --list >list
	grep -Eq "(^| )yes +$name " list || name=page-faults
	refuses "did you mean '$name'?" -u --events "${name%s}z"
}

refusals()
{
	rm -f ran
	fails 125 'no command given' pc_sweep -ui &&
	refuses "try 'pc_sweep --help'" -u --frob &&
	refuses "--evens: '27'" -u --evens '0 27' &&
	refuses "--odds: '44'" -u --odds 44 &&
	refuses "--odds: '18446744073709551616'" -u --odds 18446744073709551616 &&
	refuses "--events: '9' is ambiguous: icache-accesses on even" -u --events 9 &&
	refuses "--events: '36': no such event" -u --events 36 &&
	suggestions &&
	refuses "--repeat: '0'" -u --repeat 0 &&
	refuses "--repeat: '1001'" -u --repeat 1001 &&
	refuses "--tc: '-1'" -u -t-1 &&
	refuses "--vpe: '1x'" -u -v 1x &&
	refuses '--tc 9999: no such TC; this machine has 0 to' -u -t 9999 &&
	refuses '--vpe 9999: no such VPE; this machine has 0 to' -u -v 9999 &&
	refuses 'mutually exclusive' -u -t 0 --balance &&
	refuses "unknown format 'xml'" -u --format xml &&
	fails 125 '/nothing/there: No such file' \
		sweep --output /nothing/there touch ran && [ ! -e ran ] &&
	fails 125 'No space left' sweep --output /dev/full true &&
	fails 125 'No space left' list_to_full_disk && is_free
}

filters()
{
	pc_sweep -ip --machine --modes --balance true 2>err || return
	cat err
	tcs=$(grep -c '^\[U\] *\[ *\(TC\|CPU \)[0-9]* *\].* all instructions:' err)
	vpes=$(grep -c '^\[U\] *\[\(VPE\|core \)[0-9]* *\].* all instructions:' err)
	[ "$tcs" -ge "$vpes" ] && [ "$vpes" -ge 1 ] && grep '^\[K\] .* all instructions:' err
}

# A loop of 2 instructions: twice as many are so many more.
counts_are_right()
{
	for n in 1000000 2000000 3000000; do
		pc_sweep -u --events instructions --repeat 3 --format csv \
			--output loop spin "$n" 2>/dev/null || return
		sed -n 's/.*,instructions,all instructions,[a-z]*,1,\([0-9]*\),.*/\1/p' loop
	done | tee counts
	awk '{ n[NR] = $1 } function near(x) { return x > 1990000 && x < 2010000 }
		END { exit !(near(n[2] - n[1]) && near(n[3] - n[2])) }' counts &&
		pc_sweep -u --events instructions --format bars spin 1 2>err &&
		grep -x 'all instructions  *[0-9,]* #\{40\}' err
}

repeats()
{
	pc_sweep -uip --repeat 5 true 2>err || return
	cat err
	grep -qx '1 run of 4 counters, 5 times' err &&
	grep -q '^\[U\] .*all instructions: .* of 5$' err
}

# instructions_of OPTION... COMMAND...: in user mode, without those of other CPUs.
instructions_of()
{
	taskset 1 pc_sweep -u --events "${counted#all }" --format csv --output own "$@" \
		2>/dev/null || return
	awk -F , -v name="${counted#all }" '$4 == name { print $8 }' own
}

# A command beside a busy loop on the same CPU does what it does alone. The machine does
# more.
counts_the_command()
{
	command='spin 30000000' # longer than a turn on the CPU
	[ "$pmu" != none ] || command='/bin/busybox true'
	# shellcheck disable=SC2086 # words
	{
		instructions_of $command >/dev/null # its file is in memory
		alone=$(instructions_of $command)
		taskset 1 spin 4000000000 &
		beside=$(instructions_of $command)
		scope=$(cut -d , -f 24 own | sed -n 2p)
		whole=$(instructions_of --machine $command)
	}
	kill "$!"
	wait
	echo "alone $alone beside $beside, $scope; the machine $whole"
	[ "$alone" -gt 0 ] && [ "$alone" = "$beside" ] && [ "$scope" = tasks ] &&
		[ "$(cut -d , -f 24 own | sed -n 2p)" = machine ] &&
		{ [ "$pmu" = none ] || [ "$whole" -gt $((alone + alone / 10)) ]; }
}

# What it starts is counted, too: processes, also in the background.
counts_descendants()
{
	one=$(instructions_of sh -c '/bin/busybox true; :') &&
	two=$(instructions_of sh -c '/bin/busybox true; (/bin/busybox true & wait); :') &&
	echo "one $one two $two" && [ "$two" -gt "$one" ]
}

# Each form of results says whose events they are, and pc_parse repeats it.
says_whose()
{
	for words in "counts of the command" "counts of the whole machine"; do
		option=
		scope=tasks
		[ "$words" = "counts of the command" ] || option=--machine scope=machine
		# shellcheck disable=SC2086 # no word, if there is no option
		sweep $option --output whose true 2>/dev/null || return
		grep -x "# scope: $scope" whose && pc_parse whose | grep -x "$words" &&
			sweep $option -p true 2>&1 | grep -x "$words" &&
			sweep $option --format json --output - true 2>/dev/null |
			grep "\"scope\":\"$scope\"" || return
	done
}

# A user without any privilege: nothing runs, and the tools say what they need.
unprivileged()
{
	echo 'somebody:x:65534:65534::/:/bin/sh' >>/etc/passwd
	chmod 755 .
	status=0
	for line in "pc_sweep -uip" "perfex -e instructions:u"; do
		su -s /bin/sh somebody -c "$line touch $PWD/ran" >said 2>&1
		[ $? = 125 ] || status=1
		cat said
		grep 'run as root (CAP_PERFMON is needed)' said || status=1
	done
	sed -i '/^somebody/d' /etc/passwd
	[ "$status" = 0 ] && [ ! -e ran ]
}

# Longer each time; and the same each time.
differs()
{
	rm -f times
	pc_sweep -uic --repeat 2 --output /dev/null sh -c 'echo >>times
		spin $(($(grep -c ^ times) * 1000000))' 2>err
	cat err
	grep 'instructions differ between runs' err || return
	pc_sweep -uic --repeat 2 --output /dev/null spin 1000000 2>err
	cat err
	! grep 'instructions differ between runs' err
}

# What this machine lacks is told once, and the rest is counted.
lacks()
{
	pc_sweep --kernel --modes -p --events "page-faults instructions" \
		--odds replay-traps true 2>err || return
	cat err
	[ "$(grep -c 'skipped, not supported on this machine: .*replay-traps' err)" = 1 ] &&
	grep '^\[K\].*page-faults: *[1-9]' err &&
	fails 125 'not supported on this machine: replay-traps' \
		pc_sweep --kernel --odds replay-traps --events page-faults \
		--strict true
}

# While somebody has all counters, and after which nobody has.
claims_nothing()
{
	sweep --output /dev/null sleep 1000 2>/dev/null &
	while is_free; do usleep 10000; done
	status=0
	pc_sweep --list >out 2>err || status=1
	pc_sweep -u --events "${counted#all }" --dry-run >plan 2>>err || status=1
	kill "$(pidof pc_sweep)"
	wait
	cat err plan
	[ "$status" = 0 ] && ! grep -q . err && grep -q 'yes  ' out &&
	grep -q 'counter 0: ' plan && is_free
}

# In one run, so that they can be compared.
modes_of_events()
{
	pc_sweep -p --events "$1:u,$1:k,$1:uk" --output modes.raw true 2>err ||
		return
	cat modes.raw
	grep -q '^\[U\].*[1-9]' modes.raw && grep -q '^\[K\].*[1-9]' modes.raw &&
	grep -q '^\[UK\].*[1-9]' modes.raw
}

# Its reader comes later; nobody has the counters meanwhile.
fifo()
{
	mkfifo fifo
	sweep --output fifo true 2>/dev/null &
	usleep 200000
	is_free
	status=$?
	timeout 20 cat fifo >from_fifo
	wait "$!" && [ "$status" = 0 ] && pc_parse from_fifo | grep "$counted"
}

quiet()
{
	sweep -p --quiet --output quiet.table true >out 2>&1 && ! grep . out &&
	grep "$counted" quiet.table
}

# What a plan finds out without a claim, a sweep finds out by setting counters.
plan_skips_the_same()
{
	pc_sweep -ua --kernel --dry-run >plan 2>planned || return
	pc_sweep -ua --kernel --quiet --output /dev/null true 2>swept || return
	cat planned swept
	sed -i '/differ between runs/d' swept # where time is the host's
	grep '^pc_sweep: skipped' swept && diff planned swept &&
	pc_sweep --list >out && grep '^yes  *page-faults  *page faults ' out &&
	grep '^no  *dcache-writebacks ' out && [ "$(sed -n 2p out | cut -c 1-4)" = 'yes ' ] &&
	! sed '1,/^no /d' out | grep '^yes ' && pc_sweep --list tlb >out && ! grep cycles out &&
	grep '^\(yes\|no\)  *dtlb-misses ' out
}

lists()
{
	pc_sweep --list >out || return
	[ "$(awk '$2 == "even" && $1 != "-"' out | grep -c .)" = 53 ] &&
	[ "$(awk '$2 == "odd" && $1 != "-"' out | grep -c .)" = 52 ] &&
	grep '^0  *even  *[nT].*  yes  *cycles  *Cycles$' out && is_free
}

# shows WORDS PAGE...: the manual has that page; a letter is bold by itself again.
shows()
{
	words=$1
	shift
	man "$@" | sed "s/.$(printf '\b')//g" >out
	head -n 20 out
	grep -q "$words" out
}

# completes PATTERN WORD...: bash has completions of these words, all like that.
completes()
{
	pattern=$1
	shift
	bash -c '. /etc/profile; _completion_loader "$1"
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_perfcnt "$1" 2>/dev/null # no compopt here
		printf "%s\n" "${COMPREPLY[@]}"' - "$@" >out
	cat out
	grep -q . out && ! grep -vxe "$pattern" out
}

# As the shell of a machine has it for who sits there.
shell_has_tools()
{
	shows '^ *pc_sweep - ' pc_sweep && shows '^ *perfcnt - ' 7 perfcnt &&
	completes '--st.*' pc_sweep --st &&
	completes 'cycles.*' pc_sweep -u --events cycl &&
	completes '--form.*' pc_parse --form
}

# For the host: all of a 34K's events in three forms.
all_events()
{
	pc_sweep -ua --format json --output /root/all.json true 2>err &&
	pc_sweep -ua --format csv --output /root/all.csv true 2>>err &&
	pc_sweep -ua --output /root/all.raw true 2>>err
}

# A byte that is no character, and two that are one.
any_bytes()
{
	sweep --format json --output /root/bytes.json \
		sh -c : "$(printf 'a\377\303\251')" 2>err
}

# Of the 53 of even counters 37 need two, and the other 16 one: 37 + 16 / 2.
all_events_in_45_runs()
{
	all_events || return
	cat err
	[ "$(grep -cx '45 runs of 4 counters' err)" = 3 ]
}

# Nothing limits how many software events count at once: a command that must not run twice
# runs once.
software_events_in_one_run()
{
	rm -f times
	pc_sweep -ukp --events \
		'page-faults minor-faults major-faults context-switches task-clock' \
		sh -c 'echo >>times' 2>err
	cat err
	grep -qx '1 run of 12 counters' err && [ "$(grep -c ^ times)" = 1 ]
}

# count EVENT FILE: of user mode.
count()
{
	sed -n "s/.*,U,[^,]*,$1,[^,]*,[a-z]*,[0-9]*,\([0-9]*\),.*/\1/p" "$2"
}

# Software events take no counter of the PMU: four events of it and three others in one run.
# A loop is so many instructions more; what the program's pages cost is the same.
hardware_beside_software()
{
	events='cycles:u instructions:u cycles:k instructions:k'
	events="$events page-faults:u minor-faults:u page-faults:k"
	for n in 1000000 3000000; do
		pc_sweep --format csv --output "beside.$n" --events "$events" spin "$n" \
			2>err || return
		cat err "beside.$n"
		grep -qx '1 run of 4 counters and 3 software events' err || return
	done
	more=$(($(count instructions beside.3000000) - $(count instructions beside.1000000)))
	faults=$(count page-faults beside.1000000)
	echo "$more instructions more, $faults page faults"
	[ "$more" -gt 3990000 ] && [ "$more" -lt 4010000 ] && [ "$faults" -gt 0 ] &&
	[ "$(count minor-faults beside.1000000)" = "$faults" ] &&
	[ "$(count page-faults beside.3000000)" = "$faults" ]
}

# What this machine lacks that would say where slots go.
topdown_refuses()
{
	case $pmu in
	arm64) words='lacks .*stall_slot, stall_slot_backend, stall_slot_frontend.*: a stalled cycle' ;;
	none) words='the kernel offers no CPU PMU' ;;
	*) return 0 ;;
	esac
	for what in 'touch ran' -a '-p 1' "--method=metrics touch ran"; do
		# shellcheck disable=SC2086 # words
		pc_topdown $what 2>said
		[ $? = 125 ] || return
		cat said
		[ ! -e ran ] && grep -q "$words" said &&
			grep -q 'neither slots nor the stall events of a 34K' said ||
			return
	done
	[ "$pmu" != arm64 ] ||
		grep -q 'lacks stall_frontend, stall_backend, too' said
}

if [ "$counted" != page-faults ]; then
	check "--check" machine_counts
	check "a workflow finds that a program has grown by 1 %" workflow
fi
check "--check --report" reports
check "the command's output is its own" grep_is_untouched
check "its options, too" command_keeps_options
check "standard input is there in each run" input_is_there_again
check "statuses" statuses
check "scripts as programs" programs
check "refusals" refusals
check "busy: who has the counters" busy
check "busy: --wait" waits
check "busy: /proc/perf" busy_proc
check "--output and standard error" results_are_apart
check "--append" append
check "without a mode and a format" shortest_command
check "--output changes nothing until all is done" output_is_kept
case $pmu in
34k)
	check "Figure 4" figure_4
	check "Figure 5" figure_5
	check "Table 5" groups
	check "events go where there is room" moves
	check "short and long options" spellings
	check "--modes and --balance" filters
	check "a command that dies" partial
	check "--list" lists
	check "45 runs for all events" all_events_in_45_runs
	check "the manual's examples" examples pc_sweep.1 6
	check "manual pages and completion" shell_has_tools
	;;
none)
	check "five software events take one run" software_events_in_one_run
	check "what the machine lacks" lacks
	check "--all of what there is" all_events
	check "a plan skips what a sweep skips" plan_skips_the_same
	;;
*)
	check "Figure 4" figure_4
	check "what the machine lacks" lacks
	check "--modes and --balance" filters
	check "--all of what there is" all_events
	check "a plan skips what a sweep skips" plan_skips_the_same
	check "software events beside hardware events in one run" \
		at_one_place hardware_beside_software
	;;
esac
if [ "$pmu" != none ]; then
	check "counts are right" counts_are_right
	check "a program that the kernel lets nobody count" left_at_execve
	check "--repeat" repeats
	check "runs that differ" differs
fi
check "a command beside a busy loop" at_one_place counts_the_command
check "what a command starts" counts_descendants
check "results say whose events they are" says_whose
[ "$machine" != arm64 ] || check "a user without privileges" unprivileged
check "a command of any bytes" any_bytes
check "--list and --dry-run claim nothing" claims_nothing
check "events with modes of their own" modes_of_events "${counted#all }"
check "a FIFO" fifo
check "--quiet" quiet
check "pc_topdown says what there is not" topdown_refuses
check "all counters are free" is_free
# On a terminal, which this is for once.
[ "$machine" != 34k ] || sweep --repeat 3 --output /dev/null sleep 1 2>&1
for file in all.json bytes.json all.csv all.raw; do
	[ ! -f "/root/$file" ] || sed "s/^/@$file /" "/root/$file"
done
finish
