# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Bugs that tests plant in copies of the sources, to see that they find them.

# plant COPY FOLDER FILE SED: a copy of FOLDER, with the files' times, in which
# SED has changed FILE.
plant()
{
	mkdir -p "$1"
	cp -rp "$2" "$1"
	sed -i "$4" "$1/${2##*/}/$3"
	if cmp -s "$2/$3" "$1/${2##*/}/$3"; then
		echo "$2/$3 has no such place any more: $4"
		return 1
	fi
}
