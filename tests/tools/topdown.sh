#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# On a 34K whose time is made of cycles: pc_topdown names what holds loops up that were
# written for that. Prints TAP.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh

# bottleneck LOOP COUNT: its name, or nothing; the results stay in LOOP.csv
bottleneck()
{
	pc_topdown -f csv --output "$1.csv" ./loops "$1" "$2" >/dev/null 2>said || {
		cat said
		return 1
	}
	awk -F , '$13 == "yes" { print $6 }' "$1.csv"
}

# is LOOP COUNT NAME
is()
{
	found=$(bottleneck "$1" "$2")
	cut -d , -f 6,9,10,13- "$1.csv"
	[ "$found" = "$3" ]
}

# shows LOOP: the share of each part, for people
shows()
{
	awk -F , -v loop="$1" 'NR > 1 { shares = shares " " $6 " " 100 * $10 }
		END { print "# " loop ":" shares }' "$1.csv"
}

# The parts of level 1, and each part's own two, add up; what is cut says so.
add_up()
{
	for loop in add branch chase code divide; do
		awk -F , '
			NR == 1 { next }
			{ slots[$6] = $9; all = $5; if ($14 < 0) all -= $14 }
			$7 == "" { sum += $9 }
			$7 != "" { of[$7] += $9 }
			END {
				print FILENAME, sum, all
				for (part in of)
					if (of[part] != slots[part])
						exit 1
				exit sum != all || NR != 13
			}' "$loop.csv" || return
	done
}

# What is over the part above it, in its own column.
cut_is_said()
{
	awk -F , '$6 == "fetch_latency" { print; cut = $14 } END { exit !(cut > 0) }' \
		code.csv
}

# While it runs: level 1, in one run; nothing runs in between.
intervals()
{
	pc_topdown -I 50 -f csv --output live.csv \
		sh -c './loops divide 1200; sleep 0.2; ./loops code 20; echo once' >out 2>said || {
		cat said
		return 1
	}
	[ "$(grep -c once out)" = 1 ] && ! grep -q _operations live.csv || return
	# half of the 1562500 cycles and more are the loop; what else runs is bad speculation
	seen=$(awk -F , '$5 > 700000 && $13 == "yes" && $6 ~ /end_bound/ { print $6 }' \
		live.csv | uniq | xargs)
	echo "$seen"
	awk -F , '$13 == "yes" { print $18, $5, $6, 100 * $10 }' live.csv
	[ "$seen" = 'backend_bound frontend_bound' ]
}

# The parts of an interval are all its cycles, but for what was cut.
intervals_add_up()
{
	tr -d '\r' <live.csv | awk -F , '
		NR == 1 || $9 == "" { next }
		{ sum[$18] += $9; all[$18] = $5; if ($14 < 0) all[$18] -= $14 }
		END {
			for (time in sum) {
				n++
				if (sum[time] != all[time])
					exit 1
			}
			print n
			exit n < 3
		}'
}

# The status of the command, its output, and what is printed.
status()
{
	pc_topdown -l 1 sh -c 'echo out; exit 3' >out 2>said
	[ $? = 3 ] || return
	cat said
	[ "$(sort out | uniq -c | tr -s ' ')" = ' 2 out' ] &&
		grep -q '^Retiring ' said && grep -q 'exited with status 3' said
}

killed()
{
	# shellcheck disable=SC2016 # for the shell that dies
	pc_topdown -f csv sh -c 'kill -9 $$' >out 2>said
	[ $? = 137 ] || return
	cat said
	# what there is of each part is marked
	grep ',retiring,' said && ! grep '^sh -c' said | grep -v 'sh was killed by signal 9'
}

kernel()
{
	pc_topdown -k -l 1 -f csv --output kernel.csv \
		dd if=/dev/zero of=/dev/null bs=512 count=300 2>/dev/null
	cat kernel.csv
	[ "$(awk -F , 'NR > 1 && $3 == "K"' kernel.csv | wc -l)" = 4 ]
}

check "additions: no bottleneck" is add 1000 ''
shows add
check "branches that nobody can predict: branch mispredicts" \
	is branch 2000 branch_mispredicts
shows branch
check "loads that need each other: memory bound" is chase 1000 memory_bound
shows chase
check "more instructions than the cache has: fetch latency" \
	is code 10 fetch_latency
shows code
check "divisions that need each other: core bound" is divide 150 core_bound
shows divide
check "the parts add up" add_up
check "a part that is cut is said" cut_is_said
check "the command's own status and output" status
check "the parts of a command that is killed are marked" killed
check "kernel mode" kernel
check "intervals: one bottleneck, then another" intervals
check "the parts of intervals add up" intervals_add_up
finish
