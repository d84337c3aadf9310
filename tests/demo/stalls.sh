#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Where the cycles of two loops go, with what each step means.
# shellcheck source=say.sh
. ./say.sh

say "pc_sweep needs the counters for itself, so those of /proc/perf are stopped."
run "printf '%s 0 0\n' 0 1 2 3 > /proc/perf"

say "Two loops add up 200,000 words: one those of 16 KiB, which fit in the data cache of
## 32 KiB, again and again; the other those of 128 KiB, which do not. pc_sweep runs
## each as often as its events need. Stalls are those of the core, on which nothing else
## runs now: with --machine all is counted, which takes fewer runs."
for size in 16 128; do
	run "pc_sweep --machine -ui --evens '18 25 37' --odds '11 25 37' --append loops ./sum $size 200000"
done

say "Eight words are in a cache line: 200,000 words of 128 KiB miss 25,000 times."
run "pc_parse --compare --events dcache-misses --metrics none loops"

say "Where the cycles go: beside each count is its part of all stalls."
run "pc_parse --stalls --compare loops"

echo
echo "## End of the demonstration. For a shell on this machine, with pc_sweep and"
echo "## pc_parse: tests/machines/run 34k --icount. README.md says how to install perfcnt."
