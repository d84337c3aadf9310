# SPDX-License-Identifier: GPL-2.0
# Results in the Test Anything Protocol, for shell scripts.

tap_tests=0
tap_failures=0

# tap NAME COMMAND...: one result; what COMMAND prints is shown if it fails.
tap()
{
	local name=$1 output

	shift
	tap_tests=$((tap_tests + 1))
	if output=$("$@" 2>&1); then
		echo "ok $tap_tests - $name"
	else
		echo "not ok $tap_tests - $name"
		printf '%s\n' "$output" | sed -n '1,50s/^/# /p'
		tap_failures=$((tap_failures + 1))
	fi
}

# The plan, last; ends the script.
tap_end()
{
	echo "1..$tap_tests"
	exit $((tap_failures > 0))
}
