#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2154,SC2317 # $found is set elsewhere; functions called by check
# pc_topdown on a PC that has stand-ins for its PMUs: what its own PMU counts, under the
# names that the kernel has for events of other cores. Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh
# shellcheck source=slots_parts.sh
. ./slots_parts.sh

devices=/sys/bus/event_source/devices

# stand_in PMU [NAME=TERMS]...: instead of all PMUs one that has this one's words for
# events, and these events; a NAME with a / is another file
stand_in()
{
	folder=stand-ins/$1
	shift
	mkdir -p "$folder/events" "$folder/caps" && cp /sys/devices/cpu/type "$folder" &&
		cp -r /sys/devices/cpu/format "$folder" || return
	for file; do
		name=${file%%=*}
		case $name in
		*/*) echo "${file#*=}" >"$folder/$name" ;;
		*) echo "${file#*=}" >"$folder/events/$name" ;;
		esac
	done
	mount --bind stand-ins $devices
}

# remove_stand_in: say whether all was well before
remove_stand_in()
{
	status=$?
	umount $devices && rm -r stand-ins && return $status
}

# What is lost is 90 slots for each mispredicted branch, 84 for each line of code, and 1200
# if that is from memory.
intel_before='topdown-total-slots=event=0x3c topdown-total-slots.scale=6
	topdown-slots-issued=event=0xc0 topdown-slots-retired=event=0xc0
	topdown-recovery-bubbles=event=0xc5 topdown-recovery-bubbles.scale=90'

code='topdown-fetch-bubbles=event=0x24,umask=0xe4 topdown-fetch-bubbles.scale=84'
memory='topdown-fetch-bubbles=event=0x24,umask=0xe4 topdown-fetch-bubbles.scale=1200'

# as_before LOOP BOTTLENECK BUBBLES: like SLOTS and PERF_METRICS have it, whose shares are
# cut to 0.4 points, but for what branches that are taken lose, the backend's here
as_before()
{
	ours "$1" && shares >"$1.shares" || return
	# shellcheck disable=SC2086 # words
	stand_in cpu $intel_before $3 && ours "$1"
	remove_stand_in || return
	found=$(bottleneck)
	shares >perf
	cat perf
	grep -q ',events,' ours.csv && [ "$found" = "$2" ] || return
	awk 'NR == FNR { was[$1] = $2; next }
		{ is[$1] = $2 }
		function differs(x) { return x > 1.4 || x < -1.4 }
		END {
			was["both"] = was["frontend_bound"] + was["backend_bound"]
			is["both"] = is["frontend_bound"] + is["backend_bound"]
			for (name in is) {
				print name, was[name], is[name]
				if (name !~ /end_bound/ && differs(was[name] - is[name]))
					bad = 1
			}
			exit bad
		}' "$1.shares" perf
}

# arm_shares: of perf's counts, as this machine names the events of arm
arm_shares()
{
	awk -F , '
		{ count[NR] = $1 }
		END {
			slots = 6 * count[1]
			rest = 1 - count[4] / slots
			retired = count[5] / count[6]
			printf "%f %f %f %f\n", 100 * retired * rest,
				100 * (1 - retired) * rest, 100 * count[2] / slots,
				100 * count[3] / slots
			exit NR != 6
		}' stat
}

# As the formulas have it: of six slots a cycle, with these events instead of others.
arm()
{
	perf stat -x , -o all -e '{r3c,r4f2e,re424,r151,rc4,rc0}:u' ./waste branches 1
	grep , all >stat
	cat stat
	want=$(arm_shares) || return
	stand_in armv8_pmuv3_0 caps/slots=0x00000006 cpu_cycles=event=0x3c \
		stall_slot_frontend=event=0x2e,umask=0x4f \
		stall_slot_backend=event=0x24,umask=0xe4 \
		stall_slot=event=0x51,umask=0x1 op_retired=event=0xc4 \
		op_spec=event=0xc0 && ours branches
	remove_stand_in || return
	found=$(shares | awk '$1 !~ /operations|branch|clears|fetch|memory|core/ { print $2 }' |
		xargs)
	echo "$found; $want"
	grep -q ',arm,' ours.csv && echo "$found $want" | awk '{
		for (i = 1; i <= 4; i++)
			if ($i - $(i + 4) > 0.1 || $i - $(i + 4) < -0.1)
				exit 1
		exit NF != 8
	}'
}

# Without slots these are cycles, and without operations two parts are one.
arm_cycles()
{
	stand_in armv8_pmuv3_0 cpu_cycles=event=0x3c \
		stall_frontend=event=0x24,umask=0xe4 \
		stall_backend=event=0x51,umask=0x1 &&
		pc_topdown -u ./waste branches 1 2>said
	remove_stand_in || return
	cat said
	grep -q '^\[U\] .* cycles, 1 run, method arm$' said &&
		grep -q '^Retiring .* -$' said && grep -q '^Bad speculation .* -$' said &&
		grep -q '^Backend bound .* [0-9.]*%' said &&
		grep -q '^Retiring and Bad speculation together: [0-9.]*%$' said &&
		grep -q 'does not say how many slots it lost' said &&
		grep -q 'this core has no level 2' said
}

# Where stalls for memory count, too: with mispredicts as these.
arm_memory()
{
	perf stat -x , -o all -e '{r3c,rc5}:u' ./waste branches 1
	grep , all >stat
	cat stat
	stand_in armv8_pmuv3_0 cpu_cycles=event=0x3c stall_frontend=event=0x24,umask=0xe4 \
		stall_backend=event=0xc4 op_retired=event=0xc0 op_spec=event=0xc0 \
		stall_backend_mem=event=0xc5 && ours branches
	remove_stand_in || return
	found=$(shares | awk '$1 == "memory_bound" { print $2 }')
	shares
	awk -F , -v found="$found" '
		{ count[NR] = $1 }
		END {
			differs = found - 100 * count[2] / count[1]
			print found, 100 * count[2] / count[1]
			exit NR != 2 || differs > 0.1 || differs < -0.1
		}' stat
}

# Of two kinds of cores the larger ones count.
two_kinds()
{
	mkdir -p stand-ins/cpu_atom &&
		stand_in cpu_core cpus=0 &&
		cp /sys/devices/cpu/events/* stand-ins/cpu_core/events &&
		echo 0 >stand-ins/cpu_core/cpus &&
		pc_topdown -a --per-cpu --idle -f csv --output core.csv ./waste branches 1 \
			2>said && pc_topdown -C 0,1 touch ran 2>said
	[ $? = 125 ]
	remove_stand_in || return
	cat core.csv said
	[ ! -e ran ] && grep -q 'CPU 1: its kind of core counts no slots' said &&
		[ "$(tr -d '\r' <core.csv | cut -d , -f 20 | sort -u | xargs)" = '0 cpus' ]
}

# Events that are not there count nothing, and nothing is made of that.
events_of_nothing()
{
	stand_in cpu topdown-total-slots=event=0x3c topdown-slots-issued=event=0xe,umask=1 \
		topdown-slots-retired=event=0xc2,umask=2 \
		topdown-fetch-bubbles=event=0x9c,umask=1 && pc_topdown ./waste branches 1 2>said
	remove_stand_in || return
	cat said
	[ "$(grep -c ' -$' said)" = 4 ] && grep -q '^no part of them was counted$' said
}

# list METHOD: it is the one that is here
list()
{
	pc_topdown --list >out
	cat out
	[ "$(awk '/^[a-z0-9]/ { name = $1 } /^ *here$/ { print name }' out)" = "$1" ]
}

other_method()
{
	pc_topdown --method events touch ran 2>said
	[ $? = 125 ] && [ ! -e ran ] && cat said &&
		grep -q 'cpu lacks topdown-total-slots, .*, which those before have' said
}

# none [OPTION]...: with none of the events
none()
{
	stand_in cpu && pc_topdown "$@" touch ran 2>said
	[ $? = 125 ]
	remove_stand_in || return
	cat said
	[ ! -e ran ] &&
		grep -q 'cpu lacks slots, topdown-retiring, which Intel' said &&
		grep -q 'cpu lacks topdown-total-slots, topdown-slots-issued, ' said &&
		grep -q 'this machine has neither slots nor the stall' said
}

# A line of CPUINFO is what tells it from Intel's.
amd()
{
	sed 's/GenuineIntel/AuthenticAMD/' /proc/cpuinfo >cpuinfo &&
		stand_in cpu && mount --bind cpuinfo /proc/cpuinfo &&
		pc_topdown touch ran 2>said
	[ $? = 125 ]
	remove_stand_in
	status=$?
	umount /proc/cpuinfo || return
	cat said
	[ $status = 0 ] && [ ! -e ran ] && grep -q "cpu is AMD's: there is no method" said
}

check "the method is listed" list metrics
check "events of cores before: no bottleneck" \
	as_before retiring '' "$code"
check "events of cores before: bad speculation" \
	as_before branches bad_speculation "$code"
check "events of cores before: backend bound" \
	as_before misses backend_bound "$code"
check "events of cores before: frontend bound" \
	as_before much_code frontend_bound "$memory"
check "events that count nothing" events_of_nothing
check "slots that an Arm core lost" arm
check "cycles that an Arm core lost" arm_cycles
check "what an Arm core waited for memory" arm_memory
check "two kinds of cores" two_kinds
check "a method that is not here" other_method
check "with no such events it is said what there is not" none
check "also if the method was chosen" none --method metrics
check "also of all CPUs" none -a
check "AMD's are said to be that" amd
finish
