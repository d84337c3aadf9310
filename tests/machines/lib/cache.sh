# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What is fetched and built once. An entry is KIND/KEY, the key a hash of all
# that it is made from. It is made under another name and renamed when it is
# complete, so an entry that is there is whole.

if [[ ${XDG_CACHE_HOME:-} == /* ]]; then
	cache=$XDG_CACHE_HOME/perfcnt
else
	cache=${HOME:?}/.cache/perfcnt
fi

# Entries of a kind that are kept, the last used ones.
cache_keep=8
making=()

# Every run holds a shared lock to its end.
cache_open()
{
	# The kernel's makefiles take neither.
	[[ $cache != *[[:space:]:]* ]] || die "a space or a colon in the path $cache"
	mkdir -p "$cache/log" "$cache/lock" 2>/dev/null ||
		die "cannot write to the cache $cache"
	exec {cache_fd}>"$cache/lock/all"
	flock --shared "$cache_fd"
}

cache_clean()
{
	[[ -d $cache ]] || return 0
	cache_open
	flock --exclusive --nonblock "$cache_fd" ||
		die "$cache is in use by another run"
	rm -rf -- "$cache"
}

# A key from any words and from standard input.
cache_key()
{
	{
		printf '%s\n' "$@"
		cat
	} | sha256sum | cut -c 1-16
}

# cache_lock KIND: one run at a time; the lock is the caller's lock_fd.
cache_lock()
{
	exec {lock_fd}>"$cache/lock/$1"
	flock --nonblock "$lock_fd" && return
	note "waiting for another run that makes $1"
	flock "$lock_fd"
}

# cache_space MEGABYTES: what the next step needs at its peak.
cache_space()
{
	local free

	free=$(df -Pm "$cache" | awk 'NR == 2 { print $4 }')
	((free >= $1)) ||
		die "$cache needs $1 MB of disk space, there are $free MB"
}

# cache_discard FOLDER...: of an entry that is being made, while it is made or later: some
# file systems take minutes for a tree of sources, and no time of the CPU.
cache_discard()
{
	rm -rf -- "$@" &
}

# cache_entry KIND KEY BUILDER ARGUMENT...: REPLY is the entry's path. If it is
# not there, BUILDER gets an empty folder to fill as its first argument.
cache_entry()
{
	local kind=$1 entry=$cache/$1/$2 lock_fd

	shift 2
	if [[ ! -e $entry ]]; then
		cache_lock "$kind"
		[[ -e $entry ]] || cache_make "$kind" "$entry" "$@"
		exec {lock_fd}>&-
	fi
	touch -- "$entry"
	REPLY=$entry
}

cache_make()
{
	local kind=$1 entry=$2 new=$cache/new-$1

	rm -rf -- "$new"
	mkdir -p -- "$new" "$cache/$kind"
	making+=("$new")
	"$3" "$new" "${@:4}"
	mv -T -- "$new" "$entry"
	unset 'making[-1]'
	find "$cache/$kind" -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' |
		sort -rn | tail -n "+$((cache_keep + 1))" | cut -d ' ' -f 2- |
		xargs -r -d '\n' rm -rf --
}
