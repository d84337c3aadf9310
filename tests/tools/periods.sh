#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2317 # the functions are called by check
# On a 34K whose time is made of cycles: pc_profile samples them in user mode, at a long
# period and at short ones. Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh

# sampled PERIOD: the samples and those that were lost, which are said, stand for what was
# counted, but for a part of a period at each end, and periods left out before that. One that
# was lost may be that of the CPU on which the period has not ended: that one stands for nothing.
sampled()
{
	# so many loops that one that is lost is few of the samples
	pc_profile -s "$1,5%,cycles:u" -o report --save saved \
		./loops add $(($1 < 50000 ? 10000 : $1 / 5)) || return
	awk -v period="$1" '$1 == "total" { count = $3 }
		$1 == "lost" { lost = $2 + $3 }
		$1 == "sample" {
			events = $5 * (1 + $11)
			sum += events
			periods += 1 + $11
			samples++
			most = events > most ? events : most
		}
		END {
			print samples, "samples, lost", lost, "of", count, "cycles", sum
			exit !(samples > 5 && lost < periods / 10 && sum < count + period &&
			       sum + lost * period > count - 2.1 * most)
		}' saved
}

for period in 5000 20000 500000; do
	check "cycles:u every $period" sampled "$period"
done
finish
