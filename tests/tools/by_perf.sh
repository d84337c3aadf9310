#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # for another shell to expand; called by check
# by_perf.sh: the library and pc_sweep inside a machine where the module is not loaded: perf
# counts, or it is said what has to be done. perf_events is tests/lib/perf_events.c.
# shellcheck source=../selftests/check.sh
. ./check.sh
paranoid=/proc/sys/kernel/perf_event_paranoid
folder=$(mktemp -d /tmp/perfcnt.XXXXXX)
chmod 755 "$folder"
cp part child self many threads sample "$folder"
cp perf_events "$folder/plain"
cp perf_events "$folder/privileged"
chmod 4755 "$folder/privileged"
cd "$folder" || exit
plain=$folder/plain
privileged=$folder/privileged
user=
status=0

# run COMMAND...: as root, or as the user; its status is in status, its words are in said.
run()
{
	status=0
	if [ "$user" ]; then
		# words with spaces stay words
		su -s /bin/sh somebody -c 'exec "$@"' -- sh "$@" >out 2>said || status=$?
	else
		"$@" >out 2>said || status=$?
	fi
	cat out said
}

sweep()
{
	run pc_sweep "$@"
}

# count_of EVENT: of the last sweep's CSV.
count_of()
{
	awk -F, -v name="$1" '$1 == "title" { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["name"] == name { print $at["value"] }' said
}

# counted EVENT OPTION... -- COMMAND...: how many.
counted()
{
	event=$1
	shift
	sweep --quiet --format csv "$@" >&2
	[ "$status" = 0 ] && count_of "$event"
}

says()
{
	grep -qF -- "$1" said
}

# The examples of the library. A part is what it is for root, too.
part_is_exact()
{
	run "$folder/part"
	[ "$status" = 0 ] && cp out "$folder/part.${user:-root}" &&
		cmp "$folder/part.root" out &&
		awk '{ exit !($1 >= 2000 && $1 <= 5000 && $2 == "instructions") }' out
}

child_is_exact()
{
	for turns in 100000 300000; do
		at_one_place run "$folder/child" "$plain" spin $turns
		[ "$status" = 0 ] || return
		cp out "$folder/child.$turns"
	done
	awk '{ said[NR] = $1 } END { exit said[2] - said[1] != 400000 }' \
		"$folder/child.100000" "$folder/child.300000"
}

examples_need_the_module()
{
	for example in self many threads sample; do
		run "$folder/$example" true
		[ "$status" = 1 ] && [ ! -s out ] && [ "$(wc -l <said)" = 1 ] &&
			says '/dev/perfcnt: No such file or directory; is the perfcnt module loaded?' ||
			return
	done
}

# examples_say VALUE: what perf does not let the user.
examples_say()
{
	echo "$1" >$paranoid
	for example in part child; do
		run "$folder/$example" true
		[ "$status" = 1 ] && [ ! -s out ] && says "$paranoid is $1, and must be 2 or less" ||
			return
	done
}

# Programs that may be followed are not said to have left.
starts_many()
{
	# shellcheck disable=SC2016 # for the shell that starts them
	sweep --events instructions sh -c \
		'n=0; while [ $n -lt 100 ]; do sh -c /bin/true & n=$((n + 1)); done; wait'
	[ "$status" = 0 ] && ! says partial
}

# In the machine every turn of the loop has two instructions.
instructions_are_exact()
{
	few=$(at_one_place counted instructions -- "$plain" spin 100000) &&
	many=$(at_one_place counted instructions -- "$plain" spin 300000) || return
	echo "$few $many"
	[ $((many - few)) = 400000 ]
}

# Cycles, instructions and what both make.
counts_by_default()
{
	sweep --format table ls /
	[ "$status" = 0 ] && says IPC && says instructions && says 'perf counts'
}

# More events than counters, and each of the same program.
takes_several_runs()
{
	at_one_place sweep --format csv --quiet --events \
		'cycles instructions branches cache-references cache-misses branch-misses' \
		-- "$plain" spin 100000
	awk -F, '{ print $4 "," $12 }' said >runs
	[ "$status" = 0 ] && [ "$(count_of cycles)" -gt 0 ] &&
		[ "$(count_of branch-misses)" -ge 0 ] && [ "$(count_of branches)" -gt 100000 ] &&
		grep -q ',1 *$' runs && grep -q ',0 *$' runs
}

repeats()
{
	at_one_place sweep --format csv --quiet --repeat 3 -- "$plain" spin 100000
	[ "$status" = 0 ] && [ "$(count_of instructions)" -gt 200000 ]
}

lists()
{
	sweep --list
	[ "$status" = 0 ] && grep -q '^yes  instructions ' out && grep -q '^yes  page-faults ' out
}

# The counts of perf(1), if that is there.
has_perf()
{
	command -v perf >/dev/null && perf --version >/dev/null 2>&1
}

# Its programs have another environment, which takes instructions, too.
agrees_with_perf()
{
	few=$(at_one_place perf stat -x, -e instructions:u "$plain" spin 100000 2>&1) &&
	many=$(at_one_place perf stat -x, -e instructions:u "$plain" spin 300000 2>&1) || return
	echo "$few $many"
	[ $((${many%%,*} - ${few%%,*})) = 400000 ]
}

keeps_the_status()
{
	sweep --quiet --output /dev/null sh -c 'exit 7'
	[ "$status" = 7 ]
}

cannot_run()
{
	echo '#!/none' >nothing
	chmod 755 nothing
	sweep ./nothing
	[ "$status" = 127 ] && says './nothing: No such file'
}

# needs WHAT OPTION...: the module, which can be loaded.
needs()
{
	what=$1
	shift
	sweep "$@"
	[ "$status" = 125 ] && says "$what needs the perfcnt module" && says 'modprobe perfcnt'
}

refuses_what_left()
{
	sweep "$@"
	[ "$status" = 125 ] && says 'left at execve'
}

cpu1=/sys/devices/system/cpu/cpu1/online

# Whatever CPUs come and go, it is known what left: offline ones have records, too.
follows_where_cpus_come()
{
	cp plain other && chown 1 other && chmod 4755 other &&
		echo 0 >$cpu1 || return
	sweep --events instructions sh -c "echo 1 >$cpu1; exec taskset 2 $plain spin 1000000"
	[ "$status" = 0 ] && ! says partial || return
	sweep sh -c "echo 0 >$cpu1; $plain touch 1; echo 1 >$cpu1; taskset 2 ./other touch 1; true"
	[ "$status" = 125 ] && says 'left at execve: a set'
}

# is_refused VALUE OPTION...: perf does not let the user.
is_refused()
{
	value=$1
	shift
	echo "$value" >$paranoid
	sweep "$@" "$plain" touch 1
	[ "$status" = 125 ] && says "$paranoid is $value" && ! says IPC
}

# at_level VALUE COMMAND...: of who may use perf.
at_level()
{
	echo "$1" >$paranoid
	shift
	"$@"
	result=$?
	echo "$before" >$paranoid
	return $result
}

before=$(cat $paranoid)
check 'the library' at_level 2 ./plain
for level in 4 3 1; do
	check "the library, and a user at $level" at_level $level ./plain -t a_user
done
check 'instructions of a known loop' instructions_are_exact
check 'a part' part_is_exact
check 'a command of the library' child_is_exact
check 'what needs the module' examples_need_the_module
check 'a command, by default' counts_by_default
# an arm64 counts two events here
[ "$(uname -m)" = aarch64 ] || check 'several runs' takes_several_runs
check 'repetitions' repeats
check 'a list of events' lists
! has_perf || check 'the same as perf(1)' agrees_with_perf
check "the command's status" keeps_the_status
check 'what cannot run' cannot_run
[ ! -e $cpu1 ] || check 'CPUs come and go' follows_where_cpus_come
check '--machine' needs --machine --machine true
check '--check' needs --check --check
check '--tc' needs --tc --tc 0 true
check '--vpe' needs --vpe --vpe 0 true
check '--balance' needs --balance --balance true
check '--wait' needs --wait --wait true
check 'an event of a TC' needs '--events: an event of a TC or a VPE' --events instructions@tc0 true
echo 'somebody:x:65534:65534::/:/bin/sh' >>/etc/passwd
user=somebody
check 'a user, as Debian has it' is_refused 3
check 'a user: what perf does not let' examples_say 3
check 'a user, where nobody may' is_refused 4
check 'a user, of the kernel' is_refused 2 --kernel
echo 2 >$paranoid
check 'a user: instructions of a known loop' instructions_are_exact
for value in 2 1; do
	echo $value >$paranoid
	check "a user: a part, at $value" part_is_exact
	check "a user: a command of the library, at $value" child_is_exact
	check "a user: what needs the module, at $value" examples_need_the_module
done
echo 2 >$paranoid
check 'a user: a command, by default' counts_by_default
check 'a user: a set-user-ID program' refuses_what_left "$privileged" touch 1
check 'a user: a shell becomes one' refuses_what_left sh -c "exec $privileged touch 1"
check 'a user: a thread becomes one' refuses_what_left "$plain" idle thread-exec \
	"$privileged" touch 1
check 'a user: a shell starts one' refuses_what_left sh -c "$privileged touch 1; true"
check 'a user: what starts others all the time' starts_many
echo "$before" >$paranoid
sed -i '/^somebody/d' /etc/passwd
cd /
rm -r "$folder"
finish
