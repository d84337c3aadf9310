#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# layers.sh TABLE: does each source file below TABLE's folder include only what
# TABLE allows its folder, and no circle of files? Says what is wrong, and ends with
# 1 then.
#
# A line of TABLE is `folder: folder...`, a folder of files and those whose headers
# they may include besides their own; `#` begins a comment. A header that is not
# below TABLE's folder may be included by all. `file = file`, both without .c and .h, makes
# one of two that include each other.
set -euo pipefail

table=$1
top=$(cd "$(dirname -- "$table")" && pwd)
wrong=0
declare -A may=() # by folder: the folders, with a space around each
one=() # by file: for sed, to take it for the other one

complain()
{
	echo "$table: $*"
	wrong=1
}

# The folder of a file, '.' for TABLE's own folder.
folder_of()
{
	local folder=${1%/*}

	[[ $folder != "$1" ]] || folder=.
	echo "$folder"
}

# header FILE WORDS: the path below the top of what FILE includes by WORDS, as the
# compiler finds it: beside FILE, or below the top. Nothing if it is elsewhere.
header()
{
	local place path

	for place in "$top/$(folder_of "$1")" "$top"; do
		[[ -f $place/$2 ]] || continue
		path=$(realpath -- "$place/$2")
		[[ $path != "$top"/* ]] || echo "${path#"$top"/}"
		return
	done
}

read_table()
{
	local line folder

	while read -r line; do
		line=${line%%#*}
		[[ $line == *[![:space:]]* ]] || continue
		if [[ $line =~ ^([^ ]+)\ =\ ([^[:space:]]+) ]]; then
			one+=(-e "s|\<${BASH_REMATCH[1]}\>|${BASH_REMATCH[2]}|g")
			continue
		fi
		folder=${line%%:*}
		[[ $line == *:* && -d $top/$folder ]] ||
			complain "there is no folder '$line'"
		may[$folder]=" ${line#*:} "
	done <"$table"
}

# Every include, a line each: the file, and what it includes below the top.
includes()
{
	local file words found

	find "$top" -name '*.[ch]' -printf '%P\n' | sort | while read -r file; do
		sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' \
			"$top/$file" | while read -r words; do
			found=$(header "$file" "$words")
			[[ ! $found ]] || echo "$file $found"
		done
	done
}

read_table
for folder in $(find "$top" -name '*.[ch]' -printf '%P\n' |
	sed 's|^[^/]*$|./&|; s|/[^/]*$||' | sort -u); do
	[[ ${may[$folder]+there} ]] || complain "the folder $folder is missing"
done
all=$(includes)
while read -r file found; do
	folder=$(folder_of "$file")
	other=$(folder_of "$found")
	[[ $folder == "$other" || ${may[$folder]-} == *" $other "* ]] ||
		complain "$file must not include $found: $folder is not above $other"
done <<<"$all"

# A header and the .c file of its name are one.
circle=$(sed -e '' "${one[@]}" <<<"${all//.[ch]/}" | tsort 2>&1 >/dev/null) ||
	complain "these files include each other in a circle:" \
		"$(sed -n 's/^tsort: //p' <<<"$circle" | paste -sd ' ')"
exit "$wrong"
