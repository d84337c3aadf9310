#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# What perf's own suite says of samples, overflows, rdpmc, groups and breakpoints: the
# same without the module, with it, and while it counts. And where perf record's samples
# lie, which is known to the instruction.
# shellcheck source=check.sh
. ./check.sh

command -v perf >/dev/null || skip 'perf is not here'

# By their names: others have no place for all that they need here, or give up waiting
# when the host is busy.
set -- 'Read samples using the mmap interface' \
	'User space counter reading of instructions' \
	'User space counter reading of cycles' \
	'Breakpoint overflow signal handler' \
	'Breakpoint overflow sampling' 'Breakpoint accounting' \
	'Software clock events period values' 'x86 Sample parsing' \
	'Use a dummy software event to keep tracking' \
	'Track with sched_switch' 'Event times' \
	'Read backward ring buffer' 'Sigtrap' 'perf stat tests'
printf '%s: Ok\n' "$@" | sort >/tmp/wanted

# run_suite NAME...: at once, for each start of perf takes time; NAME: RESULT.
run_suite()
{
	perf test "$@" 2>&1 |
		sed -n 's/^ *[0-9.:]*: \(.*[^ ]\) *: \([A-Z][^:]*\)$/\1: \2/p' | sort
}

all_are_ok()
{
	diff /tmp/wanted "$1"
}

count()
{
	printf '%s:u@tc0 0\n' '0 cycles' '1 instructions' '2 branches' >/proc/perf
	echo '3 instructions:k@tc1 0' >/proc/perf
}

# It went on all the time, beside perf.
has_counted()
{
	cat /proc/perf
	[ "$(grep -c 'Cnt : [1-9]' /proc/perf)" -eq 4 ]
}

# Two instructions a turn of spin's loop: with an even period all samples lie on one of
# them, with an odd one by turns on both, which are 3 bytes apart.
turns=1000000

# record PERIOD: where the samples lie, and how many, the most first.
record()
{
	perf record -q -o /tmp/samples -e instructions:u -c "$1" ./spin "$turns" &&
	perf script -i /tmp/samples -F ip | sort | uniq -c | sort -rn >/tmp/places &&
	cat /tmp/places
}

# As many as the program has periods, which begins by a few instructions more or fewer where
# perf record starts it: none is lost.
no_sample_is_lost()
{
	total=$(perf stat -x, -e instructions:u ./spin "$turns" 2>&1 | cut -d, -f1)
	echo "$total instructions"
	record 4000 || return
	samples=$(awk '{ sum += $1 } END { print sum }' /tmp/places)
	[ "$samples" -ge $(((total - 100) / 4000)) ] &&
		[ "$samples" -le $(((total + 100) / 4000)) ]
}

all_on_one()
{
	record 4000 &&
	[ "$(awk 'NR == 1 { print $1 }' /tmp/places)" -eq $((2 * turns / 4000)) ]
}

by_turns_on_both()
{
	record 4001 || return
	# shellcheck disable=SC2046 # numbers
	set -- $(head -n 2 /tmp/places)
	apart=$((0x$2 - 0x$4))
	[ $(($1 - $3)) -le 1 ] && [ $(($1 + $3)) -ge $((2 * turns / 4001)) ] &&
		[ "${apart#-}" -eq 3 ]
}

unload
run_suite "$@" >/tmp/absent
check "perf test, without the module" all_are_ok /tmp/absent
insmod "$module" pmu=perf
run_suite "$@" >/tmp/idle
check "perf test says the same while nothing counts" cmp /tmp/absent /tmp/idle
count
run_suite "$@" >/tmp/counting
check "and while four counters count" cmp /tmp/absent /tmp/counting
check "which have counted" has_counted
# an emulated machine's time is the host's: nothing is to be left out for want of it
sysctl -q -w kernel.perf_event_max_sample_rate=1000000
sysctl -q -w kernel.perf_cpu_time_max_percent=0
check "perf record, meanwhile: no sample is lost" at_one_place no_sample_is_lost
check "all lie on the predicted instruction" all_on_one
check "or by turns on two of them" by_turns_on_both
printf '%s 0 0\n' 0 1 2 3 >/proc/perf
finish
