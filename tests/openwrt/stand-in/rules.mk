# SPDX-License-Identifier: GPL-2.0
# A stand-in for OpenWrt's rules.mk: what the packages in openwrt/ use of it, by the same
# names, and no more. BUILD_DIR, BIN_DIR and the TARGET_ tools come from who calls make.

INCLUDE_DIR := $(TOPDIR)/include
CP := cp -fpR
INSTALL_DIR := install -d -m 755
INSTALL_BIN := install -m 755
TARGET_AR ?= ar
