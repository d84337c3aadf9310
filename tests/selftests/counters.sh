#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# counters.sh N: a core with N counters, as Config1.PC and the M bits say.
n=$1
module=/lib/perfcnt/perfcnt.ko

ok()
{
	tests=$((tests + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tests - $2"
	else
		echo "not ok $tests - $2"
	fi
}

if [ "$n" -eq 0 ]; then
	insmod "$module" 2>/tmp/said
	[ $? -ne 0 ] && grep -q 'No such device' /tmp/said
	ok $? "without counters the module refuses: $(cat /tmp/said)"
	dmesg | grep -q 'perfcnt: .*Config1.PC is 0'
	ok $? "and says why: $(dmesg | grep 'perfcnt: .*Config1')"
	[ "$(dmesg | grep -c ' perfcnt: ')" -eq \
	  "$(dmesg | grep -c ' perfcnt: .*Config1\|taints kernel\|tainting')" ]
	ok $? "in one line"
	[ ! -e /proc/perf ] && [ ! -e /sys/module/perfcnt ]
	ok $? "nothing is left"
	echo "1..$tests"
	exit
fi

insmod "$module"
ok $? "loads"
[ "$(wc -l </proc/perf)" -eq $((2 * n)) ]
ok $? "$n counters are shown"
[ "$(grep -c 'Ctl : 0x8' /proc/perf)" -eq $((n - 1)) ]
ok $? "M is set in all but the last"
echo "$((n - 1)) instructions 0" >/proc/perf
ok $? "the last counter is taken"
grep -A1 "\[$((n - 1))\].Ctl" /proc/perf | grep -q 'Cnt : [1-9]'
ok $? "and counts"
! echo "$n instructions 0" >/proc/perf
ok $? "the one after it is refused"
rmmod perfcnt
ok $? "unloads"
echo "1..$tests"
