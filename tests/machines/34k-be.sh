# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# A big endian 34K, as routers have it, with a Linux like theirs.

# shellcheck source=34k.sh
. "$here/34k.sh"
# Debian has a compiler and the C library for it, but no programs: they are built, and all
# else that is fetched is of the host's architecture.
DEBIAN_ARCH=mips
GUEST_PACKAGES=()
GUEST_SOURCES=(busybox json-c util-linux zlib)
LINUX_SOURCE=linux-source-6.1
LINUX_CONFIG=(34k-be.config)
KERNEL_PACKED=''
HOST_PACKAGES=(gcc-mips-linux-gnu libc6-dev-mips-cross bc bison cmake flex xz-utils)
CROSS_COMPILE=mips-linux-gnu-
# The kernel's log as on the others.
KERNEL_WORDS='printk.time=1'
QEMU_TARGET=mips
