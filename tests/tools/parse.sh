# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# What the tests of pc_parse share.

. tests/tools/plain.sh

PATH=$(tests/tools/build)/bin:$PATH
figures=$PWD/tests/tools/figures
scratch=$(mktemp -d "${TMPDIR:-/tmp}/perfcnt.XXXXXXXX")
trap 'rm -rf -- "$scratch"' EXIT
cd "$scratch" || exit

# counter CODE COUNT [MODES]: two lines, as /proc/perf prints them, from counter 0
# on each time that next is 0.
next=0
counter()
{
	printf 'PerfCnt[%d].Ctl : 0x%08x\nPerfCnt[%d].Cnt : %s\n' "$next" \
		$(($1 << 5 | ${3:-8})) "$next" "$2"
	next=$(((next + 1) % 4))
}

# prints FILE OPTION... : exactly what is on standard input.
prints()
{
	diff -u - <(pc_parse "${@:2}" "$1" 2>&1)
}

# fails STATUS MESSAGE COMMAND...: with that status, and those words.
fails()
{
	local status=0

	"${@:3}" >out 2>err || status=$?
	cat out err
	((status == $1)) && grep -qF -- "$2" err
}

# Every event of a 34K, with a count of its own.
all_events()
{
	local code

	next=0
	for code in {0..55}; do
		counter "$code" $((1000 + 17 * code))
		counter "$code" $((100 + 13 * code))
	done
}
