# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# A kernel of our own configuration, built from Debian's source of Linux.

# Options that have another name in the newest Linux.
linux_renamed='s/^CONFIG_PROC_SYSCTL=/CONFIG_SYSCTL=/'

linux_configs()
{
	(cd "$here" && cat -- "${LINUX_CONFIG[@]}" "$@") |
		sed "${KERNEL_SUITE:+$linux_renamed}"
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
	linux_configs "$@" >wanted
	KCONFIG_ALLCONFIG=$PWD/wanted make -s -C source allnoconfig
	if grep '^CONFIG_' wanted | grep -vxFf source/.config; then
		echo "Linux $(make -s -C source kernelversion) has not taken these" >&2
		return 1
	fi
}

# linux_keep FOLDER: what building modules takes of the tree, and kunit.py.
linux_keep()
{
	local arch=${BUILD_ARCH/x86_64/x86} name kept=()

	mkdir "$1"
	cd source || return
	for name in .config Makefile Module.symvers include scripts \
		"arch/$arch"/{Makefile*,Kbuild*,*/Platform,include} \
		tools/objtool/objtool tools/testing/kunit; do
		[[ ! -e $name ]] || kept+=("$name")
	done
	cp -a --parents -t "../$1" -- "${kept[@]}"
	cd .. || return
	find "$1" -name '*.o' -delete
}

# The entry has what Debian's own kernel has, see kernel_fetch; and trees for
# modules alone, linux-NAME for each NAME.config of LINUX_ALSO.
linux_build()
{
	local also

	cd "$1" || return
	PATH=/usr/sbin:/usr/bin:/sbin:/bin
	linux_source
	linux_configure
	make -s -C source -j "$(nproc)" vmlinux modules
	"${CROSS_COMPILE}strip" -o kernel source/vmlinux
	make -s -C source kernelrelease >release
	cp source/.config config
	linux_keep linux
	for also in "${LINUX_ALSO[@]}"; do
		linux_configure "$also"
		make -s -C source modules_prepare
		linux_keep "linux-${also%.config}"
	done
	cache_discard source wanted
	ln -s linux kdir
}

# The newest source of another Debian has one package of which it depends, and is not in
# the index of each architecture.
linux_other_suite()
{
	DEBIAN_ARCH=$(dpkg --print-architecture)
	apt_updated=0
	apt_fresh
	LINUX_SOURCE=$(apt_depends "$LINUX_SOURCE" linux-source-)
}

linux_make()
{
	local DEBIAN_ARCH=$DEBIAN_ARCH apt_updated=$apt_updated
	local apt_suite=${KERNEL_SUITE:-} LINUX_SOURCE=$LINUX_SOURCE

	need_packages
	cache_space 3500
	# no index has its architecture
	[[ ! ${GUEST_SOURCES:-} ]] || DEBIAN_ARCH=$(dpkg --print-architecture)
	if [[ $apt_suite ]]; then
		linux_other_suite
	else
		apt_fresh
	fi
	apt_keep "$LINUX_SOURCE" "$1"
	MAKEFLAGS="ARCH=$BUILD_ARCH CROSS_COMPILE=$CROSS_COMPILE ${LINUX_MAKE[*]}" \
		build_step "building $machine's kernel" \
		"$cache/log/kernel-$machine" linux_build "$1"
}

linux_key()
{
	{
		declare -f linux_source linux_configure linux_keep linux_build
		linux_configs "${LINUX_ALSO[@]}"
		kernel_seen
	} | cache_key "$debian" "$LINUX_SOURCE" "$BUILD_ARCH" \
		"$CROSS_COMPILE" "${LINUX_MAKE[@]}" \
		${KERNEL_SUITE:+"$KERNEL_SUITE"}
}
