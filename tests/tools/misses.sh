#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2317 # the functions are called by check
# On a 34K whose time is made of cycles: pc_profile finds the load that misses the data
# cache, and how often it does. Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh

turns=3000
loads=$((64 * turns)) # each of them misses, but for the few lines that are still there

# The load of the chase is in the delay slot of its loop's jump, and reads the register
# that it writes. An interrupt of a miss comes one or two instructions later, so it is
# still in that loop, which has no other load. The loop's rows: from the jump's target.
of_the_load()
{
	awk '/^Function Details/ { details = 1 }
		!details || !match($0, /,0x[0-9a-f]+  /) { next }
		{
			offset = substr($0, RSTART + 3, RLENGTH - 5)
			at[++n] = offset
			estimate[n] = $3 ~ /,0x/ ? $2 : 0
		}
		/  lw  *[$][a-z0-9]+, 0[(]/ {
			name = $(NF - 1)
			sub(/,$/, "", name)
			if ($NF == "0(" name ")" && target != "")
				for (i = 1; i < n; i++)
					if (at[i] >= target)
						sum += estimate[i]
		}
		{ target = "" }
		/[{]self[}][+]0x/ {
			target = $NF
			sub(/.*0x/, "", target)
			while (length(target) < 4)
				target = "0" target
		}
		END { print sum + 0 }' report
}

finds_the_load()
{
	pc_profile dcache -s 97 -r instruction --detail-cutoff 50,100,1 -o report \
		--save saved ./loops chase "$turns" || return
	cat report
	estimated=$(of_the_load)
	echo "# $loads loads, $estimated misses estimated"
	[ $((estimated * 100)) -ge $((loads * 95)) ] &&
		[ $((estimated * 100)) -le $((loads * 105)) ]
}

# What the samples stand for is what was counted, to within a period of each VPE: what
# others have done belongs to its first sample, and the last one may be missing, with what was
# left out before it.
estimates_add_up()
{
	awk '$1 == "sample" && $5 * (1 + $11) > most { most = $5 * (1 + $11) }
		$1 == "Counted:" && !counted { counted = $2 }
		$1 == "Samples:" { of = $4 }
		$5 ~ /^[0-9]+$/ && $NF == "loops.c" { sum += $5 }
		END {
			print counted " counted, " of " in samples, " sum " of functions"
			exit !(of > counted - 2 * most && of < counted + 2 * 101 &&
				sum <= counted && sum > counted * 0.99)
		}' saved report
}

saves_all()
{
	pc_profile report -r instruction --detail-cutoff 50,100,1 -o again saved &&
		cmp report again
}

check "the misses of a pointer chase are on its load" finds_the_load
check "and are as many as were counted" estimates_add_up
check "the report of the saved run is the same" saves_all
finish
