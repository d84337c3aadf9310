#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What of tests/debug/short is not over perf: KUnit, which reports in the kernel's log;
# faults and selftests over the simulated 34K. perf stays.
status=0
insmod perfcnt_kunit.ko && rmmod perfcnt_kunit || status=1
insmod /lib/perfcnt/perfcnt.ko pmu=sim && insmod /lib/perfcnt/perfcnt_sim.ko || status=1
./faults -F leaks || status=1
./run_kselftest.sh -t perfcnt:device -t perfcnt:readout -t perfcnt:half_full || status=1
# its sums of thousands of samples take minutes here; x86_64/sim-check has them
(cd perfcnt && ./sampling -F adding) || status=1
rmmod perfcnt_sim && rmmod perfcnt && insmod /lib/perfcnt/perfcnt.ko pmu=perf || status=1
exit $status
