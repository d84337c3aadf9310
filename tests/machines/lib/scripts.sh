# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# checkpatch, coccinelle's scripts and gcov, which Debian has in the kernel's
# source package only.

scripts_fetch()
{
	local name

	cd "$1" || return
	name=$(apt_depends linux-source linux-source-)
	apt_run apt-get download "$name"
	dpkg-deb --fsys-tarfile "$name"_*.deb |
		tar -xO "./usr/src/$name.tar.xz" |
		tar -xJ --strip-components=2 \
			"$name"/scripts/{checkpatch.pl,spelling.txt,const_structs.checkpatch,coccinelle} \
			"$name"/kernel/gcov
	rm "$name"_*.deb
}

scripts_make()
{
	apt_fresh
	apt_keep "$(apt_depends linux-source linux-source-)" "$1"
	fetch_step "fetching the kernel's scripts" "$cache/log/scripts" \
		scripts_fetch "$1"
}

scripts_key()
{
	declare -f scripts_fetch | cache_key "$debian"
}

# scripts is the folder that has checkpatch.pl.
need_scripts()
{
	cache_entry scripts "$(scripts_key)" host_arch scripts_make
	scripts=$REPLY
}
