# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# A MIPS 34K on a Malta board: two VPEs, four counters.

# Debian's kernel, and what the guest has of Debian.
DEBIAN_ARCH=mipsel
KERNEL_META=linux-image-4kc-malta
HEADERS_META=linux-headers-4kc-malta
KERNEL_FILE=vmlinuz
KERNEL_PACKED=1
KERNEL_LOAD=0x80100000 # as in arch/mips/mti-malta/Platform
GUEST_PACKAGES=(busybox-static coreutils dash grep libc6 libgcc-s1 libpcre2-8-0)

# How its programs are built on the host.
HOST_PACKAGES=(gcc-mipsel-linux-gnu libc6-dev-mipsel-cross xz-utils)
BUILD_ARCH=mips
CROSS_COMPILE=mipsel-linux-gnu-

# What Linux tests of its own ciphers takes 0.6 s, and 40 s of --icount's time.
KERNEL_WORDS=cryptomgr.notests

QEMU_TARGET=mipsel
QEMU_MACHINE=(-M malta -m 256)
QEMU_CPU=34Kf
QEMU_SEED=perf-reset-seed # 1 if nothing is said
QEMU_CPUS=2

# The chardevs log, output and result, and what the guest calls their ends. The
# board's own third UART would not do: its interrupt never comes.
QEMU_CHANNELS=(-serial chardev:log -serial chardev:output
	-device 'pci-serial,chardev=result')
LOG_TTY=ttyS0
OUTPUT_TTY=ttyS1
RESULT_TTY=ttyS3

# Time is made of cycles, 32 ns each, and the same in each run: nothing in the
# machine may come from the host's clock or from chance.
QEMU_ICOUNT_CPUS=2
QEMU_ICOUNT=(-accel tcg -icount 'shift=5,sleep=off' -seed 1
	-rtc 'clock=vm,base=2026-01-01')
QEMU_ICOUNT_PROPERTIES=(perf-model=first)
KERNEL_ICOUNT=''
