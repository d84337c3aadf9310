#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# perf stat counts the same of a program alone and under perfex, which has a record of each
# of its threads; and perf stat -p, whether the program's library counts these or not.
# shellcheck source=check.sh
. ./check.sh

command -v perf >/dev/null || skip 'perf is not here'
command -v perfex >/dev/null || skip 'perfex is not here'

pairs=${PAIRS:-20}

# A page that tasks have in common since fork() faults in one of them or in both.
few_faults=4
# What perfex itself executes more if its numbers have more digits, or if it is woken for
# each thread and not for several that have exited: 200 and fewer were seen.
few_instructions=500

perf='perf stat -x , -o /tmp/stat -e page-faults,instructions:u'

# stat COMMAND...: the page faults and instructions that perf says, which is in the command.
stat()
{
	"$@" >/tmp/out 2>&1 || cat /tmp/out
	sed -n 's/^\([0-9]*\),.*\(page-faults\|instructions\).*/\1/p' /tmp/stat
}

# The program with N turns: alone; perf stat counts perfex, too; perfex counts perf stat.
alone()
{
	# shellcheck disable=SC2086 # words
	stat $perf -- ./beside_perf --turns "$1"
}

outside()
{
	# shellcheck disable=SC2086 # words
	stat $perf -- perfex -mp -e 15 ./beside_perf --turns "$1"
}

inside()
{
	# shellcheck disable=SC2086 # words
	stat perfex -mp -e 15 $perf -- ./beside_perf --turns "$1"
}

# attached WHEN N: perf counts a process with N turns, from when it goes on to its end.
attached()
{
	./counted_family "$1" "$2" &
	pid=$!
	while grep -qs '^State:.[^TZ]' /proc/$pid/status; do
		sleep 0.1
	done
	# shellcheck disable=SC2086 # words
	stat $perf -p $pid -- sh -c "kill -CONT $pid
		while grep -qs '^State:.[^Z]' /proc/$pid/status; do sleep 0.1; done"
	wait $pid || echo "$pid failed"
}

# Its library does not count it, or does since before that, or begins later.
uncounted()
{
	attached never "$1"
}

counted()
{
	attached before "$1"
}

counted_later()
{
	attached after "$1"
}

# more HOW: what 140 turns more are.
more()
{
	# shellcheck disable=SC2046 # numbers
	set -- $("$1" 140) $("$1" 280)
	echo "$(($3 - $1)) $(($4 - $2))"
}

# near ONE OTHER MOST
near()
{
	difference=$(($1 - $2))
	[ "${difference#-}" -le "$3" ]
}

# same HOW MOST: so often, but for so many instructions.
same()
{
	for _ in $(seq "$pairs"); do
		under=$(more "$1")
		echo "$alone alone; $1 $under"
		near "${alone% *}" "${under% *}" "$few_faults" &&
			near "${alone#* }" "${under#* }" "$2" || return
	done
}

alone=$(at_one_place more alone)
check "perf stat counts as much of a program under perfex -mp" \
	at_one_place same outside "$few_instructions"
check "perf stat counts the same of a program, itself under perfex -mp" \
	at_one_place same inside 0
alone=$(at_one_place more uncounted)
check "perf stat -p counts the same of a process that counts itself" \
	at_one_place same counted 0
check "perf stat -p counts the same of a process that begins to" \
	at_one_place same counted_later 0
finish
