#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# floors.sh TABLE: does each source file below TABLE's folder include only what
# TABLE allows its room, and no circle of files? Says what is wrong, and ends with
# 1 then.
#
# A line of TABLE is `room: room...`, the folder of files and those whose headers
# they may include besides their own; `#` begins a comment. A header that is not
# below TABLE's folder may be included by all.
set -euo pipefail

table=$1
house=$(cd "$(dirname -- "$table")" && pwd)
wrong=0
declare -A may=() # by room: the rooms, with a space around each

complain()
{
	echo "$table: $*"
	wrong=1
}

# The room of a file, '.' for TABLE's own folder.
room_of()
{
	local folder=${1%/*}

	[[ $folder != "$1" ]] || folder=.
	echo "$folder"
}

# header FILE WORDS: the path below the house of what FILE includes by WORDS, as the
# compiler finds it: beside FILE, or below the house. Nothing if it is elsewhere.
header()
{
	local place path

	for place in "$house/$(room_of "$1")" "$house"; do
		[[ -f $place/$2 ]] || continue
		path=$(realpath -- "$place/$2")
		[[ $path != "$house"/* ]] || echo "${path#"$house"/}"
		return
	done
}

read_table()
{
	local line room

	while read -r line; do
		line=${line%%#*}
		[[ $line == *[![:space:]]* ]] || continue
		room=${line%%:*}
		[[ $line == *:* && -d $house/$room ]] ||
			complain "there is no room '$line'"
		may[$room]=" ${line#*:} "
	done <"$table"
}

# Every include, a line each: the file, and what it includes below the house.
includes()
{
	local file words found

	find "$house" -name '*.[ch]' -printf '%P\n' | sort | while read -r file; do
		sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' \
			"$house/$file" | while read -r words; do
			found=$(header "$file" "$words")
			[[ ! $found ]] || echo "$file $found"
		done
	done
}

read_table
for room in $(find "$house" -name '*.[ch]' -printf '%P\n' |
	sed 's|^[^/]*$|./&|; s|/[^/]*$||' | sort -u); do
	[[ ${may[$room]+there} ]] || complain "the room $room is missing"
done
all=$(includes)
while read -r file found; do
	room=$(room_of "$file")
	other=$(room_of "$found")
	[[ $room == "$other" || ${may[$room]-} == *" $other "* ]] ||
		complain "$file must not include $found: $room is not above $other"
done <<<"$all"

# A header and the .c file of its name are one.
circle=$(tsort <<<"${all//.[ch]/}" 2>&1 >/dev/null) ||
	complain "these files include each other in a circle:" \
		"$(sed -n 's/^tsort: //p' <<<"$circle" | paste -sd ' ')"
exit "$wrong"
