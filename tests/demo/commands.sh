#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Runs the commands of /root/commands, a line each, and then once more without the module:
# a line `@ COMMAND`, what it printed, and a line `@ends STATUS`, for each.

run_all()
{
	local line

	cd "$(mktemp -d)" && cp /root/parse . || exit # README's program
	while IFS= read -r line; do
		echo "@ $line"
		(eval "$line") </dev/null 2>&1
		echo "@ends $?"
	done </root/commands
}

run_all
rmmod perfcnt || exit
run_all
