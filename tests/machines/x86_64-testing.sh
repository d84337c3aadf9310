# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# x86_64 with the newest kernel of Debian's testing.

# shellcheck source=x86_64.sh
. "$here/x86_64.sh"
KERNEL_SUITE=testing
