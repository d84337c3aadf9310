#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# On a 34K whose time is made of cycles: the mergesort of MD00548, section 5, by
# threads as in its Table 7, and by block sizes as in Table 6. Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh

events='cycles instructions stalls dcache-misses' # four: one run

# sweep FILE TIMES ELEMENTS BLOCKSIZE THREADS
sweep()
{
	pc_sweep --machine -u --events "$events" --append "$1" --repeat "$2" \
		./mergesort random "$3" "$4" "$5"
}

# numbers FILE NAME: of each measurement in FILE, on one line
numbers()
{
	pc_parse --medians --format=csv "$1" |
		awk -F , -v name="$2" '$4 == name { print $8 }' | tr '\n' ' '
}

by_threads()
{
	sweep threads 1 32768 64 1 && sweep threads 1 32768 64 2
}

by_blocks()
{
	for block in 64 128 256 512 1024; do
		sweep blocks 3 8192 "$block" 2 || return
	done
}

# rows FILE: what was measured, for people
rows()
{
	for name in $events; do
		numbers=$(numbers "$1" "$name")
		[ ! "$numbers" ] || echo "# $name: $numbers"
	done
}

# are FILE NAME CONDITION: an expression of awk, of n numbers in v
are()
{
	pc_parse --medians --format=csv "$1" | awk -F , -v name="$2" '
		$4 == name { v[++n] = $8; print }
		END { exit !(n > 1 && ('"$3"')) }'
}

# each FILE NAME CONDITION: the same for each number v, the one before, u, and the first
each()
{
	pc_parse --medians --format=csv "$1" | awk -F , -v name="$2" '
		$4 == name {
			v = $8
			print
			if (!n)
				first = v
			if (n++ && !('"$3"'))
				bad = 1
			u = v
		}
		END { exit bad || n < 2 }'
}

# ipc FILE: beside each other, in thousandths
ipc()
{
	pc_parse --medians --format=csv "$1" | awk -F , '
		$4 == "cycles" { cycles[++c] = $8 }
		$4 == "instructions" { instructions[++i] = $8 }
		END {
			for (n = 1; n <= c; n++)
				printf "%d ", 1000 * instructions[n] / cycles[n]
		}'
}

ipc_rises()
{
	ipc "$1" | awk '{
		print
		for (n = 2; n <= NF; n++)
			if ($n <= $(n - 1))
				exit 1
		exit NF < 2
	}'
}

check "mergesort, one thread and two" by_threads
rows threads
echo "# IPC in thousandths: $(ipc threads)"
check "two threads take 40 to 70 % of the stalls away" \
	are threads stalls 'v[2] <= 0.6 * v[1] && v[2] >= 0.3 * v[1]'
check "and the IPC rises" ipc_rises threads
check "two threads take no cycle more" are threads cycles 'v[2] <= v[1]'
check "mergesort, block sizes from 64 to 1024" by_blocks
rows blocks
echo "# IPC in thousandths: $(ipc blocks)"
check "larger blocks take more instructions" each blocks instructions 'v > u'
# Where the pages lie, and so what lines they share, is another in each run: medians.
check "but about the same D-cache misses" each blocks dcache-misses 'v <= 1.25 * first'
check "and stalls" each blocks stalls 'v <= 1.25 * first'
check "so that the IPC rises" ipc_rises blocks
finish
