#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by tap
# counters.sh N: a core with N counters, as Config1.PC and the M bits say.
# shellcheck source=../tap.sh
. ./tap.sh

n=$1
module=/lib/perfcnt/perfcnt.ko

refuses()
{
	! insmod "$module" 2>/tmp/said && grep 'No such device' /tmp/said
}

# What the module says, without what the kernel says of its signature. insmod
# tries twice, in two ways.
module_says()
{
	dmesg | sed -n 's/.* perfcnt: //p' | grep -v taint | sort -u
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
	tap "without counters the module refuses: ENODEV" refuses
	tap "and says why in one line" says_why_in_one_line
	tap "there is no file" [ ! -e /proc/perf ]
	tap "nor a module" [ ! -e /sys/module/perfcnt ]
	tap_end
fi
tap "loads" insmod "$module"
tap "$n counters are shown" shows 'Cnt :' "$n"
tap "M is set in all but the last" shows 'Ctl : 0x8' $((n - 1))
tap "the last counter is taken" set_counter $((n - 1))
tap "and counts" last_counts
tap "the one after it is refused" refuses_counter "$n"
tap "unloads" rmmod perfcnt
tap_end
