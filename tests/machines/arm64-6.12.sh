# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# arm64 with a newer kernel of Debian's.

# shellcheck source=arm64.sh
. "$here/arm64.sh"
KERNEL_META=linux-image-6.12-arm64
HEADERS_META=linux-headers-6.12-arm64
