#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by tap
# The demonstration shows what it says.
cd "$(dirname -- "$0")/../.." || exit
. tests/tap.sh
session=$(make -s demo 2>/dev/null)
status=$?

shows()
{
	grep -qxE -- "$1" <<<"$session" || {
		printf '%s\n' "$session"
		return 1
	}
}

# Each line of the second loop is a miss: 200,000 / 8, and the program's own. What fits
# may lie in pages that have to share sets of the cache.
misses()
{
	sed -n 's/.*D-cache misses: *//p' <<<"$session" | tr -d , |
		tee /dev/stderr |
		awk '{ exit !($1 < 12500 && $2 >= 25000 && $2 < 30000) }'
}

# Memory takes 50 cycles, of which the loop can hide few.
data_stalls()
{
	sed -n 's/.* L1 D-$ miss stalls: *\([0-9,]*\) *[0-9.]*% *\([0-9,]*\) .*/\1 \2/p' \
		<<<"$session" | tr -d , | tee /dev/stderr |
		awk '{ exit !(NF == 2 && $2 > 30 * 25000 && $2 > 2 * $1) }'
}

tap "make demo ends well" test "$status" -eq 0
tap "counter 0 counts user instructions" \
	shows 'PerfCnt\[0\]\.Ctl : 0x80000028'
tap "the note's own file is not changed" \
	shows '3 0x800002ff 0'
tap "its four words are there" \
	shows 'PerfCnt\[3\]\.Ctl : 0x000002ff'
tap "suspended words have no mode bits" \
	shows 'PerfCnt\[2\]\.Ctl : 0x80000250'
tap "a refusal says where" \
	shows "line 1, column 3: '0x8000059f': only even counters have this event"
tap "a counter for VPE 1 is there" \
	shows 'PerfCnt\[3\]\.Ctl : 0x00110020'
tap "the loop that does not fit misses once a line" misses
tap "it stalls for data, the other one does not" data_stalls
tap_end
