# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What builds modules for a kernel of another Debian release: that release's
# programs and compiler, for the host, with the C library that they are for.

toolchain_packages()
{
	local DEBIAN_ARCH apt_updated=0

	DEBIAN_ARCH=$(dpkg --print-architecture)
	apt_fresh
	mkdir -p archives/partial
	apt_run apt-get -y -o Dir::Cache::archives="$PWD/archives" --download-only \
		--no-install-recommends install "$@"
}

# toolchain_fetch KBUILD COMPILER: both packages and all that they depend on, in
# toolchain. Of COMPILER, gcc-VERSION-for-host, it is the one for the machine.
toolchain_fetch()
{
	local root=toolchain triplet=${CROSS_COMPILE:-$(uname -m)-linux-gnu-}
	local file loader

	triplet=${triplet%-}
	toolchain_packages "$1" "${2%-for-host}-${triplet//_/-}"
	for file in archives/*.deb; do
		dpkg-deb -x "$file" "$root"
	done
	rm -r archives "${root:?}/usr/share"
	# each finds its libraries beside it, not the host's
	find "$root/usr" -type f -perm -u+x ! -name '*.so*' -print0 |
		while read -r -d '' file; do
			loader=$(patchelf --print-interpreter "$file" 2>/dev/null) ||
				continue
			patchelf --set-interpreter "$entry/$root/usr$loader" \
				--force-rpath --set-rpath \
				"$entry/$root/usr/lib/$(uname -m)-linux-gnu" "$file"
		done
	toolchain_assembler "$root/usr" "$triplet"
}

# toolchain_assembler USR TRIPLET: the compiler looks for its assembler there. Another
# release's may not know what it writes.
toolchain_assembler()
{
	local file

	mkdir -p "$1/$2/bin"
	for file in "$1/bin/$2"-{as,ld}; do
		[[ -e $file ]] || return
		ln -sfn "../../bin/${file##*/}" "$1/$2/bin/${file##*-}"
	done
}

# toolchain_use TREE: it builds with these, what works on object files among them.
toolchain_use()
{
	local programs=$entry/toolchain/usr/bin

	sed -i "s|^override CROSS_COMPILE = |&$programs/|" "$1/.kernelvariables"
	echo "PAHOLE = $programs/pahole" >>"$1/.kernelvariables"
}
