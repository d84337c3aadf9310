#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the function is called by check
# Is there memory that nobody knows any more, of all that ran since the boot? The last
# test of a boot.
# shellcheck source=check.sh
. ./check.sh

scan=/sys/kernel/debug/kmemleak
[ -e $scan ] || skip "this kernel has no kmemleak"
unload

# What is younger than 5 s is not looked at, and a leak is told by the second scan.
none()
{
	sleep 6
	echo scan >$scan && echo scan >$scan || return
	cat $scan
	! grep -q . $scan
}

check "nothing has leaked" none
finish
