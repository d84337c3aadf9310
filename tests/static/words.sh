#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# words.sh FOLDER: are the words out that only perfcnt had, in the kernel's sources below
# FOLDER and in the kernel's pages? Says where one is, and ends with 1 then.
set -euo pipefail

prose='doors?|rooms?|houses?|floors?|gates?|gating|turning|glances?|keepers?|errands?'
code="$prose|turns?|tells?|sees?|hides?|fresh|stale|trash"
pages=(Documentation/{design,proc-perf,kernel-regions}.md
	Documentation/man/{perfcnt.4,perfcnt.7,proc_perf.5})

# Every identifier, a line each: without comments and strings.
identifiers()
{
	perl -0777 -pe 's{/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"}{ }gs; tr/A-Za-z0-9_/\n/cs' "$1" |
		sort -u
}

sources()
{
	(cd "$1" && find kmod uapi include -name '*.[ch]' | sort)
}

found=$(sources "$1" | while read -r file; do
	identifiers "$1/$file" | grep -iE "(^|_)($code)(_|$)" | sed "s|^|$file: |" || :
	grep -iwE "$prose" "$1/$file" | sed "s|^[[:space:]]*|$file: |" || :
done
grep -iwE "$prose" "${pages[@]}" || :)
[[ ! $found ]] || {
	echo "$found"
	exit 1
}
