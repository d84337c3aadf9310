# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What has to be installed on the host: asked for once, by name.

packages_missing()
{
	local name

	for name in "$@"; do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == \
			installed ]] || printf '%s\n' "$name"
	done
}

packages_install()
{
	export DEBIAN_FRONTEND=noninteractive

	apt-get -q update
	apt-get -q -y install --no-install-recommends "$@"
}

# packages_need NAME...: see that they are installed.
packages_need()
{
	local missing

	mapfile -t missing < <(packages_missing "$@")
	((${#missing[@]})) || return 0
	((EUID == 0)) || die "packages are missing, please install them:" \
		"sudo apt-get install --no-install-recommends ${missing[*]}"
	fetch_step "installing ${missing[*]}" "$cache/log/packages" \
		packages_install "${missing[@]}"
}

# packages_listed FILE: the names in it.
packages_listed()
{
	sed 's/#.*//; /^[[:space:]]*$/d' "$1"
}

packages_checked=0

# Before the first thing that is built on this host.
need_packages()
{
	local names

	((packages_checked)) && return
	need_kernel
	mapfile -t names < <(packages_listed "$here/packages")
	packages_need "${names[@]}" "${HOST_PACKAGES[@]}" "$(<"$kernel/kbuild")"
	packages_checked=1
}
