#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# A program that counts itself while the tools count it: with the default number of counters
# both have some, but for a 34K, which has four. There it is told who holds them.
# shellcheck source=../selftests/check.sh
. ./check.sh

# 200 parts of 4001 instructions each.
least=800200

# sweeps OPTION... PROGRAM: and counts more than its parts.
sweeps()
{
	pc_sweep -u --events instructions --format csv --output own.csv "$@" || return
	cat own.csv
	awk -F , -v least="$least" '$4 == "instructions" { count = $8 }
		END { exit !(count > least) }' own.csv
}

# perfex_counts PROGRAM: event 0 is cycles, in each of which are no more than eight of them.
perfex_counts()
{
	perfex -e 0 -o own.perfex "$@" || return
	cat own.perfex
	awk -v least="$least" '/^ 0 Cycles[.]+ +[0-9]+$/ { count = $NF }
		END { exit !(count > least / 8) }' own.perfex
}

# counts_itself TOOL: it reads as it shall, and all is exact.
counts_itself()
{
	"$1" ./itself >said || { cat said; return 1; }
	cat said
	grep -qx "$PERFCNT_READ" said
}

# is_told TOOL: which process holds them: the one that has started it.
is_told()
{
	"$1" ./itself >said 2>&1 && { cat said; return 1; }
	cat said
	pid=$(sed -n 's/^itself: started by \([0-9]*\): .*/\1/p' said)
	grep -q "^itself: .*no counter is left that can count it beside the others; process $pid holds counters 0 1 2 3$" said
}

case $(cat /sys/module/perfcnt/parameters/pmu) in
mips)
	export PERFCNT_READ=device
	check "pc_sweep: a program is told who holds all four counters" is_told sweeps
	check "perfex: it leaves enough to a program that counts itself" \
		counts_itself perfex_counts
	;;
perf)
	# where there is such a file
	[ ! -e /proc/sys/kernel/perf_user_access ] || echo 1 >/proc/sys/kernel/perf_user_access
	for way in device pages; do
		export PERFCNT_READ=$way
		check "pc_sweep: a program counts itself, by $way" counts_itself sweeps
		check "perfex: a program counts itself, by $way" counts_itself perfex_counts
	done
	;;
esac
finish
