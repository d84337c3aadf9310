# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the tests build, kept in the cache of tests/machines: another clone, or this
# one after make clean, does not build the same again.
# shellcheck source=machines/lib/message.sh
. tests/machines/lib/message.sh
# shellcheck source=machines/lib/cache.sh
. tests/machines/lib/cache.sh

# cached KIND FOLDER WORD... -- COMMAND...: COMMAND makes FOLDER from the files that
# standard input names and from what the WORDs say; only if that has not been done
# before. No path of this clone may be in FOLDER. It begins with neither FOLDER nor
# FOLDER.objects, for what is there may be of other files, however new it is. In a subshell,
# for what it sets.
cached()
(
	kind=$1
	folder=$2
	words=()
	shift 2
	while [[ $1 != -- ]]; do
		words+=("$1")
		shift
	done
	# shellcheck disable=SC2034 # read by message.sh
	quiet=1
	trap 'rm -rf -- "${making[@]}"' EXIT
	cache_open
	mkdir -p -- "${folder%/*}" && exec {folder_fd}>"$folder.lock" &&
		flock "$folder_fd" || exit
	key=$(sort | xargs -d '\n' sha256sum -- | cache_key "${words[@]}") || exit
	[[ ! -e $folder || $(cat "$folder.key" 2>/dev/null) != "$key" ]] || exit 0
	rm -rf -- "$folder"{,.key,.objects} || exit
	if [[ -e $cache/$kind/$key ]]; then
		# for make: not older than what it is made from
		cp -a -- "$cache/$kind/$key/folder" "$folder" &&
		find "$folder" -exec touch -h -- {} + || exit
	else
		"${@:2}" || exit
	fi
	cache_entry "$kind" "$key" cached_keep "$folder" || exit
	echo "$key" >"$folder.key"
)

# cached_keep NEW FOLDER
cached_keep()
{
	cp -a -- "$2" "$1/folder"
}
