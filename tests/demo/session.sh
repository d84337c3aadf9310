#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The application note's session (MD00548, section 4.2), with what each step
# means.

# shellcheck source=say.sh
. ./say.sh

cd /tmp || exit
say "This machine: Debian's kernel on a MIPS 34K, two VPEs, four counters."
run "uname -srm"
run "grep -e 'cpu model' -e VPE /proc/cpuinfo"
run "dmesg | grep -o 'perfcnt: .* counters.*'"

say "Counter 0: completed instructions (event 1) in user mode, from zero."
run "echo '0 0x28 0' > /proc/perf"
run "grep -c processor /proc/cpuinfo"
run "cat /proc/perf"

say "The same by name, and a second counter for kernel mode."
run "echo '0 instructions:u 0' > /proc/perf"
run "echo '1 instructions:k 0' > /proc/perf"
run "grep root /etc/passwd"
run "cat /proc/perf"

say "Four counters from a file, the application note's own: cycles, instructions, stalls,
## and event 23, in all modes. M, the top bit, is read only. (Event 23 of an odd counter
## is not in the note's Table 3: MIPS's later table calls it single-threaded cycles.
## The emulated 34K counts none.)"
run "printf '%s\n' '0 0x8000001f 0' '1 0x8000003f 0' '2 0x8000025f 0' '3 0x800002ff 0' > perfcnt_config"
run "cat perfcnt_config"
run "cat perfcnt_config > /proc/perf"
run "grep -c . /proc/mounts"
run "cat /proc/perf > log_perfcnt_results"
run "cat log_perfcnt_results"

say "Suspended counters are stopped, show no mode bits, and keep their counts ..."
run "echo suspend > /proc/perf"
run "cat /proc/perf > before; sleep 1; cat /proc/perf > after"
run "cmp before after && cat after"

say "... until they are resumed."
run "echo resume > /proc/perf"
run "cat /proc/perf"

say "An invalid line is rejected and changes nothing; last_error says why."
run "echo '3 0x8000059f 0' > /proc/perf"
run "cat /sys/module/perfcnt/last_error"

say "One counter per VPE: a program that is bound to VPE 0 counts only there."
run "printf '%s\n' '1 instructions:u@vpe0 0' '3 instructions:u@vpe1 0' > /proc/perf"
run "taskset 1 grep -c . /proc/mounts"
run "echo suspend > /proc/perf"
run "cat /proc/perf"
