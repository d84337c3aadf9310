# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# debug with a kernel built by clang, which traps where a function is called as if it
# were of another type.

# shellcheck source=debug.sh
. "$here/debug.sh"
LINUX_CONFIG=(debug.config debug-cfi.config)
HOST_PACKAGES+=(clang-16 lld-16 llvm-16)
LINUX_MAKE=(LLVM=-16)
MODULE_MAKE=(LLVM=-16)
