# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# A PC, two CPUs, each with the counters of a Sapphire Rapids: eight general ones, four
# fixed ones, slots and PERF_METRICS.

# Debian's kernel, and what the guest has of Debian.
DEBIAN_ARCH=amd64
KERNEL_META=linux-image-amd64
HEADERS_META=linux-headers-amd64
KERNEL_FILE=vmlinuz
KERNEL_PACKED=1
GUEST_PACKAGES=(busybox-static coreutils dash grep libc6 libgcc-s1 libpcre2-8-0)

# How its programs are built on the host: with the host's own compiler. What a PC
# starts with is Debian's.
HOST_PACKAGES=(qemu-system-data seabios xz-utils zstd)
BUILD_ARCH=x86_64
CROSS_COMPILE=''

# A host that is busy at the wrong moment makes Linux give the timer up.
# What Linux tests of its own ciphers takes 0.3 s.
KERNEL_WORDS='no_timer_check cryptomgr.notests'

QEMU_TARGET=x86_64
QEMU_MACHINE=(-M q35 -m 512)
# Copies by bytes would be as many iterations in QEMU, and MWAIT, in which a CPU that is
# offline waits, is a loop there.
QEMU_CPU=max,erms=off,monitor=off,vendor=GenuineIntel,family=6,model=143,stepping=8,x-intel-pmu=on
QEMU_CPUS=2

# The chardevs log, output and result, and what the guest calls their ends.
QEMU_CHANNELS=(-serial chardev:log -serial chardev:output
	-device 'pci-serial,chardev=result')
LOG_TTY=ttyS0
OUTPUT_TTY=ttyS1
RESULT_TTY=ttyS2

# The clock counts instructions; misses and mispredictions come from a model, which
# the watchdog's cycles would keep busy from the start.
QEMU_ICOUNT_CPUS=2
# Nothing comes from the host's clock or from chance.
QEMU_ICOUNT=(-accel tcg -icount 'shift=2,sleep=off' -seed 1
	-rtc 'clock=vm,base=2026-01-01')
QEMU_ICOUNT_PROPERTIES=(perf-model=on)
KERNEL_ICOUNT=nmi_watchdog=0
