#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the function is called by check
# A board whose counter interrupt has no number: it comes through the timer's
# perf_irq hook, on which somebody else is already.
# shellcheck source=check.sh
. ./check.sh

[ -e intruder.ko ] || skip 'there is no intruder.ko'

# What the intruder says of its interrupts, and of the hook that it has back.
hook_is_given_back()
{
	dmesg | sed -n 's/.*intruder: hook //p' | tail -n 1 |
		grep '^given back, [1-9]'
}

unload
check "somebody is on the hook" insmod intruder.ko hook=1
check "the module shares it" insmod "$module"
check "64-bit counts are exact" ./extension
check "the module goes" rmmod perfcnt
check "so does who was there before" rmmod intruder
check "which has had its interrupts, and its hook back" hook_is_given_back
finish
