#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What is tested in the machine while perfcnt.ko is not loaded. What KUnit says
# goes to the kernel's log.
status=0
insmod perfcnt_kunit.ko && rmmod perfcnt_kunit || status=1
./load_faults || status=1
exit $status
