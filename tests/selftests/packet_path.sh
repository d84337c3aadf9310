#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# The sample module packet_path: what 10,000 packets cost on their way over loopback, a
# record each; and the same module without perfcnt.
# shellcheck source=check.sh
. ./check.sh

packets=10000
size=92 # with the headers of UDP and IP
count=/sys/module/packet_path/parameters/count
file=/proc/perf_regions/packet_path

unload

# Without perfcnt it counts nothing, and packets pass.
without_perfcnt()
{
	insmod ./packet_path.ko && ! echo 1 >$count && [ "$(cat $count)" = 0 ] &&
	./send_packets 100 && ! [ -e /proc/perf_regions ]
}

# measure OUTPUT: the records of so many packets.
measure()
{
	echo 1 >$count && ./send_packets "$packets" &&
	pc_regions --format=csv $file | tr -d '\r' >"$1" && echo 0 >$count &&
	! [ -e $file ]
}

# Each packet has a record with its size, its protocol and counts, all on one CPU.
each_has_a_record()
{
	awk -F , -v packets="$packets" -v size=$size '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["number"] != NR - 2 || $at["region"] != "path" ||
		$at["cpu"] != 0 || $at["end_cpu"] != 0 || $at["user1"] != size ||
		$at["user2"] != 17 || $at["instructions:k"] < 100 { print; bad = 1 }
		END { print NR - 1; exit bad || NR - 1 != packets }' "$1"
}

# The total of a measurement.
total()
{
	awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ sum += $at["instructions:k"] }
		END { printf "%.0f\n", sum }' "$1"
}

# within PERCENT: the totals of both.
within()
{
	one=$(total /tmp/one)
	two=$(total /tmp/two)
	echo "$one, $two"
	awk -v one="$one" -v two="$two" -v percent="$1" 'BEGIN {
		difference = one > two ? one - two : two - one
		exit !(one && difference <= one * percent / 100) }'
}

# Nor with perfcnt alone.
without_regions()
{
	! echo 1 >$count && [ "$(cat $count)" = 0 ] && ! [ -e /proc/perf_regions ]
}

# Whoever counts keeps all modules loaded; no other session has its name.
stays()
{
	echo 1 >$count && ! rmmod perfcnt_regions 2>/dev/null && ! rmmod perfcnt 2>/dev/null &&
	head -n 1 /proc/perf && [ "$(head -n 1 /proc/perf)" != "PerfCnt[0].Ctl : 0x80000000" ] &&
	echo 0 >$count && ! rmmod perfcnt 2>/dev/null && unload_perfcnt
}

check "without perfcnt nothing is counted, and packets pass" without_perfcnt
load_perfcnt ${driver_before:+pmu="$driver_before"}
check "with perfcnt alone it is the same" without_regions
check "the module of regions loads" insmod /lib/perfcnt/perfcnt_regions.ko
check "packets are counted" measure /tmp/one
check "once more" measure /tmp/two
check "each packet has a record" each_has_a_record /tmp/one
check "the second time, too" each_has_a_record /tmp/two
ktap_print_msg "in kernel mode: $(total /tmp/one), then $(total /tmp/two)"
check "both times it is the same, within 1 %" within 1
check "no module can be unloaded while somebody counts" stays
check "the module can be unloaded" rmmod packet_path
finish
