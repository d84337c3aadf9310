#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What is tested in the machine while perfcnt.ko is not loaded. What KUnit says
# goes to the kernel's log.
status=0
failed()
{
	echo "# $1: status $2"
	status=1
}

{ insmod perfcnt_kunit.ko && rmmod perfcnt_kunit; } || failed perfcnt_kunit.ko $?
./load_faults || failed load_faults $?
exit $status
