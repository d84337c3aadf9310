# SPDX-License-Identifier: GPL-2.0
# A stand-in for OpenWrt's kernel.mk: LINUX_DIR, LINUX_KARCH and TARGET_CROSS come from who
# calls make. OpenWrt strips modules by a script of its own.

PKG_BUILD_DIR ?= $(BUILD_DIR)/linux/$(PKG_NAME)-$(PKG_VERSION)
KERNEL_MAKE = $(MAKE) -C $(LINUX_DIR) ARCH=$(LINUX_KARCH) CROSS_COMPILE=$(TARGET_CROSS)

define KernelPackage
  $(eval FILES:=)
  $(eval $(KernelPackage/$(1)))
  define Package/kmod-$(1)
    $(KernelPackage/$(1))
    SECTION:=kernel
    CATEGORY:=Kernel modules
  endef
  define Package/kmod-$(1)/install
	mkdir -p $$(1)/lib/modules
	$(CP) $(FILES) $$(1)/lib/modules
	$(TARGET_CROSS)strip -g $$(1)/lib/modules/*.ko
  endef
  $$(eval $$(call BuildPackage,kmod-$(1)))
endef
