# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The kernel's own framework for tests in user space, which Debian has in the
# kernel's source package only. One version is for all machines.

kselftest_source=linux-source-6.12

# A kernel's tree with nothing but kselftest's own files and what these include.
kselftest_files=(COPYING scripts/subarch.include
	tools/testing/selftests/{Makefile,lib.mk,kselftest.h,kselftest_harness.h}
	tools/testing/selftests/{kselftest,run_kselftest.sh,kselftest_install.sh})

kselftest_fetch()
{
	cd "$1" || return
	apt_run apt-get download "$kselftest_source"
	dpkg-deb --fsys-tarfile "$kselftest_source"_*.deb |
		tar -xO "./usr/src/$kselftest_source.tar.xz" |
		tar -xJ --strip-components=1 \
			"${kselftest_files[@]/#/"$kselftest_source/"}"
	rm "$kselftest_source"_*.deb
}

kselftest_make()
{
	cache_space 200
	apt_fresh
	apt_keep "$kselftest_source" "$1"
	fetch_step "fetching the kernel's kselftest" "$cache/log/kselftest" \
		kselftest_fetch "$1"
}

kselftest_key()
{
	declare -f kselftest_fetch |
		cache_key "$debian" "$kselftest_source" "${kselftest_files[@]}"
}

# kselftest is the top of that tree.
need_kselftest()
{
	cache_entry kselftest "$(kselftest_key)" host_arch kselftest_make
	kselftest=$REPLY
}
