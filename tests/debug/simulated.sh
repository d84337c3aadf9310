#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Faults and the selftests over the simulated 34K, and faults with perf, which stays.
# What leaks is looked for once.
status=0

failed()
{
	echo "# $1: status $2"
	status=1
}

./faults -F leaks || failed faults $?
SCOPE_ROUNDS=2 SCOPE_TASKS=100 ./run_kselftest.sh -t perfcnt:grammar -t perfcnt:device \
	-t perfcnt:readout -t perfcnt:half_full -t perfcnt:sim -t perfcnt:sampling \
	-t perfcnt:scope_life -t perfcnt:scope_may || failed selftests $?
# what of a profile needs no samples
perfcnt/profile -t wrong_words -t shared_by_vpes -t has_a_counter || failed profile $?
{ rmmod perfcnt_sim && rmmod perfcnt && insmod /lib/perfcnt/perfcnt.ko pmu=perf; } ||
	failed modules $?
./faults || failed faults $?
exit $status
