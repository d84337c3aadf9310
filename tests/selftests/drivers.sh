#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# What the parameters pmu and counters choose, with a PMU and without one; with PER_TC on a
# 34K each of whose TCs has counters of its own.
# shellcheck source=check.sh
. ./check.sh

unload

# refuses WHY PARAMETER...: insmod fails in these words.
refuses()
{
	why=$1
	shift
	mark
	! load_perfcnt "$@" 2>/tmp/said && grep "$why" /tmp/said
}

# What the module said of it.
says()
{
	log | sed -n 's/.* perfcnt: //p' | tail -n 1 | grep -F -- "$1"
}

# The line of the boot's log is what users of the machine look for.
pmu_is_known()
{
	case $(uname -m) in
	x86_64) dmesg | grep 'Performance Events:.* Sapphire Rapids events,.* Intel PMU driver' ;;
	aarch64) dmesg | grep 'hw perfevents: enabled with armv8_pmuv3 PMU driver' ;;
	esac
}

has_pmu()
{
	[ -e /sys/bus/event_source/devices/armv8_pmuv3 ] ||
	[ -e /sys/bus/event_source/devices/cpu ]
}

# How many counters the kernel says that its PMU has, without Arm's for cycles; or four.
hardware()
{
	has_pmu || { echo 0; return; }
	number=$(dmesg | sed -n 's/.*generic [a-z]*: *\([0-9]*\)$/\1/p
		s/.*armv8_pmuv3 PMU driver, \([0-9]*\).*/\1 - 1/p' | tail -n 1)
	echo $((${number:-4}))
}

# loads DRIVER COUNTERS PARAMETER...
loads()
{
	want="$1 $2"
	shift 2
	load_perfcnt "$@" || return
	shown="$(cat /sys/module/perfcnt/parameters/pmu) $(grep -c 'Cnt :' /proc/perf)"
	unload_perfcnt
	echo "$shown"
	[ "$shown" = "$want" ]
}

# Sixteen counters that count sixteen software events.
sixteen()
{
	insmod "$module" pmu=perf counters=16 || return
	for n in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
		echo "$n page-faults:uk 0" >/proc/perf
	done
	cat /proc/perf
	shown=$(grep -c 'Cnt : [1-9]' /proc/perf)
	rmmod perfcnt
	[ "$shown" -eq 16 ]
}

# Without its driver there is perfcnt, and nothing to count with.
waits()
{
	mark
	insmod "$module" pmu=sim && says 'pmu=sim: waiting for the module perfcnt_sim' &&
	[ ! -e /proc/perf ] && [ ! -e /dev/perfcnt ]
}

# That of the simulated 34K, loaded by hand, and under another name, too.
has_sim()
{
	insmod "$sim_module" && grep 'Cnt : 0$' /proc/perf && echo '0 0x28 7' >/proc/perf &&
	grep 'Cnt : 7$' /proc/perf
}

is_busy()
{
	mark
	! insmod "$1" 2>/tmp/said && grep 'resource busy' /tmp/said
}

refuses_to_go()
{
	! rmmod "$1" && [ -e /proc/perf ]
}

another_name()
{
	sed 's/perfcnt_sim/perfcnt_two/g' "$sim_module" >/tmp/two.ko && is_busy /tmp/two.ko &&
	[ ! -e /sys/module/perfcnt_two ]
}

# Whoever has the device open keeps both.
stay_while_open()
{
	# shellcheck disable=SC2217 # it is open meanwhile
	! sh -c 'rmmod perfcnt_sim' </dev/perfcnt && [ -e /proc/perf ]
}

# So does whoever counts regions, and those of its module that count.
stay_while_counted()
{
	insmod /lib/perfcnt/perfcnt_regions.ko && insmod marker.ko &&
	echo 1 >/sys/module/marker/parameters/count && ! rmmod perfcnt_sim &&
	! rmmod perfcnt_regions && [ -e /proc/perf_regions/marker ] &&
	echo 0 >/sys/module/marker/parameters/count &&
	rmmod marker && rmmod perfcnt_regions && [ ! -e /proc/perf_regions ]
}

# And perfcnt that has no driver has nothing to count regions with.
nothing_to_count_with()
{
	insmod /lib/perfcnt/perfcnt_regions.ko && insmod marker.ko || return
	mark
	! echo 1 >/sys/module/marker/parameters/count &&
	says 'session marker: perfcnt has no driver' &&
	rmmod marker && rmmod perfcnt_regions
}

goes_alone()
{
	rmmod perfcnt_sim && [ ! -e /proc/perf ] && [ ! -e /dev/perfcnt ] &&
	[ ! -e /sys/kernel/debug/perfcnt_sim ] && [ -e /sys/module/perfcnt ]
}

# Nothing is left of what the first one has counted.
comes_back()
{
	insmod "$sim_module" && [ "$(grep -c 'Cnt : 0$' /proc/perf)" -eq 4 ] &&
	[ "$(grep -c 'Ctl : 0x.0000000$' /proc/perf)" -eq 4 ]
}

# Where perfcnt counts with another driver the simulated one is not wanted.
sim_is_refused()
{
	insmod "$module" pmu=perf || return
	is_busy "$sim_module"
	busy=$?
	rmmod perfcnt
	return $busy
}

if [ "$PER_TC" ]; then # Config7.PTC, which Linux does not show
	check "pmu=mips is refused where TCs have their own counters" \
		refuses 'No such device' pmu=mips
	check "in words" says 'counters for each TC'
	check "auto takes the kernel's PMU" loads perf 16
elif grep -q 'MIPS 34K' /proc/cpuinfo; then
	check "auto takes the registers" loads mips 4
	check "pmu=mips" loads mips 4 pmu=mips
	check "pmu=mips counters=2" loads mips 2 pmu=mips counters=2
	check "pmu=mips counters=5 is refused" refuses Invalid pmu=mips counters=5
	check "in words" says 'this core has only 4 counters'
	check "and so is counters=5" refuses Invalid counters=5
elif has_pmu; then
	check "the kernel's driver knows the PMU" pmu_is_known
	check "auto takes the kernel's PMU" loads perf 16
else
	check "auto refuses where there is no PMU: ENODEV" \
		refuses 'No such device'
	check "and names what counts without one" \
		says 'use pmu=perf for software events'
	check "and what simulates one" \
		says 'pmu=sim and the module perfcnt_sim for a simulated 34K'
	check "there is no module" [ ! -e /sys/module/perfcnt ]
fi
if [ -e /proc/sys/kernel/perf_event_paranoid ]; then
	mark
	check "pmu=perf" loads perf 16 pmu=perf
	check "it says how many can have hardware events" \
		says "16 counters, $(hardware) of them for hardware events at a time"
	check "pmu=perf counters=1" loads perf 1 pmu=perf counters=1
	check "pmu=perf counters=16" sixteen
	check "beside it perfcnt_sim is refused: EBUSY" sim_is_refused
	check "in words" \
		says 'driver sim: perfcnt counts with driver perf; unload perfcnt, then load it with pmu=sim'
else
	check "pmu=perf is refused" refuses 'Invalid' pmu=perf
	check "in words that name the option" says CONFIG_PERF_EVENTS
fi
check "counters=17 is refused" refuses 'Invalid' counters=17
check "in words" says 'counters=17: at most 16 are supported'
check "pmu=sim" loads sim 4 pmu=sim
check "pmu=sim counters=2" loads sim 2 pmu=sim counters=2
check "pmu=sim counters=5 is refused" refuses 'Invalid' pmu=sim counters=5
check "in words" says 'a 34K has at most 4 counters'
check "pmu=sim waits for its driver" waits
check "which brings the interfaces" has_sim
check "it is one driver, whatever the module is called: EBUSY" another_name
check "in words" says 'driver sim: perfcnt counts with driver sim'
check "perfcnt stays while it has a driver" refuses_to_go perfcnt
check "and both while somebody has the device open" stay_while_open
[ ! -e marker.ko ] ||
	check "and all while a module counts its regions" stay_while_counted
check "the driver can go" goes_alone
[ ! -e marker.ko ] || check "then regions count nothing, and the log says why" nothing_to_count_with
check "and come back" comes_back
check "both can go" unload_perfcnt
if [ "$(uname -m)" != mips ]; then
	check "pmu=mips is refused" refuses 'Invalid' pmu=mips
	check "in words" says 'pmu=mips: unknown driver, or not available'
fi
check "pmu=nothing is refused" refuses 'Invalid' pmu=nothing
finish
