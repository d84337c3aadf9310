# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# x86_64 with a newer kernel of Debian's.

# shellcheck source=x86_64.sh
. "$here/x86_64.sh"
KERNEL_META=linux-image-6.12-amd64
HEADERS_META=linux-headers-6.12-amd64
