# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The tools as they are installed, without sanitizers, and what they cost.

plain=$PWD/build/tools/plain/bin

plain_tools()
{
	local lock

	mkdir -p "${plain%/bin}"
	exec {lock}>"${plain%/bin}/.lock" # another test makes them, too
	flock "$lock"
	make -s -C "${plain%/build/*}/userspace/tools" O="${plain%/bin}" \
		CFLAGS='-O2 -Werror' all >&2 &&
		exec {lock}>&-
}

# instructions TOOL OPTION...: how many it executes, which the host's speed and load do
# not change. What it prints goes to the file printed.
instructions()
{
	valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
		--log-fd=9 "$plain/$1" "${@:2}" 9>&1 >printed | tr -d , | sed -n 's/.* I *refs: *//p'
}
