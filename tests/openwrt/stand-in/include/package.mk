# SPDX-License-Identifier: GPL-2.0
# A stand-in for OpenWrt's package.mk. A package is a folder in BIN_DIR, beside it what it
# depends on. It is an error to leave out what OpenWrt wants of each package.

.DEFAULT_GOAL := compile
PKG_BUILD_DIR ?= $(BUILD_DIR)/$(PKG_NAME)-$(PKG_VERSION)
PKG_INSTALL_DIR ?= $(PKG_BUILD_DIR)/ipkg-install

.PHONY: compile
compile:

$(PKG_BUILD_DIR)/.built:
	rm -rf $(PKG_BUILD_DIR)
	mkdir -p $(PKG_BUILD_DIR) $(BIN_DIR)
	$(Build/Prepare)
	$(Build/Compile)
	touch $@

define BuildPackage
  $(foreach field,TITLE SECTION CATEGORY DEPENDS,$(eval $(field):=))
  $(eval $(Package/$(1)))
  $(foreach field,TITLE SECTION CATEGORY PKG_VERSION PKG_RELEASE PKG_LICENSE,
    $(if $($(field)),,$(error $(1) has no $(field))))
  compile: $(BIN_DIR)/$(1)
  $(BIN_DIR)/$(1): $(PKG_BUILD_DIR)/.built
	rm -rf $$@
	mkdir -p $$@
	$(call Package/$(1)/install,$$@)
	echo '$(DEPENDS)' >$$@.depends
endef
