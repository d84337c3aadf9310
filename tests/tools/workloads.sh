#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# On a 34K: real work, measured by pc_sweep and said by pc_parse. Prints TAP. The file
# random has as many bytes as what is sorted, and more.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../selftests/check.sh
. ./check.sh

elements=8192
blocks='64 128 256 512 1024 2048'

# MD00548's loop, section 5.1, with what it needs of the counters here.
mergesort()
{
	head -c $((4 * elements)) random >sorted
	for block in $blocks; do
		pc_sweep -ui --append sorts ./mergesort sorted "$elements" \
			"$block" 4 || return
	done
}

# The instructions, block size by block size.
instructions()
{
	pc_parse --format=csv sorts |
		awk -F , '$4 == "instructions" { print $8 }'
}

# As in Table 6: larger blocks take more, and the steps double with them.
instructions_grow()
{
	instructions | awk '
		{ count[NR] = $1 }
		END {
			if (NR != 6)
				exit 1
			for (i = 2; i <= NR; i++) {
				print count[i - 1], count[i]
				if (count[i] <= count[i - 1])
					exit 1
			}
			step = (count[6] - count[5]) / (count[5] - count[4])
			print step
			exit !(step > 1.8 && step < 2.2)
		}'
}

compared()
{
	pc_parse --compare sorts >compared
	cat compared
	grep -q "^./mergesort sorted $elements ... 4$" compared &&
		grep -q 'description: *64 *128 *256 *512 *1024 *2048$' compared &&
		grep -q 'Relative execution time (of cycles): *1.00 ' compared
}

mergesort_says_what_is_wrong()
{
	! ./mergesort sorted $((elements + 1)) 64 4 2>errors &&
		grep "has $elements elements, not $((elements + 1))" errors &&
		! ./mergesort sorted 1 2 0 2>errors &&
		grep THREADS errors
}

# A decoder, whose options are not pc_sweep's: of one thread, so it does the same
# each time.
mpeg2dec_is_measured()
{
	for time in 1 2; do
		pc_sweep -uip --output "film$time" -- \
			mpeg2dec -o null clip.m2v || return
	done
	cat film1 film2
	awk '/all instructions:/ { count[++n] = $(NF - 2) }
		END {
			away = count[2] / count[1] - 1
			print away
			exit !(n == 2 && count[1] > 1e6 && away * away < 1e-6)
		}' film1 film2
}

# What the file says is read as it is.
proc_perf()
{
	echo '0 instructions:u 0' >/proc/perf
	pc_parse /proc/perf >now
	echo '0 0x20 0' >/proc/perf
	cat now
	grep -q '(0 / 1)  all instructions: *[1-9][0-9]*  m 100.0%$' now
}

check "mergesort, six block sizes" mergesort
check "its instructions grow with the block size" instructions_grow
check "side by side" compared
check "mergesort refuses what it cannot sort" mergesort_says_what_is_wrong
check "an MPEG-2 decoder takes the same instructions twice" mpeg2dec_is_measured
check "pc_parse reads /proc/perf" proc_perf
finish
