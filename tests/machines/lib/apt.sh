# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Debian packages of the machine's architecture, and Debian's sources, without a
# trace in the host's own package state: a private apt root in the cache, whose
# sources are derived from the host's.

# shellcheck source=/dev/null
debian=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")

# What the host's apt sources have of this Debian release, in either format.
apt_sources()
{
	local file

	for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[[ ! -r $file ]] ||
			awk -v suite="$debian" -f "$here/lib/sources-list.awk" "$file"
	done >"$1/host.list"
	for file in /etc/apt/sources.list.d/*.sources; do
		[[ ! -r $file ]] ||
			awk -v suite="$debian" -f "$here/lib/sources-deb822.awk" "$file"
	done >"$1/host.sources"
	[[ -s $1/host.list || -s $1/host.sources ]] ||
		die "the host has no apt source of Debian ${debian:-at all}"
}

# apt_run TOOL ARGUMENT...: a tool of apt on the private root. The host's own
# apt configuration (a proxy, say) is read before these.
apt_run()
{
	local root=$cache/apt-$DEBIAN_ARCH

	"$1" -q \
		-o APT::Architecture="$DEBIAN_ARCH" \
		-o APT::Architectures="$DEBIAN_ARCH" \
		-o APT::Sandbox::User= \
		-o APT::Update::Post-Invoke= \
		-o APT::Update::Post-Invoke-Success= \
		-o Acquire::Languages=none \
		-o Acquire::Retries=2 \
		-o Dir::Etc::sourcelist=/dev/null \
		-o Dir::Etc::sourceparts="$root/etc" \
		-o Dir::Etc::preferences=/dev/null \
		-o Dir::Etc::preferencesparts=/dev/null \
		-o Dir::State="$root/state" \
		-o Dir::State::status="$root/status" \
		-o Dir::Cache="$root/cache" \
		-o Dir::Cache::pkgcache=pkgcache.bin \
		-o Dir::Cache::srcpkgcache=srcpkgcache.bin \
		"${@:2}"
}

apt_update()
{
	local root=$cache/apt-$DEBIAN_ARCH

	mkdir -p "$root"/{etc,state/lists/partial,cache/archives/partial}
	: >"$root/status"
	apt_sources "$root/etc"
	apt_run apt-get -o APT::Update::Error-Mode=any update
}

apt_updated=0

# The index is refreshed once in a run that has something to fetch.
apt_fresh()
{
	local lock_fd

	((apt_updated)) && return
	cache_space 100
	cache_lock "apt-$DEBIAN_ARCH"
	fetch_step "fetching Debian's package index for $DEBIAN_ARCH" \
		"$cache/log/apt-$DEBIAN_ARCH" apt_update
	exec {lock_fd}>&-
	apt_updated=1
}

# apt_depends PACKAGE NAME: PACKAGE's dependency whose name begins with NAME.
apt_depends()
{
	local name

	name=$(apt_run apt-cache depends --important "$1" |
		sed -n "s/^ *|\{0,1\}Depends: \($2.*\)/\1/p" | head -n 1)
	[[ $name ]] || die "Debian $debian has no $1 for $DEBIAN_ARCH"
	printf '%s\n' "$name"
}
