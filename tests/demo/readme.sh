#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# readme.sh PROMPT: runs the commands that README.md shows at this prompt, and then once
# more without the module, for sessions: a line `@ COMMAND`, what it printed, and a line
# `@ends STATUS`, for each.

run_all()
{
	local line

	cd "$(mktemp -d)" && cp /root/parse . || exit # README's program
	while IFS= read -r line; do
		[[ $line == "    $1# "* ]] || continue
		echo "@ ${line#*# }"
		(eval "${line#*# }") </dev/null 2>&1
		echo "@ends $?"
	done </root/README.md
}

run_all "$1"
rmmod perfcnt || exit
run_all "$1"
