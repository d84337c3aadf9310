# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What --with adds to the guest: Debian packages with all that they depend on, as
# a cpio archive; or, for a compiler, as a folder. They are unpacked, not
# configured: no script of theirs runs.

# with_unpack FOLDER PACKAGE...: into FOLDER/tree.
with_unpack()
{
	local deb

	cd "$1" || return
	mkdir -p archives/partial tree
	# The private root has nothing installed, so nothing is left out.
	apt_run apt-get -y --no-install-recommends --download-only \
		-o Dir::Cache::archives="$1/archives" install "${@:2}"
	for deb in archives/*.deb; do
		dpkg-deb -x "$deb" tree
	done
	rm -r archives
}

# with_archive FOLDER: of what is fetched.
with_archive()
{
	(
		cd "$1/tree" || exit
		with_trim
		archive
	) >"$1/with.cpio"
	rm -r "$1/tree"
}

# The same as a folder that a compiler takes for /: links stay inside.
with_sysroot()
{
	local link

	with_unpack "$@"
	find tree -type l -lname '/*' | while IFS= read -r link; do
		ln -sfnr -- "tree$(readlink -- "$link")" "$link"
	done
}

# In the current folder: what programs do not need to run in the C locale.
with_trim()
{
	rm -rf usr/include usr/lib/*/gconv var/lib/dpkg \
		usr/share/{doc,doc-base,man,info,locale,i18n,lintian,bug} \
		usr/share/{applications,pixmaps,zsh} \
		usr/share/bash-completion/completions \
		usr/share/perl/*/Unicode/Collate usr/lib/*/perl/*/auto/Unicode \
		usr/lib/*/perl/*/auto/Encode/{CN,JP,KR,TW} \
		usr/lib/python3*/{ensurepip,idlelib,lib2to3,pydoc_data}
	find usr -type f \( -name '*.[ah]' -o -name '*.pod' \) -delete
	find usr -path '*/python3*' -type d \( -name test -o -name tests \
		-o -name __pycache__ \) -prune -exec rm -r {} +
}

# with_make FUNCTION FOLDER PACKAGE...
with_make()
{
	cache_space 500
	apt_fresh
	fetch_step "fetching ${*:3} for $DEBIAN_ARCH" \
		"$cache/log/with-$DEBIAN_ARCH" "$@"
}

with_archive_make()
{
	with_make with_unpack "$@"
	need_packages
	with_archive "$1"
}

with_sysroot_make()
{
	with_make with_sysroot "$@"
}

# with_entry KIND BUILDER FUNCTION...: REPLY is the packages' entry, which BUILDER
# makes with FUNCTIONs.
with_entry()
{
	local key names

	mapfile -t names < <(printf '%s\n' "${with_packages[@]}" | sort -u)
	key=$(declare -f "${@:3}" |
		cache_key "$debian" "$DEBIAN_ARCH" "${names[@]}")
	cache_entry "$1-$DEBIAN_ARCH" "$key" "$2" "${names[@]}"
}

# with is the archive's path, or empty.
need_with()
{
	with=
	((${#with_packages[@]})) || return 0
	[[ ! ${GUEST_SOURCES:-} ]] || die "Debian has no package ${with_packages[0]} for $machine"
	with_entry with with_archive_make \
		with_unpack with_archive with_trim archive
	with=$REPLY/with.cpio
}

# sysroot is a folder with all files of the packages; or with what is built for the machine,
# whatever is asked for.
need_sysroot()
{
	if [[ ${GUEST_SOURCES:-} ]]; then
		need_built
		sysroot=$REPLY/sysroot
		return
	fi
	((${#with_packages[@]})) || die '--print sysroot wants --with PACKAGE'
	with_entry sysroot with_sysroot_make with_unpack with_sysroot
	sysroot=$REPLY/tree
}
