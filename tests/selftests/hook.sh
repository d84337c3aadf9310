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
	log | sed -n 's/.*intruder: hook //p' | tail -n 1 |
		grep '^given back, [1-9]'
}

unload
check "somebody is on the hook" insmod intruder.ko hook=1
check "the module shares it" insmod "$module"
check "64-bit counts are exact" ./extension
check "the module goes" rmmod perfcnt
mark
check "so does who was there before" rmmod intruder
check "which has had its interrupts, and its hook back" hook_is_given_back

# Perf can have the line no more than we, so it cannot be kept from the hook.
refused()
{
	! echo "1 instructions:u 0" >/proc/perf &&
		grep 'cannot be kept' /sys/module/perfcnt/last_error
}

check "perf shares the hook" insmod intruder.ko hook=1 perf=1
check "with the module" insmod "$module"
check "for whom the user has no rights" ./handed_on
mark
check "perf has gone" rmmod intruder
check "and has not brought a hook back that is gone" hook_is_given_back

check "perf cannot have an event" insmod intruder.ko hook=1 line=1
check "the module is there" insmod "$module"
check "and has no counters either, in words" refused
rmmod perfcnt
rmmod intruder
finish
