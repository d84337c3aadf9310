#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# counters.sh N: a core with N counters, as Config1.PC and the M bits say.
# shellcheck source=check.sh
. ./check.sh

n=${1:-}
[ "$n" ] || skip 'how many counters has this core?'

unload

refuses()
{
	mark
	! insmod "$module" 2>/tmp/said && grep 'No such device' /tmp/said
}

# What the module says, without what the kernel says of its signature. insmod
# tries twice, in two ways.
module_says()
{
	log | sed -n 's/.* perfcnt: //p' | grep -v taint | sort -u
}

says_why_in_one_line()
{
	module_says | grep 'Config1.PC is 0' && [ "$(module_says | wc -l)" -eq 1 ]
}

shows()
{
	[ "$(grep -c "$1" /proc/perf)" -eq "$2" ]
}

last_counts()
{
	grep "\[$((n - 1))\].Cnt : [1-9]" /proc/perf
}

set_counter()
{
	echo "$1 instructions 0" >/proc/perf
}

refuses_counter()
{
	! set_counter "$1"
}

if [ "$n" -eq 0 ]; then
	check "without counters the module refuses: ENODEV" refuses
	check "and says why in one line" says_why_in_one_line
	check "there is no file" [ ! -e /proc/perf ]
	check "nor a module" [ ! -e /sys/module/perfcnt ]
	finish
fi
check "loads" insmod "$module"
check "$n counters are shown" shows 'Cnt :' "$n"
check "M is set in all but the last" shows 'Ctl : 0x8' $((n - 1))
check "the last counter is taken" set_counter $((n - 1))
check "and counts" last_counts
check "the one after it is refused" refuses_counter "$n"
check "unloads" rmmod perfcnt
finish
