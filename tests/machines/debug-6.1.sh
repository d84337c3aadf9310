# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# debug with the older kernel.

# shellcheck source=debug.sh
. "$here/debug.sh"
LINUX_SOURCE=linux-source-6.1
