#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# readme.sh MACHINE: runs the commands that README.md shows at this machine's prompt,
# and compares what they print with what it shows there. Prints TAP.
# shellcheck source=../selftests/check.sh
. ./check.sh
machine=$1
cd "$(mktemp -d)" || exit

# What is the same each time: no count, no ratio, no place in this script, no warning
# that something else ran meanwhile.
shape()
{
	sed '/^pc_sweep: instructions differ between runs/d
		s/^[^ ]*: line [0-9]*: /-bash: /
		s/\(Cnt : \)[1-9][0-9]*/\1N/
		s/[0-9][0-9]*\.[0-9][0-9]*/N/g
		s/\(^\|[^0-9a-fx]\)[0-9]\{4,\}/\1N/g
		s/  */ /g'
}

# prints TEXT COMMAND
prints()
{
	(eval "$2") </dev/null >printed 2>&1
	shape <printed >printed.shape
	printf '%s' "$1" | shape | diff - printed.shape || {
		echo "It printed:"
		cat printed
		return 1
	}
}

commands=0
command=
shown=

# compare: the last command, with what is shown after it.
compare()
{
	[ "$command" ] || return
	commands=$((commands + 1))
	# an empty line ends a block, or is in it
	while [[ $shown == $'\n' || $shown == *$'\n\n' ]]; do
		shown=${shown%$'\n'}
	done
	check "$machine# $command" prints "$shown" "$command"
	command=
	shown=
}

while IFS= read -r line; do
	case $line in
	"    $machine# "*)
		compare
		command=${line#*# }
		;;
	'    '* | '')
		[ ! "$command" ] || shown+=${line#    }$'\n'
		;;
	*)
		compare
		;;
	esac
done </root/README.md
compare
check "README.md has a session here" [ "$commands" -ge 3 ]
printf '%s 0 0\n' 0 1 2 3 >/proc/perf # free, for what comes after this
finish
