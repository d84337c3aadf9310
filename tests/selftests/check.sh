# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# What the tests in shell share, on the kernel's own helpers for KTAP, read by them
# where kselftest has installed both.
# shellcheck source=/dev/null
. "${KTAP_HELPERS:-../kselftest/ktap_helpers.sh}"

module=/lib/perfcnt/perfcnt.ko
driver_before=$(cat /sys/module/perfcnt/parameters/pmu 2>/dev/null)
ktap_print_header

# skip WHY: this machine cannot have any of the test.
skip()
{
	ktap_skip_all "$1"
	exit "$KSFT_SKIP"
}

# check NAME COMMAND...: one result; what COMMAND prints is shown if it fails.
check()
{
	local name=$1 output

	shift
	if output=$("$@" 2>&1); then
		ktap_test_pass "$name"
	else
		printf '%s\n' "$output" | sed -n '1,50s/^/# /p'
		ktap_test_fail "$name"
	fi
}

# mark: log shows the kernel's from here on.
mark()
{
	echo 'from here' >/dev/kmsg
}

log()
{
	dmesg | awk '/ from here$/ { text = ""; next }
		     { text = text $0 "\n" } END { printf "%s", text }'
}

# Begin without the module, which finish() loads as it was.
unload()
{
	[ ! "$driver_before" ] || rmmod perfcnt ||
		ktap_exit_fail_msg "cannot unload perfcnt"
}

# The plan, last; ends the script.
finish()
{
	[ ! "$driver_before" ] || [ -e /sys/module/perfcnt ] ||
		check "the module is loaded again" \
			insmod "$module" pmu="$driver_before"
	ktap_set_plan $((KTAP_TESTNO - 1))
	ktap_finished
}
