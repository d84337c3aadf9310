# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# Commands of a page, run in a machine, once with the module and once without. Sourced by
# tests that have set machine.

scratch=$(mktemp -d "${TMPDIR:-/tmp}/perfcnt.XXXXXXXX")
trap 'rm -rf -- "$scratch"' EXIT

# README's program that has a region, for the machine.
build()
{
	local environment

	read -ra environment < <(tests/machines/run "$machine" --print env)
	make -s -C userspace/lib O="$scratch/lib" "${environment[2]}" "$scratch/lib/libperfcnt.a"
	sed -n '/^    #include <perfcnt.h>/,/^    int main/s/^    //p; /^    {/,/^    }$/s/^    //p' \
		README.md >"$scratch/parse.c"
	"${environment[2]#CROSS_COMPILE=}gcc" -O2 -Wall -Wextra -Werror -static \
		-Iuserspace/lib -Iuapi "$scratch/parse.c" "$scratch/lib/libperfcnt.a" \
		-o "$scratch/parse"
}

# run_commands [OPTION]...: those that standard input has, a line each.
run_commands()
{
	cat >"$scratch/commands"
	mapfile -t commands <"$scratch/commands"
	count=${#commands[@]}
	build
	tests/machines/run "$machine" --quiet --tools "$@" -f "$scratch/parse" \
		-f "$scratch/commands" -f tests/demo/commands.sh -- "bash commands.sh" \
		>"$scratch/printed"
}

each_was_run_twice()
{
	[[ $(grep -c '^@ends' "$scratch/printed") -eq $((2 * count)) ]]
}

# printed NUMBER and status NUMBER: of a command in the machine, from 1 on.
printed()
{
	awk -v wanted="$1" '/^@ / { n++; next } !/^@ends/ && n == wanted' "$scratch/printed"
}

status()
{
	sed -n 's/^@ends //p' "$scratch/printed" | sed -n "$1p"
}
