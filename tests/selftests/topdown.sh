#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# perf stat --topdown of programs that waste slots in one way: that way is the largest,
# and the four ways are all slots but for half a percent. The machine must have a model
# of time.
# shellcheck source=check.sh
. ./check.sh

command -v perf >/dev/null || skip 'perf is not here'

# topdown WASTER NAME: which of perf's four names has most.
topdown()
{
	perf stat --topdown --no-metric-only -x , -o /tmp/stat ./waste "$1" &&
	cat /tmp/stat &&
	awk -F , -v want="$2" '
		$3 == "slots" { slots = $1 }
		$3 ~ /^topdown-(retiring|bad-spec|fe-bound|be-bound)$/ {
			n++
			sum += $1
			if ($1 > most) {
				most = $1
				name = $3
			}
		}
		END {
			print "of", slots, "slots", sum, "in", n, "shares, most", name
			exit !(n == 4 && name == want && sum >= slots * 0.995 &&
				sum <= slots * 1.005)
		}' /tmp/stat
}

check "a loop of instructions retires them" topdown retiring topdown-retiring
check "branches that go by chance are mispredicted" topdown branches topdown-bad-spec
check "loads far from each other miss" topdown misses topdown-be-bound
check "so does code that goes on and on" topdown much_code topdown-fe-bound
finish
