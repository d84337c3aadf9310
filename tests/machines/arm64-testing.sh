# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# arm64 with the newest kernel of Debian's testing.

# shellcheck source=arm64.sh
. "$here/arm64.sh"
KERNEL_SUITE=testing
