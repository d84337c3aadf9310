# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The same as 34k-be, with what OpenWrt's option KERNEL_PERF_EVENTS sets.

# shellcheck source=34k-be.sh
. "$here/34k-be.sh"
LINUX_CONFIG+=(perf.config)
