#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# perf stat counts the same of a program alone and under perfex, which has a record of each
# of its threads.
# shellcheck source=check.sh
. ./check.sh

command -v perf >/dev/null || skip 'perf is not here'
command -v perfex >/dev/null || skip 'perfex is not here'

pairs=${PAIRS:-20}

# count N [COMMAND...]: page faults and instructions of the program with N turns.
count()
{
	turns=$1
	shift
	perf stat -x , -o /tmp/stat -e page-faults,instructions:u -- \
		"$@" ./beside_perf --turns "$turns" >/tmp/out 2>&1 || cat /tmp/out
	sed -n 's/^\([0-9]*\),.*\(page-faults\|instructions\).*/\1/p' /tmp/stat
}

# more [COMMAND...]: what 140 turns more are.
more()
{
	# shellcheck disable=SC2046 # numbers
	set -- $(count 140 "$@") $(count 280 "$@")
	echo "$(($3 - $1)) $(($4 - $2))"
}

# near ALONE UNDER: but for what perfex itself takes more for numbers of more digits, and
# for a page that faults in one task or in two.
near()
{
	difference=$(($1 - $2))
	[ "${difference#-}" -le $(($1 / 20)) ]
}

same()
{
	for _ in $(seq "$pairs"); do
		under=$(more perfex -mp -e 15)
		echo "$alone; under perfex $under"
		near "${alone% *}" "${under% *}" && near "${alone#* }" "${under#* }" || return
	done
}

alone=$(more)
check "perf stat counts as much of a program under perfex -mp" same
finish
