#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# On a 34K whose time is made of cycles: what events cost, as perfex measures it there.
# Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh

# cost NUMBER COLUMN: typical, minimum and maximum are 2 to 4.
cost()
{
	awk -v number="$1" -v column="$2" '$1 == number { print $column }' costs
}

# is NUMBER COLUMN LEAST MOST: a cost, in cycles.
is()
{
	awk -v cost="$(cost "$1" "$2")" -v least="$3" -v most="$4" \
		'BEGIN { exit !(cost != "" && cost >= least && cost <= most) }'
}

# A line from memory takes 50 cycles; a branch that is mispredicted 5, and the loop with them
# has an instruction more. What a program does until it needs a line is not waited for.
# Misses of the TLB are counted by two counters of one kind, of which each VPE has one.
calibrates()
{
	perfex --calibrate >costs
	status=$?
	cat costs
	[ "$status" = 0 ] && is 0 2 1 1 && is 24 2 5 7 && is 25 4 50 55 &&
		is 25 3 0 2 && is 25 2 2 20 && [ "$(cost 23 2)" != "" ]
}

# The table is read back, and times are counts times costs: loads that wait for each
# other take nearly all the time of a program.
estimates()
{
	cp costs /etc/perfex.costs
	perfex -t >table && perfex -y -e 25 -e 0 -o times ./loops chase 400
	status=$?
	rm /etc/perfex.costs
	cat table times
	[ "$status" = 0 ] && [ "$(grep -v '^#' costs)" = "$(grep -v '^#' table)" ] &&
		awk '
			/^ 0 / { cycles = $(NF - 2) }
			/^25 / { misses = $NF }
			END { exit !(misses > 0.8 * cycles && misses < 1.1 * cycles) }' times
}

# Cycles of 32 ns. What the timer's interrupts take in between is not to be seen.
knows_the_clock()
{
	perfex -y -e 0 -o clock true
	status=$?
	cat clock
	[ "$status" = 0 ] && awk '
		/^Based on / { mhz = $3 }
		END { exit !(mhz > 0.997 * 31.25 && mhz < 1.003 * 31.25) }' clock
}

check "perfex -y measures the clock" knows_the_clock
check "perfex --calibrate" calibrates
check "perfex -y, with the table of this machine" estimates
finish
