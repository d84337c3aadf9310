#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The same in a machine, by all the ways that it has; in short, but with UNCHANGED_THREADS.
cd "$(dirname -- "$0")" || exit
# shellcheck source=../../selftests/check.sh
. ../check.sh

# shellcheck disable=SC2034 # run.sh reads it
ways=device
threads=${UNCHANGED_THREADS:-10}
short=short
[ ! "${UNCHANGED_THREADS-}" ] || short=
# where there is such a file
if [ -e /proc/sys/kernel/perf_user_access ]; then
	echo 1 >/proc/sys/kernel/perf_user_access
fi
[ "$(uname -m)" = mips ] || ways='pages device'
export LD_LIBRARY_PATH="$PWD/.."
# shellcheck source=run.sh
. ./run.sh
finish
