# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Debian packages of the machine's architecture, and Debian's sources, without a
# trace in the host's own package state: a private apt root in the cache, whose
# sources are derived from the host's.

# shellcheck source=/dev/null
debian=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")

# A suite of another release, whose packages are wanted before those of the rest of
# that release; or nothing.
apt_suite=

apt_root()
{
	echo "$cache/apt-$DEBIAN_ARCH${apt_suite:+-$apt_suite}"
}

# From this release's sources in FOLDER those of the release that apt_suite is of, and
# that suite, if it is not the release itself.
apt_other_release()
{
	local release=${apt_suite%%-*}

	sed -i "s/ $debian\(-[a-z]*\)\? main\$/ $release\1 main/" "$1/host.list"
	sed -i "/^suites:/ s/\<$debian\>/$release/g" "$1/host.sources"
	[[ $apt_suite != "$release" ]] || return 0
	sed -i "/ $release main\$/ { p; s/ $release main\$/ $apt_suite main/ }" \
		"$1/host.list"
	sed -i "/^suites:/ s/ $release\( \|\$\)/ $apt_suite&/" "$1/host.sources"
}

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
	[[ ! $apt_suite ]] || apt_other_release "$1"
}

# apt_run TOOL ARGUMENT...: a tool of apt on the private root, but not while another
# run refreshes its index, parts of which are away then.
apt_run()
{
	local lock_fd status=0

	exec {lock_fd}>"$cache/lock/$(basename -- "$(apt_root)")"
	flock --shared "$lock_fd"
	apt_tool "$@" || status=$?
	exec {lock_fd}>&-
	return $status
}

# apt_tool TOOL ARGUMENT...: the same for who has the lock. The host's own apt
# configuration (a proxy, say) is read before these.
apt_tool()
{
	local root

	root=$(apt_root)
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
		-o APT::Default-Release="$apt_suite" \
		"${@:2}"
}

apt_update()
{
	local root

	root=$(apt_root)
	mkdir -p "$root"/{etc,state/lists/partial,cache/archives/partial}
	: >"$root/status"
	apt_sources "$root/etc"
	apt_tool apt-get -o APT::Update::Error-Mode=any update
	touch "$root/updated"
}

# apt_is_fresh: was the index refreshed in the last half hour, by any run?
apt_is_fresh()
{
	[[ $(find "$(apt_root)/updated" -mmin -30 2>/dev/null) ]]
}

apt_updated=0

# The index is refreshed for who has something to fetch.
apt_fresh()
{
	local name lock_fd

	((apt_updated)) && return
	cache_space 100
	name=$(basename -- "$(apt_root)")
	cache_lock "$name"
	apt_is_fresh ||
		fetch_step "fetching Debian's package index for ${name#apt-}" \
			"$cache/log/$name" apt_update
	exec {lock_fd}>&-
	apt_updated=1
}

# host_arch NEW MAKER: an entry that is made with packages of the host's
# architecture, whatever the machine's is. Not every index has all of those that
# are for any.
host_arch()
{
	need_packages # of the machine

	local DEBIAN_ARCH apt_updated=0

	DEBIAN_ARCH=$(dpkg --print-architecture)
	"$2" "$1"
}

# apt_dependency PACKAGE NAME: PACKAGE's dependency whose name begins with NAME, or
# nothing.
apt_dependency()
{
	apt_run apt-cache depends --important "$1" |
		sed -n "s/^ *|\{0,1\}Depends: \($2.*\)/\1/p" | head -n 1
}

# apt_version PACKAGE: that of the suite, which would be installed.
apt_version()
{
	local version

	version=$(apt_run apt-cache show --no-all-versions "$1" |
		sed -n 's/^Version: //p')
	[[ $version ]] || die "Debian ${apt_suite:-$debian} has no $1 for $DEBIAN_ARCH"
	printf '%s\n' "$version"
}

apt_keep_make()
{
	cache_space 200
	fetch_step "fetching $2" "$cache/log/$2" apt_keep_fetch "$@"
}

apt_keep_fetch()
{
	cd "$1" || return
	apt_run apt-get download "$2"
}

# apt_keep PACKAGE FOLDER: the file is kept for all that is made of it, and is a link in
# FOLDER. There apt-get download, of the same index, finds that it has it.
apt_keep()
{
	local cache_keep=1 version

	version=$(apt_version "$1")
	cache_entry "$1" "$(cache_key "$debian" "$version" </dev/null)" apt_keep_make "$1"
	ln -t "$2" -- "$REPLY"/*.deb
}

# apt_depends PACKAGE NAME: the same, but there must be one.
apt_depends()
{
	local name

	name=$(apt_dependency "$1" "$2")
	[[ $name ]] || die "Debian $debian has no $1 for $DEBIAN_ARCH"
	printf '%s\n' "$name"
}
