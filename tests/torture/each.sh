#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# each.sh COMMAND...: one after the other, or pmu=NAME for those that follow. A module that
# has sessions is there.
insmod marker.ko || exit
status=0
for command in "$@"; do
	echo "# $command"
	case $command in
	pmu=*)
		[ ! -e /sys/module/perfcnt_regions ] || rmmod perfcnt_regions
		[ ! -e /sys/module/perfcnt_sim ] || rmmod perfcnt_sim
		rmmod perfcnt
		insmod /lib/perfcnt/perfcnt.ko "$command" || exit
		[ "$command" != pmu=sim ] || insmod /lib/perfcnt/perfcnt_sim.ko || exit
		;;
	*)
		[ -e /sys/module/perfcnt_regions ] ||
			insmod /lib/perfcnt/perfcnt_regions.ko || exit
		# shellcheck disable=SC2086 # a program and its arguments
		./$command || [ $? -eq 4 ] || status=1 # 4: skipped
		;;
	esac
done
exit $status
