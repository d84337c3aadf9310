# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# debug with the older kernel.

# shellcheck source=debug.sh
. "$here/debug.sh"
LINUX_SOURCE=linux-source-6.1
LINUX_CONFIG+=(debug-6.1.config)
# QEMU enters the kernel by xen_prepare_pvh(), before there is memory for KASAN.
# 6.12 has no KASAN in what that calls. In 6.1 it is there, unless make is told.
LINUX_MAKE=(KASAN_SANITIZE_enlighten.o=n KASAN_SANITIZE_string.o=n)
