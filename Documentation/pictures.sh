#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Draws the pictures in data from dumps, and the terminal from its text; the argument is another folder for them. With
# --list it prints their names, dumps, and options of pc_parse. `make docs` calls it.
set -euo pipefail
top=$(cd "${0%/*}/.." && pwd)
folder=${1:-$top/Documentation/data}
pc_parse=${PC_PARSE:-$top/build/tools/bin/pc_parse}

# What MD00548 has in its Figures 7 and 9: measured here, and from its Tables 6 and 8.
pictures='
blocks Documentation/data/blocks.dump --events dcache-miss-stalls --metrics relative-execution-time
figure-7 tests/tools/figures/table-6 --events dcache-miss-stalls --metrics relative-execution-time
threads Documentation/data/threads.dump --stalls
figure-9 tests/tools/figures/table-8 --stalls
'

# draw NAME DUMP OPTION...: without gnuplot's words on which release of it has drawn.
draw()
{
	"$pc_parse" --format svg "${@:3}" "$top/$2" |
		sed "s|^<title>Gnuplot</title>|<title>$1</title>|; /^<desc>/d" \
			>"$folder/$1.svg.new"
	mv -- "$folder/$1.svg.new" "$folder/$1.svg"
}

if [[ $folder == --list ]]; then
	grep . <<<"$pictures"
	exit
fi
if ! type -P gnuplot >/dev/null; then
	echo "gnuplot is not installed; the pictures stay as they are" >&2
	exit
fi
while read -ra words; do
	((!${#words[@]})) || draw "${words[@]}"
done <<<"$pictures"
awk -v prompt='x86_64#' -f "$top/Documentation/terminal.awk" \
	"$top/Documentation/data/terminal.txt" >"$folder/terminal.svg"
