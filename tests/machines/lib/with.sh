# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What --with adds to the guest: Debian packages with all that they depend on, as
# a cpio archive. They are unpacked, not configured: no script of theirs runs.

with_fetch()
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
	(
		cd tree || exit
		with_trim
		archive
	) >with.cpio
	rm -r archives tree
}

# In the current folder: what programs do not need to run in the C locale.
with_trim()
{
	rm -rf usr/include usr/lib/*/gconv var/lib/dpkg \
		usr/share/{doc,doc-base,man,info,locale,i18n,lintian,bug} \
		usr/share/{applications,bash-completion,pixmaps,zsh} \
		usr/share/perl/*/Unicode/Collate usr/lib/*/perl/*/auto/Unicode \
		usr/lib/*/perl/*/auto/Encode/{CN,JP,KR,TW} \
		usr/lib/python3*/{ensurepip,idlelib,lib2to3,pydoc_data}
	find usr -type f \( -name '*.[ah]' -o -name '*.pod' \) -delete
	find usr -path '*/python3*' -type d \( -name test -o -name tests \
		-o -name __pycache__ \) -prune -exec rm -r {} +
}

with_make()
{
	need_packages
	cache_space 500
	apt_fresh
	fetch_step "fetching ${*:2} for $DEBIAN_ARCH" \
		"$cache/log/with-$DEBIAN_ARCH" with_fetch "$@"
}

# with is the archive's path, or empty.
need_with()
{
	local key names

	with=
	((${#with_packages[@]})) || return 0
	mapfile -t names < <(printf '%s\n' "${with_packages[@]}" | sort -u)
	key=$(declare -f with_fetch with_trim archive |
		cache_key "$debian" "$DEBIAN_ARCH" "${names[@]}")
	cache_entry "with-$DEBIAN_ARCH" "$key" with_make "${names[@]}"
	with=$REPLY/with.cpio
}
