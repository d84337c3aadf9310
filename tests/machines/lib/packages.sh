# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What has to be installed on the host: asked for once, by name.

packages_missing()
{
	comm -23 <(printf '%s\n' "$@" | sort -u) \
		<(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" \
			2>/dev/null | sed -n 's/ installed$//p' | sort -u)
}

packages_install()
{
	export DEBIAN_FRONTEND=noninteractive

	apt-get -q update
	apt-get -q -y -o DPkg::Lock::Timeout=300 install \
		--no-install-recommends "$@"
}

# packages_listed FILE...: the names in them.
packages_listed()
{
	sed 's/#.*//; /^[[:space:]]*$/d' "$@"
}

# packages_have NAME...: now they are there.
packages_have()
{
	local missing lock_fd

	cache_lock packages
	mapfile -t missing < <(packages_missing "$@")
	if ((${#missing[@]})); then
		((EUID == 0)) || die "packages are missing, please install them:" \
			"sudo apt-get install --no-install-recommends ${missing[*]}"
		fetch_step "installing ${missing[*]}" "$cache/log/packages" \
			packages_install "${missing[@]}"
	fi
	exec {lock_fd}>&-
}

packages_checked=0
packages_needed=()

# Before the first thing that is built on this host.
need_packages()
{
	local lists=("$here/packages" "$here/qemu/packages") kbuild=

	((packages_checked)) && return
	[[ ! $packages ]] || lists+=("$packages")
	kernel_kbuild
	mapfile -t packages_needed < <(packages_listed "${lists[@]}")
	packages_needed+=("${HOST_PACKAGES[@]}" ${kbuild:+"$kbuild"})
	((!tools)) || packages_needed+=("${tools_host[@]}")
	packages_have "${packages_needed[@]}"
	packages_checked=1
}
