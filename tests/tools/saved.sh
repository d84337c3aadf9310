#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What the tools save in a machine, and what they make of it there, as text: a packed archive.
# from_elsewhere reads it. Without perf nothing follows a task, and nothing can be sampled.
cd "$(dirname -- "$0")" || exit
mkdir saved || exit

sweep()
{
	pc_sweep "$@" -u -e instructions,branches,loads -f raw -o saved/dump ./hot &&
		pc_parse -f json saved/dump >saved/dump.json
}

profile()
{
	pc_profile -s 20011,instructions:u --save saved/run -f csv -o saved/live.csv ./hot &&
		pc_profile report -f csv saved/run >saved/run.csv
}

regions()
{
	PERFCNT_REGIONS_EVENTS=$1 PERFCNT_REGIONS_DIR=saved ./regions &&
		mv saved/regions.*.regions saved/recording &&
		pc_regions -f json saved/recording >saved/recording.json
}

if [ -e /proc/sys/kernel/perf_event_paranoid ]; then
	sweep && profile && regions instructions:u,branches:u
else
	sweep --machine && regions ''
fi >said 2>&1
status=$?
ls -l saved >>said
[ $status = 0 ] || {
	cat said
	exit 1
}
cp hot saved && tar -c -C saved . | gzip | base64
