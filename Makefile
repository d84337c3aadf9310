# SPDX-License-Identifier: GPL-2.0
# Builds, installs and tests perfcnt; `make help` lists the targets.
#
# The kernel's build system reads Kbuild beside this file and never this one,
# so a caller such as DKMS may set KERNELRELEASE.

MAKEFLAGS += --no-print-directory
KERNELRELEASE ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KERNELRELEASE)/build

# DESTDIR stages the files for a package. INSTALL_MOD_PATH is a machine's root,
# whose list of modules depmod brings up to date. The module goes where the kernel
# looks for it, and all else below PREFIX: /usr is for packages.
INSTALL_MOD_PATH ?= $(DESTDIR)
INSTALL_MOD_DIR ?= updates
PREFIX ?= /usr/local
DOC = $(PREFIX:/%=%)/share/doc
EXAMPLES = $(DOC)/perfcnt/examples

# The release that the kernel itself has, which is where modules_install goes,
# whatever kernel runs here.
release = $(or $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' \
	$(KDIR)/include/generated/utsrelease.h 2>/dev/null),$(KERNELRELEASE))
modules_dir = lib/modules/$(release)/$(INSTALL_MOD_DIR)
modules_built = perfcnt perfcnt_sim perfcnt_regions
share_root = $(or $(DESTDIR),$(INSTALL_MOD_PATH))
rmdir = rmdir $(if $(DESTDIR),-p)

# modules_install itself calls depmod only where there is a System.map, which
# packaged headers do not have.
depmod = $(if $(DESTDIR),,depmod $(if $(INSTALL_MOD_PATH),-b $(INSTALL_MOD_PATH)) $(release))

# Nor do they have the key that their configuration wants modules signed with:
# nothing is signed then, instead of an error for every module.
sig_key = $(shell sed -n 's/^CONFIG_MODULE_SIG_KEY="\(.*\)"$$/\1/p' \
	$(KDIR)/.config 2>/dev/null)
unsigned = $(if $(filter pkcs11:%,$(sig_key))$(wildcard $(sig_key) $(KDIR)/$(sig_key)),,CONFIG_MODULE_SIG_ALL=)

# Where this is used there is a '+' before it, for make does not see there that
# it is make.
kbuild = $(MAKE) -C $(KDIR) M=$(CURDIR)

.PHONY: modules
modules: have-kdir
	+$(kbuild) modules

.PHONY: install
install: modules
	+$(kbuild) INSTALL_MOD_PATH=$(INSTALL_MOD_PATH) \
		INSTALL_MOD_DIR=$(INSTALL_MOD_DIR) DEPMOD=true $(unsigned) \
		modules_install
	$(depmod)
	for dir in modprobe.d modules-load.d; do \
		install -D -m 644 samples/$$dir/perfcnt.conf \
			$(share_root)/$(EXAMPLES)/$$dir/perfcnt.conf || exit; \
	done

# Folders go, too, if nothing else is in them; in DESTDIR up to that.
.PHONY: uninstall
uninstall:
	rm -f $(modules_built:%=$(INSTALL_MOD_PATH)/$(modules_dir)/%.ko*)
	rm -f $(share_root)/$(EXAMPLES)/*/perfcnt.conf
	cd $(INSTALL_MOD_PATH)/ && $(rmdir) $(modules_dir) 2>/dev/null || :
	cd $(share_root)/ && rmdir $(EXAMPLES)/* 2>/dev/null && \
		rmdir $(EXAMPLES) && \
		rmdir $(dir $(EXAMPLES)) && \
		$(rmdir) $(DOC) 2>/dev/null || :
	$(depmod)

.PHONY: have-kdir
have-kdir:
	@test -e $(KDIR)/Makefile || { \
		echo "no kernel headers in $(KDIR); install" \
		     "linux-headers-$(KERNELRELEASE) or set KDIR" >&2; \
		exit 1; }

.PHONY: demo
demo:
	tests/demo/run

.PHONY: test
test:
	tests/check --quick

.PHONY: check
check:
	tests/check

.PHONY: check-all
check-all:
	tests/check --all

.PHONY: fuzz
fuzz:
	tests/fuzz/run $(or $(TIME),300)
	tests/torture/fuzz-calls $(or $(TIME),300)

.PHONY: torture
torture:
	tests/torture/long

.PHONY: bench
bench:
	tests/bench/run

.PHONY: bench-here
bench-here:
	@tests/bench/here

# What is compiled for one of them is there for the others.
built = LIB=$(CURDIR)/build/lib PERFEX=$(CURDIR)/build/libperfex \
	TEJA=$(CURDIR)/build/libteja

.PHONY: lib
lib:
	+@$(MAKE) -C userspace/lib
	+@$(MAKE) -C userspace/libperfex $(built)
	+@$(MAKE) -C userspace/compat/libteja $(built)

.PHONY: install-lib uninstall-lib
install-lib uninstall-lib:
	+$(MAKE) -C userspace/lib $(@:-lib=)
	+$(MAKE) -C userspace/libperfex $(built) $(@:-lib=)
	+$(MAKE) -C userspace/compat/libteja $(built) $(@:-lib=)

.PHONY: tools
tools: lib
	+@$(MAKE) -C userspace/tools $(built)

.PHONY: install-tools uninstall-tools
install-tools uninstall-tools:
	+$(MAKE) -C userspace/tools $(built) $(@:-tools=)

.PHONY: docs
docs:
	Documentation/events-34k.sh > Documentation/events-34k.md
	Documentation/events-perf.sh > Documentation/events-perf.md
	Documentation/events-man.sh > Documentation/man/perfcnt_events.7
	+$(MAKE) -C userspace/tools
	Documentation/pictures.sh

.PHONY: clean
clean:
	find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' -o \
		-name '*.mod' -o -name '*.mod.c' -o -name '.*.cmd' -o \
		-name '.*.d' -o \
		-name modules.order -o -name Module.symvers \) \
		-type f -exec rm -f {} +
	rm -rf .tmp_versions build

.PHONY: help
help:
	@echo 'make modules    build the modules for the running kernel'
	@echo 'make install    build and install them, with sample configuration files'
	@echo 'make uninstall  remove what install installed'
	@echo 'make demo       show it at work on an emulated MIPS 34K'
	@echo 'make test       run the tests that need only gcc and make, in a minute'
	@echo 'make check      run the tests that decide whether a change may land'
	@echo 'make check-all  run all tests: more kernels, packages, debug kernels, benches'
	@echo 'make fuzz       run the fuzzers of text and of calls, TIME seconds each'
	@echo 'make torture    run long stress tests: reloads, CPU hotplug, snapshots'
	@echo 'make bench      compare the cost of a reading with perf and PAPI'
	@echo 'make bench-here what four counters cost on this machine, without the module'
	@echo 'make lib        build libperfcnt, libperfex, libteja; install-lib, uninstall-lib'
	@echo 'make tools      build all tools; make install-tools, uninstall-tools'
	@echo 'make docs       generate event tables and pictures in Documentation'
	@echo 'make clean      remove everything that was built here'
	@echo
	@echo 'KERNELRELEASE or KDIR select another kernel. ARCH, CROSS_COMPILE,'
	@echo 'INSTALL_MOD_PATH and V=1 mean the same as for the kernel. DESTDIR stages'
	@echo 'the files of install for a package; PREFIX is /usr/local, or where else they'
	@echo 'go.'
