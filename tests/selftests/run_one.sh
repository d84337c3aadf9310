# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# What runs a test in a machine, in place of the function in kselftest's runner.sh. It
# writes to a file, which is shown when it has ended: who reads it meanwhile would be
# counted like any other. Only the boot has a limit of time.
run_one()
{
	name=${2##*/}
	eval "args=\$KSELFTEST_$(echo "$name" | tr a-z. A-Z_)_ARGS"
	echo "# selftests: $1: $name"
	# shellcheck disable=SC2154,SC2086 # eval sets it: words
	"./$name" $args >/tmp/output 2>&1
	result=$?
	sed 's/^/# /' /tmp/output
	case $result in
	0) echo "ok $3 selftests: $1: $name" ;;
	4) echo "ok $3 selftests: $1: $name # SKIP" ;;
	*) echo "not ok $3 selftests: $1: $name # exit=$result" ;;
	esac
}
