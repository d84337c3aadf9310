# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# A kernel of our own configuration, built from Debian's source of Linux.

# What is left of the tree: what building modules takes, and kunit.py.
linux_kept=(.config Makefile Module.symvers arch/x86/Makefile
	arch/x86/Makefile_32.cpu arch/x86/include include scripts
	tools/objtool/objtool tools/testing/kunit)

linux_configs()
{
	(cd "$here" && cat -- "${LINUX_CONFIG[@]}")
}

linux_source()
{
	apt_run apt-get download "$LINUX_SOURCE"
	dpkg-deb --fsys-tarfile "$LINUX_SOURCE"_*.deb |
		tar -xO "./usr/src/$LINUX_SOURCE.tar.xz" |
		tar -xJ --one-top-level=source --strip-components=1
	rm "$LINUX_SOURCE"_*.deb
}

# An option that this kernel does not know, or that another forbids, would be
# left out without a word.
linux_configure()
{
	linux_configs >wanted
	KCONFIG_ALLCONFIG=$PWD/wanted make -s -C source allnoconfig
	if grep '^CONFIG_' wanted | grep -vxFf source/.config; then
		echo "Linux $(make -s -C source kernelversion) has not taken these" >&2
		return 1
	fi
}

# The entry has what Debian's own kernel has, see kernel_fetch.
linux_build()
{
	local name kept=()

	cd "$1" || return
	PATH=/usr/sbin:/usr/bin:/sbin:/bin
	linux_source
	linux_configure
	make -s -C source -j "$(nproc)" vmlinux modules
	strip -o kernel source/vmlinux
	make -s -C source kernelrelease >release
	cp source/.config config
	cd source || return
	for name in "${linux_kept[@]}"; do
		[[ ! -e $name ]] || kept+=("$name")
	done
	mkdir ../linux
	cp -a --parents -t ../linux -- "${kept[@]}"
	cd .. || return
	find linux -name '*.o' -delete
	rm -r source wanted
	ln -s linux kdir
}

linux_make()
{
	need_packages
	cache_space 3500
	apt_fresh
	MAKEFLAGS=${LINUX_MAKE[*]} build_step "building $machine's kernel" \
		"$cache/log/kernel-$machine" linux_build "$1"
}

linux_key()
{
	{
		declare -f linux_source linux_configure linux_build
		linux_configs
	} | cache_key "$debian" "$LINUX_SOURCE" "${linux_kept[@]}" \
		"${LINUX_MAKE[@]}"
}
