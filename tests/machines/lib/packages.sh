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

# Before the first thing that is built on this host.
need_packages()
{
	local lists=("$here/packages" "$here/qemu/packages") names

	((packages_checked)) && return
	[[ ! $packages ]] || lists+=("$packages")
	mapfile -t names < <(packages_listed "${lists[@]}")
	names+=("${HOST_PACKAGES[@]}")
	((!tools)) || names+=("${tools_host[@]}")
	if [[ ! ${LINUX_SOURCE:-} ]]; then
		need_kernel
		mapfile -t -O "${#names[@]}" names <"$kernel/kbuild"
	fi
	packages_have "${names[@]}"
	packages_checked=1
}
