#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the function is called by check
# A board whose counter interrupt has a number of its own. Its interrupt controller may
# bring it to one VPE while Cause.PCI is set in the other.
# shellcheck source=check.sh
. ./check.sh

[ -e intruder.ko ] || skip 'there is no intruder.ko'

# What nobody has handled 100000 times, the kernel turns off.
is_handled()
{
	number=$(log | sed -n 's/.*intruder: line //p')
	echo "0 instructions:u 0" >/proc/perf &&
		grep "^ *$number:.* perfcnt" /proc/interrupts &&
		echo 1 >/sys/module/intruder/parameters/deliver &&
		grep "^ *$number: .*[1-9].* perfcnt" /proc/interrupts &&
		cat "/proc/irq/$number/spurious" &&
		grep '^unhandled 0$' "/proc/irq/$number/spurious"
}

unload
mark
check "the line is not the timer's" insmod intruder.ko own=1
check "the module is there" insmod "$module"
check "its interrupt is handled on each VPE" is_handled
check "the module goes" rmmod perfcnt
rmmod intruder
finish
