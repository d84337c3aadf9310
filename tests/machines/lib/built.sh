# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# For a machine of whose architecture Debian has a compiler and the C library, but no
# programs: what the guest has, and what the tools are built with, from Debian's sources.

# built_source NAME: Debian's, in a folder NAME.
built_source()
{
	apt_run apt-get source --download-only "$1"
	dpkg-source --no-check -x "$1"_*.dsc "$1"
}

# The folder that a compiler takes for /, with the C library that Debian has to build for
# the machine. It is where a Debian of the machine would have it, and its script for the
# linker names no folders.
built_sysroot()
{
	local triplet=${CROSS_COMPILE%-} library

	library=sysroot/usr/lib/$triplet
	mkdir -p "$library"
	cp -a "/usr/$triplet/include" sysroot/usr
	cp -a "/usr/$triplet/lib/." "$library"
	sed -i "s|/usr/$triplet/lib/||g" "$library/libc.so"
}

built_busybox()
{
	cp debian/config/pkg/static .config
	yes '' | make -s CROSS_COMPILE="$CROSS_COMPILE" oldconfig >/dev/null || :
	make -j "$(nproc)" CROSS_COMPILE="$CROSS_COMPILE" SKIP_STRIP=y busybox
	mkdir -p ../tree/bin
	"${CROSS_COMPILE}strip" -o ../tree/bin/busybox busybox
	ln -s busybox ../tree/bin/sh
}

built_json_c()
{
	cmake -B build -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_C_COMPILER="${CROSS_COMPILE}gcc" \
		-DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF \
		-DCMAKE_INSTALL_PREFIX=/usr \
		-DCMAKE_INSTALL_LIBDIR="lib/${CROSS_COMPILE%-}"
	make -C build -j "$(nproc)" DESTDIR="$PWD/../sysroot" install
}

# Of util-linux, libsmartcols. Debian's changes are newer than what was made of the files
# that they change.
built_util_linux()
{
	./configure --host="${CROSS_COMPILE%-}" --prefix=/usr \
		--libdir="/usr/lib/${CROSS_COMPILE%-}" --disable-shared \
		--disable-all-programs --enable-libsmartcols --disable-nls --without-python
	make -j "$(nproc)" {ACLOCAL,AUTOCONF,AUTOHEADER,AUTOMAKE}=true DESTDIR="$PWD/../sysroot" install
}

built_zlib()
{
	CHOST=${CROSS_COMPILE%-} ./configure --static --prefix=/usr \
		--libdir="/usr/lib/${CROSS_COMPILE%-}"
	make -j "$(nproc)" DESTDIR="$PWD/../sysroot" libz.a install
}

# The entry has sysroot, and root.cpio.
built_build()
{
	local name file

	cd "$1" || return
	built_sysroot
	for name in "${GUEST_SOURCES[@]}"; do
		built_source "$name"
		(cd "$name" && "built_${name//-/_}")
	done
	apt_run apt-get download uthash-dev
	dpkg-deb -x uthash-dev_*.deb sysroot
	mkdir -p tree/lib
	for file in "sysroot/usr/lib/${CROSS_COMPILE%-}"/{ld.so.1,lib*.so.[0-9]*}; do
		cp -L "$file" tree/lib
	done
	root_archive "$PWD"
	cache_discard "${GUEST_SOURCES[@]}" ./*.dsc ./*.tar.* ./*.deb ./*.asc
}

built_make()
{
	need_packages
	cache_space 700
	apt_fresh
	build_step "building what $machine has of Debian" "$cache/log/built-$machine" \
		built_build "$1"
}

# REPLY is the entry.
need_built()
{
	local key names=("${GUEST_SOURCES[@]//-/_}")

	key=$(declare -f built_source built_sysroot built_build root_archive archive \
		"${names[@]/#/built_}" |
		cache_key "$debian" "$CROSS_COMPILE" "${GUEST_SOURCES[@]}")
	cache_entry "built-$DEBIAN_ARCH" "$key" host_arch built_make
}
