#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# registers.sh [PARAMETER...]: the register test module, whose results are in
# the kernel's log. Where perfcnt is loaded it is so again at the end.
echo "TAP version 13"
if [ ! -e registers_test.ko ]; then
	echo "1..0 # SKIP there is no registers_test.ko"
	exit 4
fi
driver=$(cat /sys/module/perfcnt/parameters/pmu 2>/dev/null) && rmmod perfcnt
insmod registers_test.ko "$@" 2>/dev/null
dmesg | sed -n 's/^\[ *[0-9.]*\] //; s/^registers_test: //; /^\(ok\|not ok\|1\.\.\|#\)/p'
[ ! "$driver" ] ||
	{ rmmod registers_test && insmod /lib/perfcnt/perfcnt.ko pmu="$driver"; }
