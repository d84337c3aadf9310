# SPDX-License-Identifier: GPL-2.0
# Builds, installs and tests perfcnt; `make help` says what there is.
#
# The kernel's build system reads Kbuild beside this file and never this one,
# so KERNELRELEASE may be set here by whoever calls (DKMS does).

KERNELRELEASE ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KERNELRELEASE)/build
INSTALL_MOD_PATH ?= $(DESTDIR)
MODULE_FILES = $(INSTALL_MOD_PATH)/lib/modules/$(KERNELRELEASE)/*/perfcnt.ko*
DEPMOD = $(if $(INSTALL_MOD_PATH),depmod -b $(INSTALL_MOD_PATH),depmod)

kbuild = $(MAKE) -C $(KDIR) M=$(CURDIR)

.PHONY: modules
modules: have-kdir
	$(kbuild) modules

.PHONY: install
install: modules
	$(kbuild) INSTALL_MOD_PATH=$(INSTALL_MOD_PATH) modules_install

.PHONY: uninstall
uninstall:
	rm -f $(MODULE_FILES)
	$(DEPMOD) $(KERNELRELEASE)

.PHONY: have-kdir
have-kdir:
	@test -e $(KDIR)/Makefile || { \
		echo "$(KDIR): no kernel headers there; install" \
		     "linux-headers-$(KERNELRELEASE) or set KDIR" >&2; \
		exit 1; }

.PHONY: demo
demo:
	tests/demo/run

.PHONY: check
check:
	tests/check

.PHONY: docs
docs:
	Documentation/events-34k.sh > Documentation/events-34k.md

.PHONY: clean
clean:
	find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' -o \
		-name '*.mod' -o -name '*.mod.c' -o -name '.*.cmd' -o \
		-name modules.order -o -name Module.symvers \) \
		-type f -exec rm -f {} +
	rm -rf .tmp_versions build

.PHONY: help
help:
	@echo 'make modules    build perfcnt.ko for the running kernel'
	@echo 'make install    build it and install it, under DESTDIR if that is set'
	@echo 'make uninstall  remove what install installed'
	@echo 'make demo       see it work on an emulated MIPS 34K'
	@echo 'make check      all tests'
	@echo 'make docs       make the documentation that is made from data'
	@echo 'make clean      remove what was built here'
	@echo
	@echo 'KERNELRELEASE or KDIR choose another kernel; ARCH, CROSS_COMPILE,'
	@echo 'INSTALL_MOD_PATH and V=1 mean what they mean to the kernel.'
