# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# A program behaves the same measured or not, and what is measured is what it does. Read where
# check NAME COMMAND... makes a result, in a folder with plain/ and measured/, both of program.c:
# the first has no regions and no library. Variables:
#   ways	how its threads are to read: pages, device; or empty where nothing counts
#   threads	how many it has one after the other
#   short	not empty: without what does not depend on who counts

# says_the_same FOLDER [ARGUMENT...]: all the words that it is to say, and the status.
says_the_same()
{
	folder=$1
	shift
	"$folder/program" "$folder" "$threads" "$@" >out 2>err || return
	grep -v '^calls ' out >words
	diff said words
}

# says_nothing_else: on standard error.
says_nothing_else()
{
	[ ! -s err ] || ! cat err
}

is_plain()
{
	says_the_same plain "$@" && says_nothing_else
}

is_off()
{
	says_the_same measured "$@" && says_nothing_else && ! ls ./*.regions 2>/dev/null
}

# There is none of the process whose files may have next to nothing, if it has not begun one before.
one_has_no_recording()
{
	cat err
	case $1 in
	full) [ ! -s err ] ;;
	*) [ "$(cat err)" = 'perfcnt: no recording in recordings: File too large' ] ;;
	esac
}

# measures CHECKS [ARGUMENT...]: CHECKS are variables of calls.awk, one word each.
measures()
{
	checks=$1
	shift
	rm -rf recordings
	mkdir recordings
	PERFCNT_REGIONS_DIR=recordings says_the_same measured "$@" &&
		one_has_no_recording "${1-}" || return
	for file in recordings/*; do
		[ ! -s "$file" ] || pc_regions "$file" || return
	done >tables
	# shellcheck disable=SC2086 # word by word
	awk $checks -f calls.awk out tables
}

# by WAY: it is how the first process has read.
by()
{
	for file in recordings/*; do
		break
	done
	pc_regions -f json "$file" | head -n 1 | grep "\"way\":\"$1\""
}

# counts WAY: each record has counts, but those of all names that have no row, and by the device
# those of a process that has closed it.
counts()
{
	export PERFCNT_READ="$1"
	measures "-v event=instructions:u -v way=$1" && by "$1"
}

# The files have room for the first thread that has regions, and then for the next one.
has_little_room()
{
	size=$(find recordings -size +8 -exec wc -c {} \; | sort -n | sed -n '1s/ .*//p')
	measures '' few "$size"
}

check "without regions" is_plain
check "regions that are off" is_off
for way in $ways; do
	check "regions that count by $way" counts "$way"
done
unset PERFCNT_READ
if [ ! "$short" ]; then
	export PERFCNT_REGIONS_EVENTS=''
	check "without regions: with names, and short files" is_plain full 1000000
	check "regions that only have times" measures ''
	check "with room for one thread at a time" has_little_room
	check "with more names than there is room for" measures '-v full=1' full
	unset PERFCNT_REGIONS_EVENTS
fi
