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

# The folder of a file is REPLY, '.' for TABLE's own folder.
folder_of()
{
	REPLY=${1%/*}
	[[ $REPLY != "$1" ]] || REPLY=.
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

# The words of every include with the file that it is in, a line each.
words()
{
	find . -name '*.[ch]' -printf '%P\n' | sort |
		xargs -r grep -HE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' |
		sed 's/^\([^:]*\):[^"]*"\([^"]*\)".*/\1 \2/'
}

# Every include that is below the top, a line each: the file, and what it includes, as the
# compiler finds it: beside the file, or below the top.
includes()
{
	local file words place files=() found=()

	while read -r file words; do
		folder_of "$file"
		for place in "$REPLY" .; do
			[[ -f $place/$words ]] || continue
			files+=("$file")
			found+=("$place/$words")
			break
		done
	done < <(words)
	paste -d ' ' <(printf '%s\n' "${files[@]}") <(realpath --relative-to=. -- "${found[@]}") |
		sed '/ \.\.\//d'
}

read_table
for folder in $(find "$top" -name '*.[ch]' -printf '%P\n' |
	sed 's|^[^/]*$|./&|; s|/[^/]*$||' | sort -u); do
	[[ ${may[$folder]+there} ]] || complain "the folder $folder is missing"
done
all=$(cd "$top" && includes)
while read -r file found; do
	folder_of "$file"
	folder=$REPLY
	folder_of "$found"
	other=$REPLY
	[[ $folder == "$other" || ${may[$folder]-} == *" $other "* ]] ||
		complain "$file must not include $found: $folder is not above $other"
done <<<"$all"

# A header and the .c file of its name are one.
circle=$(sed -e '' "${one[@]}" <<<"${all//.[ch]/}" | tsort 2>&1 >/dev/null) ||
	complain "these files include each other in a circle:" \
		"$(sed -n 's/^tsort: //p' <<<"$circle" | paste -sd ' ')"
exit "$wrong"
