# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# A Cortex-A57 on QEMU's virt board: PMUv3 with six 32-bit event counters and the
# cycle counter, two CPUs.

# Debian's kernel, and what the guest has of Debian.
DEBIAN_ARCH=arm64
KERNEL_META=linux-image-arm64
HEADERS_META=linux-headers-arm64
KERNEL_FILE=vmlinuz
KERNEL_PACKED=''
GUEST_PACKAGES=(busybox-static coreutils dash grep libc6 libgcc-s1 libpcre2-8-0)

# How its programs are built on the host.
HOST_PACKAGES=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
BUILD_ARCH=arm64
CROSS_COMPILE=aarch64-linux-gnu-

# With Linux at a random address every entry into it changes page tables, and QEMU
# forgets then what it knows of all pages. A Cortex-A57 needs that for nothing else.
# What Linux tests of its own ciphers takes 0.3 s.
KERNEL_WORDS='kpti=off cryptomgr.notests'

QEMU_TARGET=aarch64
QEMU_MACHINE=(-M virt -m 768)
QEMU_CPU=cortex-a57
QEMU_CPUS=2

# The chardevs log, output and result, and what the guest calls their ends.
QEMU_CHANNELS=(-serial chardev:log -device 'pci-serial,chardev=output'
	-device 'pci-serial,chardev=result')
LOG_TTY=ttyAMA0
OUTPUT_TTY=ttyS0
RESULT_TTY=ttyS1

# Without it QEMU's counters do not count instructions. The CPUs take turns. One
# nanosecond is a cycle; an instruction takes 2^shift of them.
QEMU_ICOUNT_CPUS=2
# Nothing comes from the host's clock or from chance.
QEMU_ICOUNT=(-accel tcg -icount 'shift=1,sleep=off' -seed 1
	-rtc 'clock=vm,base=2026-01-01')
KERNEL_ICOUNT=''
