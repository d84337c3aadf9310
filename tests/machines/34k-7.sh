# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# A 34K with the newest Linux that Debian's backports have the source of: Debian itself
# has no kernel for it any more.

# shellcheck source=34k-small.sh
. "$here/34k-small.sh"
KERNEL_SUITE=trixie-backports
LINUX_SOURCE=linux-source
LINUX_CONFIG=(34k-small.config perf.config)
LINUX_ALSO=()
