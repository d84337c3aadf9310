# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# A root of a Debian, made from the host's own apt sources.

# debian_sources SUITE FOLDER: the host's apt sources, of another release of Debian if need
# be: the keys of all of them are in one package.
debian_sources()
{
	apt_sources "$2"
	sed -i "s/\b$debian\b/$1/g"' ; s/^types:.*/types: deb/; /^deb-src/d' "$2"/host.*
	find "$2" -empty -type f -delete
}

# debian_apt_settings: the host's to fetch with, such as a proxy.
debian_apt_settings()
{
	apt-config dump |
		grep -iE '^Acquire::(http|https|ftp|Retries|Check-[a-z-]*)\W' || :
}

# More of mmdebstrap's options.
debian_options=()

# debian_make SUITE FOLDER PACKAGE... -- EXCLUDED...: FOLDER/root has these packages, and
# not these files. It never boots, so no initramfs. Nobody minds if it is lost when the
# host is switched off. A user's files are all that user's, so that they can be removed.
debian_make()
{
	local suite=$1 folder=$2 packages=() options=() settings

	shift 2
	while [[ $1 != -- ]]; do
		packages+=("$1")
		shift
	done
	shift
	mapfile -t settings < <(debian_apt_settings)
	options=(--variant=apt "${@/#/--dpkgopt=path-exclude=}"
		--dpkgopt=force-unsafe-io --aptopt='Acquire::Languages "none"'
		--aptopt='APT::Sandbox::User "root"' "${settings[@]/#/--aptopt=}"
		--include="$(IFS=, && echo "${packages[*]}")" "${debian_options[@]}"
		"$suite")
	debian_sources "$suite" "$folder"
	export INITRD=No
	if ((EUID)); then
		mkdir "$folder/root"
		mmdebstrap --mode=unshare --format=tar "${options[@]}" - "$folder"/host.* |
			tar -x -C "$folder/root" --no-same-owner --exclude='./dev/*'
		return
	fi
	# What is mounted in it must not outlive this, for then it may be removed.
	unshare --mount --pid --fork --kill-child --mount-proc \
		mmdebstrap --mode=root "${options[@]}" "$folder/root" "$folder"/host.*
}

# debian_headers_only ROOT: its kernels came without their lists of modules.
debian_headers_only()
{
	local path

	for path in "$1"/lib/modules/*; do
		touch "$path"/modules.{order,builtin,builtin.modinfo}
		depmod -b "$1" "${path##*/}"
	done
}
