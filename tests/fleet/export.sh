#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# export.sh MACHINE: the sample script that leaves counts for node_exporter, in a
# machine. Prints KTAP, and what was exported, a line after @exported.prom each.
# shellcheck disable=SC2154,SC2317
# shellcheck source=../selftests/check.sh
. ./check.sh

export=./perfcnt-export
left=/tmp/left
file=$left/perfcnt.prom
mkdir -p $left
# The driver, or the PMU of its CPUs.
case $1 in
34k*) pmu=mips ;;
arm64*) pmu=armv8_pmuv3 ;;
*)
	pmu=cpu
	[ -e /sys/bus/event_source/devices/cpu ] || pmu=software
	;;
esac

# The value of a line that begins with these words.
value()
{
	grep "^$1" $file | sed 's/.* //'
}

set_counters()
{
	printf '%s\n' '0 0 0' '1 0 0' '2 0 0' '3 0 0' "$@" >/proc/perf
}

counts()
{
	set_counters "0 $event:u 0" "1 $event:uk@tc0 0"
	taskset 1 true # somebody runs on CPU 0
	$export $left && cat $file &&
		[ "$(stat -c %a $file)" = 644 ] && [ "$(ls -A $left)" = perfcnt.prom ] &&
		[ "$(value "perfcnt_events_total{counter=\"0\",event=\"$shown\",modes=\"u\",pmu=\"$pmu\"}")" -gt 0 ] &&
		[ "$(value "perfcnt_events_total{counter=\"1\",event=\"$shown\",modes=\"uk\",filter=\"tc0\",pmu=\"$pmu\"}")" -gt 0 ] &&
		sed 's/^/@exported.prom /' $file >exported
}

never_back()
{
	before=0
	for _ in 1 2 3; do
		$export $left && now=$(value 'perfcnt_events_total{counter="0"') &&
			[ "$now" -gt "$before" ] || return
		before=$now
	done
}

# While one writes, another never reads a part.
whole()
{
	lines=$(wc -l <$file)
	{
		for _ in 1 2 3 4; do
			$export $left || echo bad >>torn
		done
		touch all
	} &
	while [ ! -e all ]; do
		[ "$(cat $file | wc -l)" = "$lines" ] || echo torn >>torn
	done
	wait
	[ ! -e torn ]
}

named()
{
	mkdir -p /etc/perfcnt
	set_counters '2 page-faults:u@tc0 0'
	printf '# mine\n1 0x28 0\n2 page-faults:u@tc0 0\n' >/etc/perfcnt/counters
	$export $left && cat $file &&
		[ "$(value 'perfcnt_events_total{counter="2",event="page-faults",modes="u",filter="tc0"')" ] &&
		rm -r /etc/perfcnt && $export $left &&
		[ "$(value 'perfcnt_events_total{counter="2",event="native",modes="u",filter="tc0"')" ]
}

# Counts begin again, and it is said: the time is another one.
reloaded()
{
	set_counters "0 $event:uk 1000000000000"
	$export $left && time=$(value perfcnt_start_time_seconds) &&
		[ "$time" = "$(stat -c %Y /dev/perfcnt)" ] || return
	set_counters && rmmod perfcnt && sleep 1.1 && ! $export $left && [ ! -e $file ] &&
		[ ! "$(ls -A $left)" ] && insmod "$module" pmu="$driver_before" || return
	$export $left && [ "$(grep -c ^perfcnt $file)" = 1 ] || return
	set_counters "0 $event:uk 0"
	$export $left && [ "$(value perfcnt_start_time_seconds)" -gt "$time" ] &&
		[ "$(value 'perfcnt_events_total{counter="0"')" -lt 1000000000000 ]
}

# Nobody may take old counts for new ones.
failed()
{
	$export $left && [ -e $file ] || return
	mkdir -p bin
	printf '#!/bin/sh\nexit 2\n' >bin/pc_parse
	chmod +x bin/pc_parse
	! PATH=$PWD/bin:$PATH $export $left && [ ! "$(ls -A $left)" ]
}

# What each machine has, and how /proc/perf shows it.
event=instructions shown=instructions
[ $pmu != software ] || event=page-faults shown=native
check "what counts is exported" counts
check "no count goes back" never_back
check "nobody reads half of it" whole
[ "$pmu" = mips ] || check "names of native events" named
check "a reload is seen" reloaded
check "no old counts are left after an error" failed
set_counters
cat exported
finish
