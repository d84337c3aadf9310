# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# debug with the newest Linux that Debian's backports have the source of.

# shellcheck source=debug.sh
. "$here/debug.sh"
KERNEL_SUITE=trixie-backports
LINUX_SOURCE=linux-source
LINUX_CONFIG+=(debug-7.config)
