# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What --tools adds to the guest: the tools, libperfcnt and libperfex, cross-built
# and installed as their makefiles install them, as a cpio archive.

# Debian packages: what they are built with, and what they need in the guest.
tools_libraries=(libc6-dev libcapstone-dev libdw-dev libiberty-dev libjson-c-dev
	libsmartcols-dev uthash-dev zlib1g-dev)
tools_packages=(libcapstone4 libdw1 libsmartcols1 zlib1g)
# What makes a shell of it: manual pages, and names that TAB completes.
tools_shell=(mandoc bash bash-completion ncurses-base)
# What the host needs to find the libraries, and to list the manual pages.
tools_host=(pkgconf mandoc)

tools_sources=(VERSION uapi kmod/encoding userspace/quiet.mk userspace/lib userspace/libperfex
	userspace/compat userspace/tools Documentation/man)

# The files that count: nothing that a build leaves beside them.
tools_files()
{
	find "${tools_sources[@]}" -type f ! -name '*.[ado]' ! -name '.*' -print0 |
		LC_ALL=C sort -z
}

tools_build()
{
	local new=$1 part

	mkdir "$new/source" "$new/tree"
	(cd "$top" && tools_files | xargs -0 cp --parents -t "$new/source" --)
	for part in lib libperfex tools; do
		make -C "$new/source/userspace/$part" -j "$(nproc)" O="$new/$part" \
			CROSS_COMPILE="$CROSS_COMPILE" SYSROOT="$sysroot" \
			CFLAGS="-O2 -Werror" LDFLAGS=-s DESTDIR="$new/tree" PREFIX=/usr install
	done
	cd "$new/tree" || return
	rm -r usr/include usr/lib/pkgconfig usr/lib/*.a
	# mandoc is called so in Debian, and goes by its name
	printf '#!/bin/sh\nexec mman "$@"\n' >usr/bin/man
	chmod +x usr/bin/man
	/usr/sbin/makewhatis "$PWD/usr/share/man"
	mkdir etc
	cat >etc/profile <<-'END'
		export MANPAGER=less PS1='\h# '
		. /usr/share/bash-completion/bash_completion
	END
	archive >../tools.cpio
	cd .. || return
	rm -r source tree lib libperfex tools
}

tools_make()
{
	need_packages
	cache_space 50
	build_step "building the tools for $DEBIAN_ARCH" \
		"$cache/log/tools-$DEBIAN_ARCH" tools_build "$1"
}

# What an entry is made from, beside the words of its key.
tools_contents()
{
	declare -f tools_build archive
	cd "$top" || return
	tools_files | xargs -0 sha256sum
}

# What they are built with, which needs nothing of the host.
need_tools_libraries()
{
	local with_packages=("${tools_libraries[@]}")

	((!tools)) || need_sysroot
}

# tools_cpio is the archive's path, or empty.
need_tools()
{
	local key sysroot

	tools_cpio=
	((tools)) || return 0
	need_tools_libraries
	key=$(tools_contents | cache_key "$sysroot" "$CROSS_COMPILE")
	cache_entry "tools-$DEBIAN_ARCH" "$key" tools_make
	tools_cpio=$REPLY/tools.cpio
}
