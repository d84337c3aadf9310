# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# A root that is written to, with the sources in it, and what runs there. Of who reads
# this: scratch, compiled and long, see steps.

root=$scratch/disk/root
packages=(perfcnt-dkms libperfcnt1 libperfex0 libteja0 libperfcnt-dev perfcnt-tools)

setup_root()
{
	writable "$1" "$scratch/disk"
	mkdir -p "$root/var/cache/ccache" "$root/root/now"
	mount --bind "$compiled" "$root/var/cache/ccache"
	cp -a "$scratch/perfcnt" "$root/root/now/perfcnt"
	# a host that says so is none
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
	chmod +x "$root/usr/sbin/policy-rc.d"
}

# in_root FOLDER COMMAND...
# shellcheck disable=SC2016 # for that shell to expand
in_root()
{
	env -i PATH=/usr/lib/ccache:/usr/local/bin:/usr/sbin:/usr/bin HOME=/root \
		LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
		DEBIAN_KERNEL_USE_CCACHE=1 CCACHE_DIR=/var/cache/ccache \
		CCACHE_MAXSIZE=200M \
		chroot "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$1" "${@:2}"
}

# build FOLDER: its packages by install.md's commands, and the source with long.
build()
{
	{
		echo 'sudo() { "$@"; }'
		sed -n '/^## Debian packages/,/^makes/s/^    //p' \
			"$scratch/perfcnt/Documentation/install.md"
	} | sed "${long:+s/^\(dpkg-buildpackage .*\) -b\$/\1 --build=full/}" >"$root/root/commands"
	grep '^dpkg-buildpackage' "$root/root/commands" &&
		in_root "/root/$1/perfcnt" env DEB_BUILD_OPTIONS=noautodbgsym sh -ex /root/commands
}
