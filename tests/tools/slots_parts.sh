# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# What pc_topdown says of a loop of waste, for slots.sh and slots_of_others.sh.

# on_cpu_0 COMMAND...
on_cpu_0()
{
	taskset 1 "$@"
}

# warm LOOP: CPU 0's caches, which see what is counted, have the program: the first time
# most of a short loop's slots are lost to its beginning
warm()
{
	on_cpu_0 pc_topdown -u --output /dev/null ./waste "$1" 0 2>/dev/null
}

# times_of LOOP: so often that what a run begins with is little of it
times_of()
{
	case $1 in
	retiring) echo 4 ;;
	*) echo 1 ;;
	esac
}

# ours LOOP [OPTION]...: ours.csv
ours()
{
	loop=$1
	shift
	warm "$loop" || return
	on_cpu_0 pc_topdown -u -f csv --output ours.csv "$@" ./waste "$loop" \
		"$(times_of "$loop")" 2>said || {
		cat said
		return 1
	}
}

# shares: of ours.csv, as lines of a name and a percentage
shares()
{
	tr -d '\r' <ours.csv | awk -F , 'NR > 1 { print $6, 100 * $10 }'
}

bottleneck()
{
	awk -F , '$13 == "yes" { print $6 }' ours.csv
}
