# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# A 34K with a Linux as small as a router's: no perf, no tracing.

# shellcheck source=34k.sh
. "$here/34k.sh"
LINUX_SOURCE=linux-source-6.1
LINUX_CONFIG=(34k-small.config)
LINUX_ALSO=(perf.config)
KERNEL_PACKED=''
HOST_PACKAGES+=(bc bison flex xz-utils)
# The kernel's log as on the others.
KERNEL_WORDS='printk.time=1'
