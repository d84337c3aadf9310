#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the function is called by tap
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

tap "make demo ends well" test "$status" -eq 0
tap "counter 0 counts user instructions" \
	shows 'PerfCnt\[0\]\.Ctl : 0x80000028'
tap "the file's four words are there" \
	shows 'PerfCnt\[3\]\.Ctl : 0x000001ff'
tap "suspended words have no mode bits" \
	shows 'PerfCnt\[2\]\.Ctl : 0x80000250'
tap "a refusal says where" \
	shows "line 1, column 3: '0x800002ff': only even counters have this event"
tap "a counter for VPE 1 is there" \
	shows 'PerfCnt\[3\]\.Ctl : 0x00110020'
tap_end
