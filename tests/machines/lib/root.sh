# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The guest's root: a few Debian packages, unpacked, as a cpio archive.
#
# apt fetches exactly the packages that the machine's file names, and dpkg-deb
# unpacks them. mmdebstrap would add every essential package (ten times the
# size), and wants user namespaces from an ordinary user, which many hosts deny.
# Nothing of the guest runs on the host.

root_fetch()
{
	local deb

	cd "$1" || return
	apt_run apt-get download "${GUEST_PACKAGES[@]}"
	mkdir tree
	for deb in *.deb; do
		case $deb in
		coreutils_*) # busybox has them, but its timeout wakes each second
			dpkg-deb --fsys-tarfile "$deb" |
				tar -x -C tree ./usr/bin/timeout
			;;
		*)
			dpkg-deb -x "$deb" tree
			;;
		esac
	done
	rm ./*.deb
}

# root_archive FOLDER: of what is fetched.
root_archive()
{
	(
		cd "$1/tree" || exit
		rm -rf usr/share/{doc,man,info,locale,lintian} usr/lib/*/gconv
		mkdir -p bin sbin usr/{,local/}{bin,sbin} etc dev proc sys tmp run
		mkdir -m 700 root
		chmod 1777 tmp
		echo 'root:x:0:0:root:/root:/bin/sh' >etc/passwd
		echo 'root:x:0:' >etc/group
		archive
	) >"$1/root.cpio"
	rm -r "$1/tree"
}

# The current folder as an initramfs that belongs to root.
archive()
{
	find . -mindepth 1 -print0 | LC_ALL=C sort -z |
		cpio --quiet --null --create --format=newc --owner=0:0
}

root_make()
{
	cache_space 100
	apt_fresh
	fetch_step "fetching the root for $DEBIAN_ARCH" \
		"$cache/log/root-$DEBIAN_ARCH" root_fetch "$1"
	need_packages
	root_archive "$1"
}

# root is the archive's path.
need_root()
{
	local key

	if [[ ${GUEST_SOURCES:-} ]]; then
		need_built
		root=$REPLY/root.cpio
		return
	fi
	key=$(declare -f root_fetch root_archive archive | cache_key "$debian" \
		"$DEBIAN_ARCH" "${GUEST_PACKAGES[@]}")
	cache_entry "root-$DEBIAN_ARCH" "$key" root_make
	root=$REPLY/root.cpio
}
