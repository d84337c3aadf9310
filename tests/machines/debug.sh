# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# x86_64 with a kernel that looks for bugs.

# shellcheck source=x86_64.sh
. "$here/x86_64.sh"
LINUX_SOURCE=linux-source-6.12
LINUX_CONFIG=(debug.config debug-memory.config)
HOST_PACKAGES+=(bc bison flex libelf-dev libssl-dev)
KERNEL_PACKED=''
KERNEL_WORDS+=' panic_on_warn=1 kasan_multi_shot kunit.enable=1'
# The CPUs' clocks are one in QEMU. Another clock would cost an access to a device.
KERNEL_WORDS+=' tsc=reliable'
# What perfcnt.ko runs of its own lines is counted.
MODULE_MAKE=(GCOV_PROFILE=y)
QEMU_MACHINE=(-M q35 -m 1G)
# Where the counters are not what is tested, there are none: --cpu-property
# x-intel-pmu=on, and there are those of x86_64.
QEMU_CPU=${QEMU_CPU/x-intel-pmu=on/x-intel-pmu=off}
