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
	(
		cd tree || exit
		rm -rf usr/share/{doc,man,info,locale,lintian} usr/lib/*/gconv
		mkdir -p bin sbin usr/{,local/}{bin,sbin} etc dev proc sys tmp run
		mkdir -m 700 root
		chmod 1777 tmp
		echo 'root:x:0:0:root:/root:/bin/sh' >etc/passwd
		echo 'root:x:0:' >etc/group
		archive
	) >root.cpio
	rm -r tree ./*.deb
}

# The current folder as an initramfs that belongs to root.
archive()
{
	find . -mindepth 1 -print0 | LC_ALL=C sort -z |
		cpio --quiet --null --create --format=newc --owner=0:0
}

root_make()
{
	need_packages
	cache_space 100
	apt_fresh
	fetch_step "fetching the root for $DEBIAN_ARCH" \
		"$cache/log/root-$DEBIAN_ARCH" root_fetch "$1"
}

# root is the archive's path.
need_root()
{
	local key

	key=$(declare -f root_fetch archive | cache_key "$debian" \
		"$DEBIAN_ARCH" "${GUEST_PACKAGES[@]}")
	cache_entry "root-$DEBIAN_ARCH" "$key" root_make
	root=$REPLY/root.cpio
}
