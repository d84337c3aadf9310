# SPDX-License-Identifier: GPL-2.0
# For programs outside of kselftest's own tree that are written with the kernel's
# kselftest_harness.h or kselftest.h, read by their makefiles. harness chooses another.

ifndef harness
ifndef KSELFTEST
KSELFTEST := $(shell $(dir $(lastword $(MAKEFILE_LIST)))machines/run 34k --quiet --print kselftest)
endif
harness := -isystem $(KSELFTEST)/tools/testing/selftests
endif
