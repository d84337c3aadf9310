# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# debug with a kernel that looks for races, not at memory.

# shellcheck source=debug.sh
. "$here/debug.sh"
LINUX_CONFIG=(debug.config debug-races.config)
# Reports of Linux' own races must not end it.
KERNEL_WORDS=${KERNEL_WORDS/panic_on_warn=1 kasan_multi_shot /}
# Lines are not counted: that is a race.
MODULE_MAKE=()
