# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# A PC, two CPUs. QEMU's own emulation has no performance counters for it.

# Debian's kernel, and what the guest has of Debian.
DEBIAN_ARCH=amd64
KERNEL_META=linux-image-amd64
HEADERS_META=linux-headers-amd64
KERNEL_FILE=vmlinuz
KERNEL_PACKED=1
GUEST_PACKAGES=(busybox-static coreutils dash grep libc6 libgcc-s1 libpcre2-8-0)

# How its programs are built on the host: with the host's own compiler.
HOST_PACKAGES=(qemu-system-x86 xz-utils zstd)
BUILD_ARCH=x86_64
CROSS_COMPILE=''

# A host that is busy at the wrong moment makes Linux give the timer up.
KERNEL_WORDS=no_timer_check

QEMU_PROGRAM=qemu-system-x86_64
QEMU_MACHINE=(-M q35 -m 512)
QEMU_CPU=max
QEMU_CPUS=2

# The chardevs log, output and result, and what the guest calls their ends.
QEMU_CHANNELS=(-serial chardev:log -serial chardev:output
	-device 'pci-serial,chardev=result')
LOG_TTY=ttyS0
OUTPUT_TTY=ttyS1
RESULT_TTY=ttyS2

# Linux 6.1 does not get a second CPU to start with it.
QEMU_ICOUNT_CPUS=1
QEMU_ICOUNT=(-accel tcg -icount 'shift=2,sleep=off' -rtc clock=vm)
KERNEL_ICOUNT=''
