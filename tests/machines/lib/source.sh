# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The whole source of a kernel of our own, for who builds something else of it.

source_fetch()
{
	cd "$1" || return
	linux_source
}

source_make()
{
	need_packages
	cache_space 2000
	apt_fresh
	apt_keep "$LINUX_SOURCE" "$1"
	fetch_step "unpacking $LINUX_SOURCE" "$cache/log/source" source_fetch "$1"
}

source_key()
{
	declare -f linux_source source_fetch | cache_key "$debian" "$LINUX_SOURCE"
}

# source_tree is its top.
need_source()
{
	local cache_keep=1

	[[ ${LINUX_SOURCE:-} ]] || die "$machine has Debian's kernel, none of our own"
	cache_entry source "$(source_key)" source_make
	source_tree=$REPLY/source
}
